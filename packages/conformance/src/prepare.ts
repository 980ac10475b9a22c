import type { Code } from "@agent-operations/error-envelope"
import { discard, referenceTo } from "./checks/fixtures.ts"
import type { Client, Definition } from "./client.ts"
import { type Served, type ServedKind, type Taken, withKinds } from "./served.ts"
import type { Target } from "./target.ts"

/** A kind of which the server's own validation refused what the checks would create. */
export interface Refused {
  readonly kind: string
  readonly family: string
  readonly status: number
  readonly code: string
  readonly message: string
}

/** What was found of a server before any law. */
export interface Prepared {
  readonly served: Served
  readonly refused: ReadonlyArray<Refused>
  /** Deletes what was made for the checks to refer to. */
  readonly clear: () => Promise<void>
}

interface Issue {
  readonly path: string
  readonly message: string
}

/** By these a server's own validation refuses what the schema takes. All else is a law's to judge. */
const refusals: ReadonlyArray<Code> = ["VALIDATION_ERROR", "INVALID_REFERENCE", "REFERENCE_NOT_FOUND", "CONFLICT"]

/** What cannot be cleaned up is not created. */
const isMade = ({ has, refusal }: ServedKind) =>
  refusal === undefined && (["create", "get", "delete"] as const).every((verb) => has(verb))

/** Why the checks of a kind are not made; the report says once what the server answered. */
export const whyOf = (kind: string): string => `the server's own validation rejects the example of ${kind}`

const fixtureOf = ({ fixtures = {} }: Target, { name }: ServedKind): Taken["fixture"] => {
  const given = Object.hasOwn(fixtures, name) ? fixtures[name] : undefined
  return given === undefined || typeof given === "function" ? given : () => given
}

/**
 * Finds out what a server takes of each kind of a host's own, whose validation may ask for more than the schema: the example
 * or a fixture by itself, or with references to what the example refers to, which is created. Throws a `TypeError` for a
 * fixture of no kind.
 */
export const prepare = async (
  served: Served,
  target: Target,
  client: Client,
  word: () => string
): Promise<Prepared> => {
  const unknown = Object.keys(target.fixtures ?? {}).find((name) => !served.kinds.some((kind) => kind.name === name))
  if (unknown !== undefined)
    throw new TypeError(`There is a fixture of ${unknown}, and the families have no such kind.`)
  const found = new Map<string, ServedKind>()
  const refused: Array<Refused> = []
  const made: Array<{ readonly kind: ServedKind; readonly id: string }> = []

  /** Creates one, and says whether that was refused by what is the server's own. */
  const tryOne = async (kind: ServedKind) => {
    try {
      const { data, status, error } = await client.call(kind.id("create"), kind.body(word()))
      if (data !== undefined) await discard(client, kind, (data as Definition).id)
      return error !== undefined && refusals.includes(error.code) ? { status, error } : undefined
    } catch {
      // What breaks a law, or cannot be decided, is seen by the checks.
      return undefined
    }
  }

  /** Creates one to be referred to; undefined where that fails. */
  const makeTarget = async (kind: ServedKind): Promise<string | undefined> => {
    try {
      const { data } = await client.call(kind.id("create"), kind.body(word()))
      if (data === undefined) return undefined
      const { id } = data as Definition
      made.push({ kind, id })
      return id
    } catch {
      return undefined
    }
  }

  /** The references of the example, to what is created for them; undefined where one cannot be. */
  const referencesOf = async (kind: ServedKind, users: ReadonlyArray<string>): Promise<object | undefined> => {
    const all: Record<string, object> = {}
    const ids = new Map<string, string>()
    for (const [alias, { kind: name, id, revision }] of Object.entries(kind.exampleReferences)) {
      const declared = served.kinds.find((one) => one.name === name)
      // What refers to itself by others cannot be the first that is made.
      if (declared === undefined || users.includes(name)) return undefined
      const used = await find(declared, users)
      if (!isMade(used)) return undefined
      const target = ids.get(id) ?? (await makeTarget(used))
      if (target === undefined) return undefined
      ids.set(id, target)
      all[alias] = { ...referenceTo(used, target), revision: revision === null ? null : 1 }
    }
    return all
  }

  const find = async (kind: ServedKind, users: ReadonlyArray<string> = []): Promise<ServedKind> => {
    const known = found.get(kind.name)
    if (known !== undefined) return known
    const ready = await look(kind, users)
    found.set(kind.name, ready)
    return ready
  }

  const look = async (kind: ServedKind, users: ReadonlyArray<string>): Promise<ServedKind> => {
    const fixture = fixtureOf(target, kind)
    const given = fixture?.("a").references
    const bare = fixture === undefined ? kind : kind.taking({ fixture, references: given ?? {} })
    if (kind.isBuiltIn || !isMade(kind)) return bare
    const first = await tryOne(bare)
    if (first === undefined) return bare
    const references =
      given === undefined && Object.keys(kind.exampleReferences).length > 0
        ? await referencesOf(kind, [...users, kind.name])
        : undefined
    const using = references === undefined ? undefined : kind.taking({ fixture, references })
    const second = using === undefined ? first : await tryOne(using)
    if (second === undefined) return using!
    // What is refused once, and taken then, is for the checks to see.
    if ((await tryOne(bare)) === undefined) return bare
    const { status, error } = second
    const { issues = [] } = (error.details ?? {}) as { readonly issues?: ReadonlyArray<Issue> }
    const message = [error.message, ...issues.slice(0, 3).map((one) => `${one.path}: ${one.message}`)].join(" ")
    refused.push({ kind: kind.name, family: kind.family, status, code: error.code, message })
    return kind.taking({ fixture, refusal: whyOf(kind.name) })
  }

  const clear = async () => {
    for (const { kind, id } of made.toReversed()) await discard(client, kind, id)
  }
  try {
    const kinds: Array<ServedKind> = []
    for (const kind of served.kinds) kinds.push(await find(kind))
    return { served: withKinds(served, kinds), refused, clear }
  } catch (error) {
    await clear()
    throw error
  }
}
