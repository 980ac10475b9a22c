import { Duration, Effect, Fiber } from "effect"

/**
 * Runs an effect in a fiber of its own and, when it takes longer, goes on with `orElse` at once, leaving the fiber to
 * its interruption. `Effect.timeout` waits for that to end, which takes the driver 5 seconds when the server does not
 * answer, and does not come through at all where interruption is off, as it is for a COMMIT. By the system's timer:
 * what a database leaves unanswered is real, whatever a test does to the clock.
 */
export const abandonAfter = <A, E, R, E2>(
  self: Effect.Effect<A, E, R>,
  limit: Duration.Duration,
  orElse: () => Effect.Effect<never, E2>
): Effect.Effect<A, E | E2, R> =>
  Effect.contextWith((context) =>
    Effect.callback<A, E | E2>((resume) => {
      const fiber = Effect.runForkWith(context)(self)
      const late = () => {
        resume(orElse())
        fiber.interruptUnsafe()
      }
      const timer = Duration.isFinite(limit) ? setTimeout(late, Duration.toMillis(limit)) : undefined
      fiber.addObserver((exit) => {
        clearTimeout(timer)
        resume(exit)
      })
      return Effect.suspend(() => {
        clearTimeout(timer)
        return Fiber.interrupt(fiber)
      })
    })
  )
