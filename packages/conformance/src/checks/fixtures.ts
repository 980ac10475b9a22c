import { expect } from "../Broken.ts"
import type { Client, Definition } from "../client.ts"
import type { Law } from "../laws.ts"
import { NotChecked } from "../NotChecked.ts"
import type { ServedKind } from "../served.ts"

/** What the check of a reference has: its two kinds, and words for names. */
interface PairContext {
  readonly client: Client
  readonly kind: ServedKind
  readonly used: ServedKind
  readonly word: () => string
}

/** A page of a list. */
export interface Page {
  readonly items: ReadonlyArray<Definition>
  readonly nextCursor: string | null
  readonly total?: number
}

/** Creates definitions of a kind for a check, and deletes them when it ends, at whatever revision they are by then. */
export const withDefinitions = async (
  client: Client,
  kind: ServedKind,
  names: ReadonlyArray<string>,
  use: (made: ReadonlyArray<Definition>) => Promise<void>
): Promise<void> => {
  const create = kind.id("create")
  // What cannot be cleaned up is not created.
  for (const verb of ["get", "delete"] as const) kind.id(verb)
  const made: Array<Definition> = []
  try {
    for (const name of names) made.push(await client.ok(create, kind.body(name)))
    await use(made)
  } finally {
    for (const { id } of made) await discard(client, kind, id)
  }
}

/** What has to refer to something, cannot be made where that is out of reach. */
export const expectFree = ({ isFree, name }: ServedKind): void => {
  if (!isFree) throw new NotChecked(`${name} has to refer to what is in the target's project alone`)
}

/** A reference that follows the current revision of a definition. */
export const referenceTo = ({ name }: ServedKind, id: string) => ({ kind: name, id, revision: null })

/** Leaves out a check of a host's kind whose own validation refuses what the schema takes. */
export const unlessItsOwn = (
  { isBuiltIn }: ServedKind,
  error: { readonly code: string } | undefined,
  what: string
): void => {
  if (error?.code === "VALIDATION_ERROR" && !isBuiltIn)
    throw new NotChecked(`the server's own validation refuses ${what}`)
}

/**
 * Runs something over a definition of `used` and one of `kind` that refers to it under the alias `used`, both at revision
 * 1, and deletes them.
 */
export const withReference = (
  { client, kind, used, word }: PairContext,
  use: (made: { readonly target: Definition; readonly user: Definition }) => Promise<void>
): Promise<void> => {
  const name = word()
  return withDefinitions(client, used, [`${name} used`], async ([made]) => {
    const target = made!
    const body = kind.body(`${name} user`, { references: { used: referenceTo(used, target.id) } })
    const { data, error, status, text } = await client.call(kind.id("create"), body)
    unlessItsOwn(kind, error, `a reference of ${kind.name} to ${used.name}`)
    expect(
      "C2",
      data !== undefined,
      `${kind.id("create")} answered ${status} ${text.slice(0, 300)}, where it has to succeed`
    )
    const user = data as Definition
    try {
      await use({ target, user })
    } finally {
      await discard(client, kind, user.id)
    }
  })
}

/**
 * Deletes a definition, if it is there, whoever wrote it last. What goes wrong with that is not told, so that it does not
 * stand in the way of what a check has seen.
 */
export const discard = async (client: Client, kind: ServedKind, id: string): Promise<void> => {
  try {
    const { data } = await client.call(kind.id("get"), { id })
    if (data !== undefined)
      await client.call(kind.id("delete"), { id, expectedRevision: (data as Definition).revision })
  } catch {
    // Left behind, under a name that no other has.
  }
}

/** Far more pages than any list of these checks has. */
const maxPages = 200

/** Follows a continuation until it is null, and fails with a law where it never is. */
export const follow = async <C>(law: Law, page: (continuation: C | undefined) => Promise<C | null>): Promise<void> => {
  let continuation: C | null | undefined
  for (let pages = 0; continuation !== null; pages++) {
    expect(law, pages < maxPages, `a walk has not ended after ${pages} pages`)
    continuation = await page(continuation)
  }
}

/** Every item of a list, page by page. */
export const walk = async (
  client: Client,
  kind: ServedKind,
  input: { readonly search: string; readonly limit: number },
  between: (items: ReadonlyArray<Definition>) => Promise<unknown> = async () => {}
): Promise<ReadonlyArray<Definition>> => {
  const seen: Array<Definition> = []
  await follow<string>("P1", async (cursor) => {
    const continued = cursor === undefined ? input : { ...input, cursor }
    const page = await client.ok<Page>(kind.id("list"), continued)
    seen.push(...page.items)
    await between(page.items)
    return page.nextCursor
  })
  return seen
}

/** The revisions in a history, newest first, page by page. */
export const historyOf = async (client: Client, kind: ServedKind, id: string): Promise<ReadonlyArray<Definition>> => {
  const seen: Array<Definition> = []
  await follow<number>("P6", async (before) => {
    const input = before === undefined ? { id } : { id, before }
    const page = await client.ok<{ items: ReadonlyArray<Definition>; nextBefore: number | null }>(
      kind.id("history"),
      input
    )
    seen.push(...page.items)
    return page.nextBefore
  })
  return seen
}
