import { Context } from "effect"

/**
 * How long statements are expected to take. Those that are `short`, as is the default, share connections. A `search` may
 * take long: each of its statements has a connection to itself, in turn with those of others, and may be ended and begun
 * again.
 *
 * @example
 * Effect.provideService(handler, WorkClass, "search")
 */
export const WorkClass = Context.Reference<"short" | "search">("@agent-operations/database/WorkClass", {
  defaultValue: () => "short"
})
