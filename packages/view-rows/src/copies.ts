import type { Copy } from "@agent-operations/error-envelope"
import { copies as traces } from "@agent-operations/traces"
import { copies as views } from "@agent-operations/views"
import { Effect } from "effect"

/** This package and those that it is built on, as they were loaded: for `oneCopy`. */
export const copies: ReadonlyArray<Copy> = [
  {
    name: "@agent-operations/view-rows",
    url: import.meta.url,
    effect: Effect.void,
    effectUrl: () => import.meta.resolve("effect")
  },
  ...views,
  ...traces
]
