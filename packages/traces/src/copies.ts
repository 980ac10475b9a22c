import type { Copy } from "@agent-operations/error-envelope"
import { copies as operations } from "@agent-operations/operations"
import { Effect } from "effect"

/** This package and those that it is built on, as they were loaded: for `oneCopy`. */
export const copies: ReadonlyArray<Copy> = [
  {
    name: "@agent-operations/traces",
    url: import.meta.url,
    effect: Effect.void,
    effectUrl: () => import.meta.resolve("effect")
  },
  ...operations
]
