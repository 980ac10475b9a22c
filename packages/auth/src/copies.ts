import { copies as contract } from "@agent-operations/contract"
import { copies as database } from "@agent-operations/database"
import type { Copy } from "@agent-operations/error-envelope"
import { Effect } from "effect"

/** This package and those that it is built on, as they were loaded: for `oneCopy`. */
export const copies: ReadonlyArray<Copy> = [
  {
    name: "@agent-operations/auth",
    url: import.meta.url,
    effect: Effect.void,
    effectUrl: () => import.meta.resolve("effect")
  },
  ...contract,
  ...database
]
