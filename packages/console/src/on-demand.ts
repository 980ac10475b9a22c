import { recordCopy } from "@agent-operations/error-envelope"
import { Effect } from "effect"

// Here, as every host of the console loads this module before it starts.
recordCopy("@agent-operations/console", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** Makes something when it is first asked for; one that could not be made is tried again. */
export const onDemand = <A>(make: () => Promise<A>): (() => Promise<A>) => {
  let made: Promise<A> | undefined
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    }))
}
