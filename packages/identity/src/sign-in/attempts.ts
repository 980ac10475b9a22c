import { Clock, Data, Duration, Effect } from "effect"
import ipaddr from "ipaddr.js"

/** Too often, from one place or for one address. */
export class TooManyAttempts extends Data.TaggedError("TooManyAttempts")<{
  readonly message: string
  /** Whole seconds. */
  readonly retryAfter: number
}> {}

/** How many keys are told apart at a time, so that a flood of them takes no more memory. The others count as one. */
const mostKeys = 100_000

/**
 * How often something may be tried in a window of time, counted by key, in each process for itself. Every caller counts
 * for itself.
 */
export const makeAttempts = (limit: number, window: Duration.Input) => {
  const millis = Duration.toMillis(Duration.fromInputUnsafe(window))
  let counts = new Map<string, number>()
  let ends = 0
  return (key: string): Effect.Effect<void, TooManyAttempts> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (now >= ends) {
        counts = new Map()
        ends = now + millis
      }
      const counted = counts.has(key) || counts.size < mostKeys ? key : ""
      const count = counts.get(counted) ?? 0
      if (count >= limit) {
        const retryAfter = Math.max(1, Math.ceil((ends - now) / 1000))
        return Effect.fail(new TooManyAttempts({ message: "That was tried too often.", retryAfter }))
      }
      counts.set(counted, count + 1)
      return Effect.void
    })
}

/** The place that an IP address stands for: itself, or of IPv6 the network of 64 bits that one customer has. */
export const placeOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString()
}
