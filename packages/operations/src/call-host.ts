import { type AgentError, errorFrom } from "@agent-operations/error-envelope"
import { Effect } from "effect"

/**
 * Calls a function of the host's, which may return a promise. An error of the catalogue that it throws is the failure;
 * anything else is a defect. The signal aborts when the caller is gone or the deadline has passed.
 */
export const callHost = <A>(call: (signal: AbortSignal) => A | Promise<A>): Effect.Effect<A, AgentError> =>
  Effect.tryPromise({ try: async (signal) => call(signal), catch: (thrown) => thrown }).pipe(
    Effect.catch((thrown): Effect.Effect<never, AgentError> => {
      const error = errorFrom(thrown)
      return error === undefined ? Effect.die(thrown) : Effect.fail(error)
    })
  )
