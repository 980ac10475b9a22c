import { type Explanation, findOrder } from "./find-order.ts"

/** What a client did to definitions of several kinds. Their names are told apart without regard to case. */
export type ManyAct =
  | {
      readonly type: "create"
      readonly kind: string
      readonly name: string
      readonly token: string
      readonly uses: Uses
    }
  | { readonly type: "copy"; readonly kind: string; readonly id: string; readonly name: string }
  | {
      readonly type: "update"
      readonly kind: string
      readonly id: string
      readonly expectedRevision: number
      readonly name?: string
      readonly token?: string
      readonly uses?: Uses
    }
  | {
      readonly type: "restore"
      readonly kind: string
      readonly id: string
      readonly revision: number
      readonly expectedRevision: number
    }
  | { readonly type: "delete"; readonly kind: string; readonly id: string; readonly expectedRevision: number }
  | { readonly type: "read"; readonly kind: string; readonly id: string }
  | { readonly type: "list"; readonly kind: string }
  | { readonly type: "dependencies"; readonly kind: string; readonly id: string }

/** The IDs of what a definition refers to, by alias. */
export type Uses = Readonly<Record<string, string>>

interface Content {
  readonly name: string
  readonly token: string
  readonly uses: Uses
}

/** A definition as an answer shows it. */
export interface Seen extends Content {
  readonly id: string
  readonly revision: number
}

/** Why an act was refused, with what the answer told of it. */
export type Refusal =
  | { readonly code: "NOT_FOUND" }
  | { readonly code: "CONFLICT"; readonly currentRevision: number }
  | { readonly code: "NAME_TAKEN" }
  | { readonly code: "REFERENCE_NOT_FOUND"; readonly aliases: ReadonlyArray<string> }
  | { readonly code: "STILL_REFERENCED"; readonly by: ReadonlyArray<string> }

/** What an act was answered. A page is `whole` where nothing follows it. `unknown`: it may have happened or not. */
export type ManyReply =
  | { readonly type: "shown"; readonly seen: Seen }
  | { readonly type: "deleted" }
  | { readonly type: "refused"; readonly refusal: Refusal }
  | {
      readonly type: "listed"
      readonly items: ReadonlyArray<Seen>
      readonly whole: boolean
      /** How many there are in all, where it was told. */
      readonly total?: number
    }
  | { readonly type: "told"; readonly by: ReadonlyArray<string>; readonly whole: boolean }
  | { readonly type: "unknown" }

/** One act of a recorded history. Times are of one clock, in any unit. */
export interface ManyRecorded {
  readonly client: string
  readonly act: ManyAct
  readonly reply: ManyReply
  readonly invoked: number
  /** When the answer came; `Infinity` where none did. */
  readonly returned: number
}

interface Living {
  readonly kind: string
  readonly id: string
  /** Newest last. */
  readonly revisions: ReadonlyArray<Content>
}

/** The definitions that there are, by ID. */
type State = ReadonlyMap<string, Living>

const fold = (name: string) => name.normalize("NFC").toLowerCase()
const current = ({ revisions }: Living) => revisions.at(-1)!
const seenOf = (one: Living): Seen => ({ id: one.id, revision: one.revisions.length, ...current(one) })

const usesOf = (uses: Uses) => Object.entries(uses).sort(([a], [b]) => (a < b ? -1 : 1))
const textOf = ({ id, revision, name, token, uses }: Seen) => JSON.stringify([id, revision, name, token, usesOf(uses)])
const sameTexts = (a: ReadonlyArray<string>, b: ReadonlyArray<string>) =>
  a.length === b.length && a.toSorted().every((text, n) => text === b.toSorted()[n])

/** Who refers to a definition now: user, its revision, alias. */
const referrers = (state: State, id: string): ReadonlyArray<string> =>
  [...state.values()].flatMap((user) =>
    Object.entries(current(user).uses).flatMap(([alias, used]) =>
      used === id ? [referrerOf(user.id, user.revisions.length, alias)] : []
    )
  )

/** How one that refers is told apart. */
export const referrerOf = (id: string, revision: number, alias: string): string => `${id} ${revision} ${alias}`

/** What a write of some content by a definition runs into. */
const contentRefusals = (state: State, kind: string, id: string | undefined, { name, uses }: Content) => {
  const taken = [...state.values()].some(
    (other) => other.kind === kind && other.id !== id && fold(current(other).name) === fold(name)
  )
  const aliases = Object.entries(uses).flatMap(([alias, used]) => (state.has(used) ? [] : [alias]))
  const refusals: Array<Refusal> = []
  if (taken) refusals.push({ code: "NAME_TAKEN" })
  if (aliases.length > 0) refusals.push({ code: "REFERENCE_NOT_FOUND", aliases })
  return refusals
}

/** What an act would do to a state: how it may be refused, or else the state after it and the definition that it shows. */
interface Step {
  readonly refusals: ReadonlyArray<Refusal>
  readonly next: State
  readonly seen?: Seen
}

const apply = (state: State, act: ManyAct, newId: string): Step => {
  const written = (one: Living, refusals: ReadonlyArray<Refusal>): Step => ({
    refusals,
    next: new Map(state).set(one.id, one),
    seen: seenOf(one)
  })
  if (act.type === "list") return { refusals: [], next: state }
  if (act.type === "create") {
    const { kind, name, token, uses } = act
    const content = { name, token, uses }
    return written({ kind, id: newId, revisions: [content] }, contentRefusals(state, kind, undefined, content))
  }
  const { kind, id } = act
  const one = state.get(id)
  if (one === undefined) return { refusals: [{ code: "NOT_FOUND" }], next: state }
  const revision = one.revisions.length
  if (act.type === "read") return { refusals: [], next: state, seen: seenOf(one) }
  if (act.type === "dependencies") return { refusals: [], next: state }
  if (act.type === "copy") {
    const content = { ...current(one), name: act.name }
    return written({ kind, id: newId, revisions: [content] }, contentRefusals(state, kind, undefined, content))
  }
  const stale: ReadonlyArray<Refusal> =
    act.expectedRevision === revision ? [] : [{ code: "CONFLICT", currentRevision: revision }]
  if (act.type === "delete") {
    const by = referrers(state, id)
    const held: ReadonlyArray<Refusal> = by.length === 0 ? [] : [{ code: "STILL_REFERENCED", by }]
    const next = new Map(state)
    next.delete(id)
    return { refusals: [...stale, ...held], next }
  }
  const past = act.type === "restore" ? one.revisions[act.revision - 1] : undefined
  if (act.type === "restore" && past === undefined) return { refusals: [{ code: "NOT_FOUND" }], next: state }
  const before = current(one)
  const content =
    act.type === "update"
      ? { name: act.name ?? before.name, token: act.token ?? before.token, uses: act.uses ?? before.uses }
      : past!
  return written({ ...one, revisions: [...one.revisions, content] }, [
    ...stale,
    ...contentRefusals(state, kind, id, content)
  ])
}

const isRefusal = (told: Refusal, possible: Refusal): boolean => {
  if (told.code === "CONFLICT") return possible.code === "CONFLICT" && told.currentRevision === possible.currentRevision
  if (told.code === "REFERENCE_NOT_FOUND")
    return possible.code === "REFERENCE_NOT_FOUND" && sameTexts(told.aliases, possible.aliases)
  if (told.code === "STILL_REFERENCED") return possible.code === "STILL_REFERENCED" && sameTexts(told.by, possible.by)
  return told.code === possible.code
}

/** The state after an act that was answered so; undefined where it cannot have been. */
const after = (state: State, act: ManyAct, reply: ManyReply, newId: string): State | undefined => {
  const { refusals, next, seen } = apply(state, act, newId)
  switch (reply.type) {
    case "refused":
      return refusals.some((possible) => isRefusal(reply.refusal, possible)) ? state : undefined
    case "unknown":
      return refusals.length === 0 && next !== state ? next : undefined
    case "shown":
      return refusals.length === 0 && seen !== undefined && textOf(seen) === textOf(reply.seen) ? next : undefined
    case "deleted":
      return refusals.length === 0 ? next : undefined
    case "listed": {
      const all = [...state.values()].filter(({ kind }) => kind === act.kind)
      const texts = new Set(all.map((one) => textOf(seenOf(one))))
      const isPart = new Set(reply.items.map(({ id }) => id)).size === reply.items.length
      const fits = isPart && reply.items.every((item) => texts.has(textOf(item)))
      const isWhole = reply.whole ? reply.items.length === all.length : reply.items.length < all.length
      const isCounted = reply.total === undefined || reply.total === all.length
      return fits && isWhole && isCounted ? state : undefined
    }
    case "told": {
      if (refusals.length > 0) return undefined
      const by = referrers(state, (act as { id: string }).id)
      if (reply.whole) return sameTexts(reply.by, by) ? state : undefined
      return reply.by.length < by.length && reply.by.every((one) => by.includes(one)) ? state : undefined
    }
  }
}

const isMaking = ({ type }: ManyAct) => type === "create" || type === "copy"

/** The IDs that a definition of an act without an answer may have got: those that were seen, and that no answer gave. */
const strayIds = (history: ReadonlyArray<ManyRecorded>): ReadonlyArray<string> => {
  const given = new Set<string>()
  const seen = new Set<string>()
  for (const { act, reply } of history) {
    if (reply.type === "shown") (isMaking(act) ? given : seen).add(reply.seen.id)
    if (reply.type === "listed") for (const { id } of reply.items) seen.add(id)
    if (reply.type === "told") for (const one of reply.by) seen.add(one.split(" ")[0]!)
  }
  return [...seen].filter((id) => !given.has(id))
}

/**
 * Whether some order of the acts explains a history of many definitions, from none on: strict serializability. Each act
 * takes effect at one moment between its call and its answer, and is answered by all that was true at that moment: names,
 * references, whole lists with their totals, what is copied. An act without an answer may have happened at any time after
 * its call, or never. As answers tell revisions, the search has little to try: it grows with the length of a history, and
 * with how many acts are under way at once.
 *
 * Laws: R1 to R4, R6, R7, R8, R9, P4.
 *
 * @param most how many states are looked at before it gives up
 *
 * @example
 * explainMany(recorder.history) === "none" // the server is wrong
 */
export const explainMany = (history: ReadonlyArray<ManyRecorded>, most = 200_000): Explanation => {
  const strays = strayIds(history)
  const texts = new WeakMap<State, string>()

  const textOfState = (state: State) => {
    const known = texts.get(state)
    if (known !== undefined) return known
    const parts = [...state.values()].map(({ id, revisions }) =>
      JSON.stringify([id, revisions.map(({ name, token, uses }) => [name, token, usesOf(uses)])])
    )
    const text = parts.sort().join()
    texts.set(state, text)
    return text
  }

  return findOrder<State, ManyRecorded>({
    history,
    first: new Map(),
    after: (state, { act, reply }, n) => {
      const isLost = reply.type === "unknown"
      const ids =
        reply.type === "shown" ? [reply.seen.id] : isLost && isMaking(act) ? [...strays, `lost ${n}`] : ["none"]
      return ids.flatMap((id) => (isMaking(act) && state.has(id) ? [] : (after(state, act, reply, id) ?? [])))
    },
    keyOf: textOfState,
    most
  })
}
