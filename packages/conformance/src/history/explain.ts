import { type Explanation, findOrder } from "./find-order.ts"

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

/** A revision of the definition, with those before it. */
interface Revision {
  readonly number: number
  readonly token: string
  readonly before: Revision | undefined
}

/** The current revision; undefined once the definition is deleted. */
type State = Revision | undefined

/** What an act does to a definition, and what it is answered. */
const apply = (state: State, act: Act): { readonly next: State; readonly reply: Reply } => {
  if (state === undefined) return { next: state, reply: { type: "not found" } }
  const { number: revision, token } = state
  if (act.type === "read") return { next: state, reply: { type: "revision", revision, token } }
  let past: State = state
  if (act.type === "restore") while (past !== undefined && past.number !== act.revision) past = past.before
  if (past === undefined) return { next: state, reply: { type: "not found" } }
  if (act.expectedRevision !== revision) return { next: state, reply: { type: "conflict", currentRevision: revision } }
  if (act.type === "delete") return { next: undefined, reply: { type: "deleted" } }
  const next = { number: revision + 1, token: act.type === "update" ? act.token : past.token, before: state }
  return { next, reply: { type: "revision", revision: next.number, token: next.token } }
}

const fits = (told: Reply, possible: Reply): boolean => JSON.stringify(told) === JSON.stringify(possible)

/**
 * Whether some order of the acts explains a history: each act takes effect at one moment between its call and its
 * answer, and is answered by what was true at that moment. An act without an answer may have happened at any time after
 * its call, or never. Laws: R1, R2, R3, R4, R8, R9.
 *
 * @param first the token of revision 1
 * @param most how many states are looked at before it gives up
 * @returns the order that explains it, `none` where none does, `undecided` where the search became too long
 *
 * @example
 * explain("made", [{ client: "a", act: { type: "read" }, reply: { type: "revision", revision: 1, token: "made" },
 *   invoked: 0, returned: 1 }]) // [0]
 */
export const explain = (first: string, history: ReadonlyArray<Recorded>, most = 200_000): Explanation =>
  findOrder<State, Recorded>({
    history,
    first: { number: 1, token: first, before: undefined },
    after: (state, { act, reply }) => {
      const { next, reply: possible } = apply(state, act)
      // An act without an answer that changes nothing explains nothing.
      return (reply.type === "unknown" ? next !== state : fits(reply, possible)) ? [next] : []
    },
    // Each write tells the revision that it makes, so that those done tell the state.
    keyOf: () => "",
    most
  })
