import type { Copy } from "@agent-operations/error-envelope"
import { copies as operations } from "@agent-operations/operations"
import { copies as revisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"

/** This package and those that it is built on, as they were loaded: for `oneCopy`. */
export const copies: ReadonlyArray<Copy> = [
  {
    name: "@agent-operations/definitions",
    url: import.meta.url,
    effect: Effect.void,
    effectUrl: () => import.meta.resolve("effect")
  },
  ...operations,
  ...revisionStore
]
