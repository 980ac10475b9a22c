import type { Paging } from "./operation.ts"

/** What tells how a list goes on: the member of an answer, and that of the next input. */
export const continuations: { readonly [P in Paging]: { readonly from: string; readonly to: string } } = {
  cursor: { from: "nextCursor", to: "cursor" },
  before: { from: "nextBefore", to: "before" },
  offset: { from: "nextOffset", to: "offset" }
}
