import { Clock, Effect } from "effect"

/**
 * Milliseconds since some moment, to measure what passes in this process: the time of day may be set back, and what waits by
 * it then waits as much longer. It may stand still while the machine sleeps.
 */
export const monotonicMillis: Effect.Effect<number> = Effect.map(Clock.monotonicTimeNanos, (nanos) =>
  Number(nanos / 1_000_000n)
)
