/** What a client did to one definition. Contents are told apart by a token that the client put into them. */
export type Act =
  | { readonly type: "read" }
  | { readonly type: "update"; readonly expectedRevision: number; readonly token: string }
  | { readonly type: "restore"; readonly revision: number; readonly expectedRevision: number }
  | { readonly type: "delete"; readonly expectedRevision: number }

/** What an act was answered; `unknown` if there was no answer, so that the act may have happened or not. */
export type Reply =
  | { readonly type: "revision"; readonly revision: number; readonly token: string }
  | { readonly type: "deleted" }
  | { readonly type: "conflict"; readonly currentRevision: number }
  | { readonly type: "not found" }
  | { readonly type: "unknown" }

/** One act of a recorded history. Times are of one clock, in any unit. */
export interface Recorded {
  readonly client: string
  readonly act: Act
  readonly reply: Reply
  readonly invoked: number
  /** When the answer came; `Infinity` where none did. */
  readonly returned: number
}

/** A definition: the token of each revision, the newest last; undefined once it is deleted. */
type State = ReadonlyArray<string> | undefined

/** What an act does to a definition, and what it is answered. */
const apply = (state: State, act: Act): { readonly next: State; readonly reply: Reply } => {
  if (state === undefined) return { next: state, reply: { type: "not found" } }
  const revision = state.length
  const token = state[revision - 1]!
  if (act.type === "read") return { next: state, reply: { type: "revision", revision, token } }
  const past = act.type === "restore" ? state[act.revision - 1] : undefined
  if (act.type === "restore" && past === undefined) return { next: state, reply: { type: "not found" } }
  if (act.expectedRevision !== revision) return { next: state, reply: { type: "conflict", currentRevision: revision } }
  if (act.type === "delete") return { next: undefined, reply: { type: "deleted" } }
  const made = act.type === "update" ? act.token : past!
  return { next: [...state, made], reply: { type: "revision", revision: revision + 1, token: made } }
}

const fits = (told: Reply, possible: Reply): boolean => JSON.stringify(told) === JSON.stringify(possible)

/**
 * Whether some order of the acts explains a history: each act takes effect at one moment between its call and its
 * answer, and is answered by what was true at that moment. An act without an answer may have happened at any time after
 * its call, or never. Laws: R1, R2, R3, R4, R8, R9. The search is that of Wing and Gong, which remembers what it tried.
 *
 * @param first the token of revision 1
 * @returns the order that explains it, or null where none does
 *
 * @example
 * explain("made", [{ client: "a", act: { type: "read" }, reply: { type: "revision", revision: 1, token: "made" },
 *   invoked: 0, returned: 1 }]) // [0]
 */
export const explain = (first: string, history: ReadonlyArray<Recorded>): ReadonlyArray<number> | null => {
  const tried = new Set<string>()
  const answered = history.filter(({ reply }) => reply.type !== "unknown").length

  const search = (
    done: ReadonlySet<number>,
    state: State,
    order: ReadonlyArray<number>,
    left: number
  ): typeof order | null => {
    if (left === 0) return order
    const key = `${[...done].sort((a, b) => a - b).join()} ${JSON.stringify(state)}`
    if (tried.has(key)) return null
    tried.add(key)
    // What returned before another was called comes before it.
    const deadline = Math.min(...history.map(({ returned }, i) => (done.has(i) ? Infinity : returned)))
    for (const [i, { act, reply, invoked }] of history.entries()) {
      if (done.has(i) || invoked > deadline) continue
      const { next, reply: possible } = apply(state, act)
      // An act without an answer that changes nothing explains nothing.
      if (reply.type === "unknown" ? next === state : !fits(reply, possible)) continue
      const remaining = reply.type === "unknown" ? left : left - 1
      const found = search(new Set(done).add(i), next, [...order, i], remaining)
      if (found !== null) return found
    }
    return null
  }
  return search(new Set(), [first], [], answered)
}
