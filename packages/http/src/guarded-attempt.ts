import type { Access, AccessDecision } from "@agent-operations/auth"
import { CurrentGuard } from "@agent-operations/database"
import type { AgentError } from "@agent-operations/error-envelope"
import { Cause, Effect, Exit, Fiber } from "effect"

/** Whether a failure says nothing but that the database could not be asked, or that nobody waits any more. */
const tellsNothing = (cause: Cause.Cause<AgentError>): boolean =>
  cause.reasons.some(
    (reason) =>
      Cause.isInterruptReason(reason) ||
      (Cause.isFailReason(reason) && (reason.error._tag === "UNAVAILABLE" || reason.error._tag === "TIMEOUT"))
  )

/** How long a body may take until access is decided without it, in milliseconds. */
const patience = 1000

/** How a fiber ended, or undefined where it takes longer than that: by the system's timer, since callers are real. */
const endOf = <A, E>(fiber: Fiber.Fiber<A, E>): Effect.Effect<Exit.Exit<A, E> | undefined> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.undefined), patience)
    fiber.addObserver((exit) => {
      clearTimeout(timer)
      resume(Effect.succeed(exit))
    })
    return Effect.sync(() => clearTimeout(timer))
  })

/**
 * Answers a request by what its body asks for, once access is decided. Whom is expected to be let in is not asked for
 * first: what they want is tried under the guard that they are still let in, which its one statement keeps, and told where
 * the database found that it holds. Otherwise nothing was changed, and nothing of it is told: access is decided as for
 * everybody else, and it is done anew for whom that lets in. Where that is not sure, since it ended in a defect, it is
 * not done again: they are told of the defect. Laws: A1, R9.
 */
export const guardedAttempt = <B, A>(
  { expected, access }: AccessDecision,
  body: Effect.Effect<B, AgentError>,
  run: (body: B, access: Access) => Effect.Effect<A, AgentError>
): Effect.Effect<A, AgentError> => {
  const decideFirst = (body: Effect.Effect<B, AgentError>) =>
    Effect.flatMap(access, (caller) => Effect.flatMap(body, (sent) => run(sent, caller)))
  if (expected === undefined) return decideFirst(body)

  const attempt = (sent: B) => {
    const guarding = { guard: expected.guard, held: false }
    const tried = Effect.andThen(
      expected.admit,
      Effect.provideService(
        Effect.suspend(() => run(sent, expected.access)),
        CurrentGuard,
        guarding
      )
    )
    return Effect.flatMap(Effect.exit(tried), (exit): Effect.Effect<A, AgentError> => {
      if (guarding.held) return Effect.andThen(expected.accepted, exit)
      if (Exit.isSuccess(exit)) return decideFirst(Effect.succeed(sent))
      if (tellsNothing(exit.cause)) return exit
      return Cause.hasDies(exit.cause) ? Effect.andThen(access, exit) : decideFirst(Effect.succeed(sent))
    })
  }

  return Effect.flatMap(Effect.forkChild(body), (reading) =>
    Effect.flatMap(endOf(reading), (read) =>
      read !== undefined && Exit.isSuccess(read) ? attempt(read.value) : decideFirst(Fiber.join(reading))
    )
  )
}
