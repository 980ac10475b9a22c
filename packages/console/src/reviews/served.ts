import type { Invoker } from "@agent-operations/operations"

/** Whether the operations over reviews are served, all of which a family has. */
export const servesReviews = (invoker: Invoker["Service"]): boolean =>
  invoker.find("list_review_sessions") !== undefined
