import { type AgentError, InternalError } from "@agent-operations/error-envelope"
import { Cause, Effect } from "effect"

/** The error to answer with. What was not foreseen is logged whole, and told in general. Law: E1. */
export const explain = (cause: Cause.Cause<AgentError>): Effect.Effect<AgentError> => {
  const foreseen = cause.reasons.find(Cause.isFailReason)
  return foreseen !== undefined
    ? Effect.succeed(foreseen.error)
    : Effect.as(
        Effect.logError("A request failed in a way that was not foreseen", cause),
        new InternalError({ message: "The server failed unexpectedly." })
      )
}
