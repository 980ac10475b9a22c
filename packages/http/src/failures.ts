import { type AgentError, InternalError } from "@agent-operations/error-envelope"
import { Cause, Effect } from "effect"

/** The error to answer with. A defect is logged with its cause, and answered as `INTERNAL_ERROR`. Law: E1. */
export const explain = (cause: Cause.Cause<AgentError>): Effect.Effect<AgentError> => {
  const foreseen = cause.reasons.find(Cause.isFailReason)
  return foreseen !== undefined
    ? Effect.succeed(foreseen.error)
    : Effect.as(
        Effect.logError("A request failed unexpectedly", cause),
        new InternalError({ message: "The server failed unexpectedly." })
      )
}
