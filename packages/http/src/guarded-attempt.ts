import type { Access, AccessDecision } from "@agent-operations/auth"
import { CurrentGuard } from "@agent-operations/database"
import type { AgentError } from "@agent-operations/error-envelope"
import { Cause, Effect, Exit } from "effect"

/** Whether a failure says nothing but that the database could not be asked, or that nobody waits any more. */
const tellsNothing = (cause: Cause.Cause<AgentError>): boolean =>
  cause.reasons.some(
    (reason) =>
      Cause.isInterruptReason(reason) ||
      (Cause.isFailReason(reason) && (reason.error._tag === "UNAVAILABLE" || reason.error._tag === "TIMEOUT"))
  )

/**
 * Answers a request by what its body asks for, once access is decided. Whom is expected to be let in is not asked for
 * first: what they want is tried under the guard that they are still let in, which its one statement keeps, and told where
 * the database found that it holds. Otherwise nothing was changed, and nothing of it is told: access is decided as for
 * everybody else, and it is done anew for whom that lets in. Law: A1.
 */
export const guardedAttempt = <B, A>(
  { expected, access }: AccessDecision,
  body: Effect.Effect<B, AgentError>,
  run: (body: B, access: Access) => Effect.Effect<A, AgentError>
): Effect.Effect<A, AgentError> => {
  const decideFirst = (body: Effect.Effect<B, AgentError>) =>
    Effect.flatMap(access, (caller) => Effect.flatMap(body, (sent) => run(sent, caller)))
  if (expected === undefined) return decideFirst(body)

  return Effect.flatMap(Effect.exit(body), (read) => {
    if (Exit.isFailure(read)) return decideFirst(read)
    const guarding = { guard: expected.guard, held: false }
    const tried = Effect.andThen(
      expected.admit,
      Effect.provideService(
        Effect.suspend(() => run(read.value, expected.access)),
        CurrentGuard,
        guarding
      )
    )
    return Effect.flatMap(Effect.exit(tried), (exit): Effect.Effect<A, AgentError> => {
      if (guarding.held) return Effect.andThen(expected.accepted, exit)
      return Exit.isFailure(exit) && tellsNothing(exit.cause) ? exit : decideFirst(read)
    })
  })
}
