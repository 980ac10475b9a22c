import type { Copy } from "@agent-operations/error-envelope"
import { copies as definitions } from "@agent-operations/definitions"
import { copies as traces } from "@agent-operations/traces"
import { Effect } from "effect"

/** This package and those that it is built on, as they were loaded: for `oneCopy`. */
export const copies: ReadonlyArray<Copy> = [
  {
    name: "@agent-operations/prompts",
    url: import.meta.url,
    effect: Effect.void,
    effectUrl: () => import.meta.resolve("effect")
  },
  ...definitions,
  ...traces
]
