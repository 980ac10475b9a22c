import type { Paging } from "@agent-operations/contract"

/** What tells how to go on: the member of an answer, and that of the next input. */
export const continuations: { readonly [P in Paging]: { readonly from: string; readonly to: string } } = {
  cursor: { from: "nextCursor", to: "cursor" },
  before: { from: "nextBefore", to: "before" },
  offset: { from: "nextOffset", to: "offset" }
}
