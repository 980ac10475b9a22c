import type { Code } from "@agent-operations/error-envelope"
import { expect, expectSame } from "../Broken.ts"
import { type Answer, type Client, type Definition, expectCode } from "../client.ts"
import type { Law } from "../laws.ts"
import type { ServedKind, Verb } from "../served.ts"
import { follow, historyOf, type Page, unlessItsOwn } from "./fixtures.ts"

export interface Reference {
  readonly kind: string
  readonly id: string
  readonly revision: number | null
}
export type References = Readonly<Record<string, Reference>>

/** A definition with every member that operations answer. */
interface Whole extends Definition {
  readonly references: References
  readonly source: unknown
  readonly createdAt: unknown
  readonly createdBy: unknown
}

/** A definition that a check made, with each of its revisions as it was first answered, oldest first. */
export interface Entry {
  readonly kind: ServedKind
  readonly id: string
  readonly revisions: ReadonlyArray<Whole>
}

/** What a write sends of a definition. */
export interface Changes {
  readonly name?: string
  readonly description?: string | null
  readonly references?: References
  /** A value that stands somewhere in its source or settings, where its kind has a place for one. */
  readonly value?: string
}

export interface Dependency {
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly alias: string
  readonly pinnedRevision: number | null
}

interface Dependencies {
  readonly items: ReadonlyArray<Dependency>
  readonly hasMore: boolean
}

interface LedgerContext {
  readonly client: Client
  readonly kinds: ReadonlyArray<ServedKind>
  /** What every name has in it. */
  readonly word: string
  /** Whether everything is looked at after each write. Default: true. */
  readonly looks?: boolean
}

/** A definition and the same at another revision, without what an answer alone can tell. */
const told = (one: object) => ({ ...one, updatedAt: undefined, updatedBy: undefined })

export const current = ({ revisions }: Pick<Entry, "revisions">): Whole => revisions.at(-1)!

const asSet = (items: ReadonlyArray<Dependency>) =>
  items.toSorted((a, b) => (`${a.kind} ${a.id} ${a.alias}` < `${b.kind} ${b.id} ${b.alias}` ? -1 : 1))

/**
 * Writes definitions, foretells each answer, and after every write looks whether everything that was ever written reads
 * as it was first answered: each definition and its history, lists and totals, and who refers to what.
 */
export const makeLedger = ({ client, kinds, word, looks = true }: LedgerContext) => {
  let living: ReadonlyArray<Entry> = []
  const ids = new Set<string>()
  /** Kinds whose host refuses values that their schemas accept. */
  const fixed = new Set<ServedKind>()

  const contentOf = (kind: ServedKind, value: string) =>
    fixed.has(kind) ? undefined : (kind.openJson ?? kind.text)?.put(value)

  const resultOf = <T>(law: Law, operation: string, { status, data, text }: Answer): T => {
    expect(law, status === 200, `${operation} answered ${status} ${text.slice(0, 300)}, where it has to succeed`)
    return data as T
  }

  const carryOut = async <T>(law: Law, operation: string, input: object): Promise<T> =>
    resultOf(law, operation, await client.call(operation, input))

  const write = async (law: Law, kind: ServedKind, verb: Verb, { value, ...input }: Changes): Promise<Whole> => {
    const content = value === undefined ? undefined : contentOf(kind, value)
    if (content !== undefined) {
      const answer = await client.call(kind.id(verb), { ...input, ...content })
      if (answer.data !== undefined) return answer.data as Whole
      if (answer.error?.code === "VALIDATION_ERROR") fixed.add(kind)
    }
    const answer = await client.call(kind.id(verb), input)
    if (input.references !== undefined) unlessItsOwn(kind, answer.error, `references of ${kind.name}`)
    return resultOf(law, kind.id(verb), answer)
  }

  const referrersOf = (id: string): ReadonlyArray<Dependency> =>
    living.flatMap((from) => {
      const { name, revision, references } = current(from)
      return Object.entries(references)
        .filter(([, target]) => target.id === id)
        .map(([alias, target]) => ({
          ...{ kind: from.kind.name, id: from.id, name, revision, alias },
          pinnedRevision: target.revision
        }))
    })

  /** A page of those that refer to a definition may be short. */
  const lookAtDependencies = async ({ kind, id }: Entry, after: string) => {
    const wanted = asSet(referrersOf(id))
    const { items, hasMore } = await client.ok<Dependencies>(kind.dependencies!, { id, limit: 1000 })
    const isPart = items.length < wanted.length && items.length > 0
    const among = wanted.filter((one) => !isPart || items.some(({ id, alias }) => id === one.id && alias === one.alias))
    expectSame("P7", asSet(items), among, `who refers to ${id} after ${after}`)
    expect("P7", hasMore === isPart, `hasMore is ${hasMore}, and ${items.length} of ${wanted.length} are there`)
  }

  const lookAtList = async (law: Law, kind: ServedKind, after: string) => {
    const wanted = living.filter((one) => one.kind === kind).toReversed()
    const items: Array<Definition> = []
    await follow<string>("P1", async (cursor) => {
      const continued = cursor === undefined ? {} : { cursor }
      const input = { search: word, limit: 200, includeTotal: true, ...continued }
      const page = await client.ok<Page>(kind.id("list"), input)
      expect("P4", page.total === wanted.length, `the total is ${page.total} of ${wanted.length} after ${after}`)
      items.push(...page.items)
      return page.nextCursor
    })
    expectSame(law, items, wanted.map(current), `the list after ${after}`)
  }

  const lookAtHistory = async (law: Law, { kind, id, revisions }: Entry, after: string) => {
    const items = await historyOf(client, kind, id)
    const numbers = revisions.map(({ revision }) => revision).toReversed()
    expectSame(
      "R1",
      items.map(({ revision }) => revision),
      numbers,
      `the revisions of ${id} after ${after}`
    )
    for (const [n, item] of items.entries()) {
      expectSame(law, item, revisions.at(-1 - n), `revision ${item.revision} of ${id} after ${after}`)
    }
  }

  /** Whether everything reads as it was first answered. */
  const look = async (law: Law, after: string): Promise<void> => {
    await Promise.all([
      ...kinds.filter(({ has }) => has("list")).map((kind) => lookAtList(law, kind, after)),
      ...living.filter(({ kind }) => kind.has("history")).map((one) => lookAtHistory(law, one, after)),
      ...living.filter(({ kind }) => kind.dependencies !== undefined).map((one) => lookAtDependencies(one, after))
    ])
  }

  /** Whether each revision reads as it was first answered when it is asked for by its number, and there is none beyond. */
  const lookAtEach = async (after: string): Promise<void> => {
    await Promise.all(
      living.map(async ({ kind, id, revisions }) => {
        for (const wanted of revisions) {
          const { revision } = wanted
          const seen = await carryOut("R1", kind.id("get"), { id, revision })
          expectSame("R2", seen, wanted, `revision ${revision} of ${id} after ${after}`)
        }
        const beyond = await client.call(kind.id("get"), { id, revision: revisions.length + 1 })
        expectCode("R1", beyond, "NOT_FOUND", `revision ${revisions.length + 1} of ${revisions.length}`)
      })
    )
  }

  const replace = (entry: Entry) => {
    living = living.map((one) => (one.id === entry.id ? entry : one))
  }

  const isNew = (id: string) => {
    expect("R8", !ids.has(id), `the ID ${id} was given again`)
    ids.add(id)
  }

  /** Takes in what a write answered, if it is what was foretold, and looks at everything. */
  const takeIn = async (law: Law, entry: Entry, answered: Whole, wanted: object, what: string) => {
    expectSame(law, told(answered), told(wanted), `what ${what} answered`)
    replace({ ...entry, revisions: [...entry.revisions, answered] })
    const { kind, id } = entry
    if (!looks) return
    expectSame(law, await client.ok(kind.id("get"), { id }), answered, `what get answers after ${what}`)
    await look(law, what)
  }

  const entryOf = ({ id }: { readonly id: string }): Entry => living.find((one) => one.id === id)!

  const create = async (kind: ServedKind, name: string, more: Changes = {}): Promise<Entry> => {
    const { references: asked, ...others } = more
    const body = kind.body(name, asked === undefined ? {} : { references: asked })
    const answered = await write("R1", kind, "create", { ...body, ...others })
    isNew(answered.id)
    const entry = { kind, id: answered.id, revisions: [] }
    living = [...living, entry]
    const { description = null } = more
    const references = kind.references(asked)
    const wanted = { name: name.trim(), description, references, revision: 1, origin: { type: "created" } }
    await takeIn("R1", entry, answered, { ...answered, ...wanted, kind: kind.name }, "a create")
    return entryOf(answered)
  }

  const update = async (of: Entry, asked: Changes): Promise<Entry> => {
    const entry = entryOf(of)
    const { kind, id } = entry
    const references =
      asked.references === undefined ? {} : { references: kind.references(asked.references) as References }
    const changes = { ...asked, ...references }
    const before = current(entry)
    const input = { id, expectedRevision: before.revision, ...changes }
    const answered = await write("R2", kind, "update", input)
    const { value, ...rest } = changes
    const content = value === undefined ? {} : { source: answered.source, settings: answered.settings }
    const place = kind.openJson ?? kind.text
    if (value !== undefined && place !== undefined && !fixed.has(kind))
      expectSame("R2", place.read(answered), value, "what an update changed")
    const renamed = rest.name === undefined ? {} : { name: rest.name.trim() }
    const wanted = { ...before, ...rest, ...content, ...renamed }
    const revised = { revision: before.revision + 1, origin: { type: "updated" } }
    const names = Object.keys(changes).join(", ") || "nothing"
    await takeIn("R2", entry, answered, { ...wanted, ...revised }, `an update of ${names}`)
    return entryOf(entry)
  }

  const restore = async (of: Entry, revision: number, guarded = true): Promise<Entry> => {
    const entry = entryOf(of)
    const { kind, id, revisions } = entry
    const guard = guarded ? { expectedRevision: revisions.length } : {}
    const answered = await carryOut<Whole>("R5", kind.id("restore"), { id, revision, ...guard })
    const revised = { revision: revisions.length + 1, origin: { type: "restored", revision } }
    await takeIn(
      "R5",
      entry,
      answered,
      { ...revisions[revision - 1]!, ...revised },
      `a restore of revision ${revision}`
    )
    return entryOf(entry)
  }

  const copy = async (of: Entry, name: string, revision?: number): Promise<Entry> => {
    const { kind, id, revisions } = entryOf(of)
    const answered = await carryOut<Whole>("R6", kind.id("copy"), { id, name, revision })
    isNew(answered.id)
    const entry = { kind, id: answered.id, revisions: [] }
    living = [...living, entry]
    const from = revision ?? revisions.length
    const { createdAt, createdBy } = answered
    const made = { id: entry.id, name: name.trim(), revision: 1, origin: { type: "copied", id, revision: from } }
    const wanted = { ...revisions[from - 1]!, ...made, createdAt, createdBy }
    await takeIn("R6", entry, answered, wanted, revision === undefined ? "a copy" : `a copy of revision ${revision}`)
    return entryOf(entry)
  }

  const remove = async (of: Entry): Promise<void> => {
    const { kind, id, revisions } = entryOf(of)
    const answered = await carryOut("R7", kind.id("delete"), { id, expectedRevision: revisions.length })
    expectSame("R8", answered, { id, deleted: true, revision: revisions.length }, "what a delete answered")
    living = living.filter((one) => one.id !== id)
    for (const more of [{}, { revision: 1 }])
      expectCode("R8", await client.call(kind.id("get"), { id, ...more }), "NOT_FOUND", "what was deleted")
    await look("R8", "a delete")
  }

  /** Calls what has to be refused, with these details where they are given, whatever the order of aliases in them. */
  const isRefused = async (law: Law, operation: string, input: object, code: Code, details: object | undefined) => {
    const answer = await client.call(operation, input, { repeatable: true })
    const what = `${operation} ${JSON.stringify(input)}`
    const { id } = (answer.data ?? input) as { readonly id?: string }
    if (answer.data !== undefined && id !== undefined) strays.push({ operation, id })
    expectCode(law, answer, code, what)
    if (details === undefined) return
    const { references, ...rest } = (answer.error?.details ?? {}) as { readonly references?: ReadonlyArray<string> }
    expectSame(
      law,
      references === undefined ? rest : { references: references.toSorted() },
      details,
      `what ${what} told`
    )
  }
  /** What was made where it had to be refused. */
  const strays: Array<{ readonly operation: string; readonly id: string }> = []

  const refuse = async (law: Law, operation: string, input: object, code: Code, details?: object): Promise<void> => {
    await isRefused(law, operation, input, code, details)
    await look(law, `${operation} was refused`)
  }

  /** A delete of what is referred to names those that do. */
  const hold = async (of: Entry): Promise<void> => {
    const { kind, id, revisions } = entryOf(of)
    const all = referrersOf(id)
    const answer = await client.call(
      kind.id("delete"),
      { id, expectedRevision: revisions.length },
      { repeatable: true }
    )
    expectCode("R7", answer, "STILL_REFERENCED", "a delete of what is referred to")
    const { referencedBy = [], hasMore } = (answer.error?.details ?? {}) as {
      readonly referencedBy?: ReadonlyArray<Dependency>
      readonly hasMore?: boolean
    }
    const among = all.filter(
      (one) => all.length <= 20 || referencedBy.some(({ id, alias }) => id === one.id && alias === one.alias)
    )
    expectSame("R7", asSet(referencedBy), asSet(among), "those that hold what was to be deleted")
    const told = [referencedBy.length, hasMore]
    expectSame("R7", told, [Math.min(20, all.length), all.length > 20], `how many of ${all.length} were told`)
    await look("R7", "a delete was refused")
  }

  /** Deletes everything: first what refers. What goes wrong is not told, so that it hides nothing that was seen. */
  const clear = async (): Promise<void> => {
    const left = [
      ...living.map(({ kind, id }) => ({ kind, id })),
      ...strays.flatMap(({ operation, id }) =>
        kinds
          .filter((kind) => operation === kind.id("create") || operation === kind.id("copy"))
          .map((kind) => ({ kind, id }))
      )
    ]
    const revisionOf = async (kind: ServedKind, id: string) =>
      ((await client.call(kind.id("get"), { id })).data as Definition | undefined)?.revision
    for (const isLast of [false, true]) {
      for (const { kind, id } of left) {
        try {
          const expectedRevision = await revisionOf(kind, id)
          if (expectedRevision === undefined) continue
          if (isLast) await client.call(kind.id("delete"), { id, expectedRevision })
          else if (kind.mayReference.length > 0)
            await client.call(kind.id("update"), { id, expectedRevision, references: kind.references() })
        } catch {
          // Left behind, under a name that no other has.
        }
      }
    }
  }

  return { create, update, restore, copy, remove, isRefused, refuse, hold, look, lookAtEach, clear }
}

export type Ledger = ReturnType<typeof makeLedger>

/** Runs something over a ledger, and deletes what it wrote. */
export const withLedger = async (context: LedgerContext, use: (ledger: Ledger) => Promise<void>): Promise<void> => {
  // What cannot be cleaned up is not created.
  for (const kind of context.kinds) for (const verb of ["create", "get", "update", "delete"] as const) kind.id(verb)
  const ledger = makeLedger(context)
  try {
    await use(ledger)
  } finally {
    await ledger.clear()
  }
}
