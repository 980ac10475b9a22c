import { monotonicMillis } from "@agent-operations/database"
import { Data, Duration, Effect } from "effect"

/** There were too many attempts, from one place or for one address. */
export class TooManyAttempts extends Data.TaggedError("TooManyAttempts")<{
  readonly message: string
  /** Whole seconds. */
  readonly retryAfter: number
}> {}

/**
 * How often something may be tried in a window of time, counted by key, in each process for itself. Every caller counts
 * for itself. The `mostKeys` keys that were tried last are remembered, up to as many others besides; a flood of keys has
 * earlier ones forgotten, so that it takes no more memory, and refuses nobody else.
 */
export const makeAttempts = (limit: number, window: Duration.Input, mostKeys = 100_000) => {
  const millis = Duration.toMillis(Duration.fromInputUnsafe(window))
  // Two generations: forgetting a whole one at a time takes no search for the oldest key.
  let recent = new Map<string, number>()
  let earlier = new Map<string, number>()
  let ends = 0

  const remember = (key: string, count: number) => {
    if (recent.size >= mostKeys && !recent.has(key)) {
      earlier = recent
      recent = new Map()
    }
    recent.set(key, count)
  }

  return (key: string): Effect.Effect<void, TooManyAttempts> =>
    Effect.flatMap(monotonicMillis, (now) => {
      if (now >= ends) {
        recent = new Map()
        earlier = new Map()
        ends = now + millis
      }
      const count = recent.get(key) ?? earlier.get(key) ?? 0
      const refused = count >= limit
      remember(key, refused ? count : count + 1)
      if (!refused) return Effect.void
      const retryAfter = Math.max(1, Math.ceil((ends - now) / 1000))
      return Effect.fail(new TooManyAttempts({ message: "There were too many attempts.", retryAfter }))
    })
}
