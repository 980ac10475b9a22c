import { Context, Effect, type Scope } from "effect"

/** What goes on without a caller who waits for it, as a test sees it. */
export interface BackgroundWork {
  /** How many pieces of upkeep are under way. */
  underWay: number
  /** What tells whether something waits to be worked on. */
  readonly left: Set<Effect.Effect<boolean>>
}

/**
 * Where work in the background is noted, for tests that wait for its end. Nothing is noted by default.
 *
 * @example
 * Layer.succeed(BackgroundWork, { underWay: 0, left: new Set() })
 */
export const BackgroundWork = Context.Reference<BackgroundWork | undefined>(
  "@agent-operations/database/BackgroundWork",
  { defaultValue: () => undefined }
)

/**
 * Notes that an effect is under way: one piece of upkeep, without the pause before the next.
 *
 * @example
 * inBackground(store.upkeep).pipe(Effect.repeat(Schedule.spaced("1 hour")), Effect.forkScoped)
 */
export const inBackground = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(BackgroundWork, (work) => {
    if (work === undefined) return effect
    return Effect.ensuring(
      Effect.suspend(() => {
        work.underWay++
        return effect
      }),
      Effect.sync(() => work.underWay--)
    )
  })

/**
 * Notes for the scope what tells whether a worker has something left to do. Where it fails, nothing is known to be left.
 *
 * @example
 * yield* noteWork(Effect.map(waiting(name), ({ count }) => count > 0))
 */
export const noteWork = <E>(left: Effect.Effect<boolean, E>): Effect.Effect<void, never, Scope.Scope> =>
  Effect.flatMap(BackgroundWork, (work) => {
    if (work === undefined) return Effect.void
    const told = Effect.catchCause(left, () => Effect.succeed(false))
    return Effect.acquireRelease(
      Effect.sync(() => void work.left.add(told)),
      () => Effect.sync(() => work.left.delete(told))
    )
  })
