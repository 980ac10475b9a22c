import type { Access, AccessDecision } from "@agent-operations/auth"
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect, Fiber } from "effect"

/**
 * Answers a request by what its body asks for, once access is decided; for whom is expected to be let in, what only reads
 * is begun beside the decision. What became of it, a result, an error or nothing yet, is withheld until the decision has
 * let in whom was expected. Where it lets in somebody else it is done anew for them, and where it refuses its answer is
 * told at once and the rest is given up. Law: A1.
 */
export const readAhead = <B, A>(
  { expected, access }: AccessDecision,
  body: Effect.Effect<B, AgentError>,
  read: (body: B, access: Access) => Effect.Effect<A, AgentError>
): Effect.Effect<A, AgentError> => {
  if (expected === undefined)
    return Effect.flatMap(access, (caller) => Effect.flatMap(body, (sent) => read(sent, caller)))
  return Effect.withFiber(({ context }) => {
    let caller = expected
    let begun: { readonly body: B } | undefined
    const ahead = Effect.runForkWith(context)(
      Effect.flatMap(body, (sent) => {
        begun = { body: sent }
        return read(sent, caller)
      })
    )
    const answer = Effect.flatMap(access, (decided) => {
      if (decided !== caller && begun !== undefined) return read(begun.body, decided)
      caller = decided
      return Fiber.join(ahead)
    })
    return Effect.onExit(answer, () => Effect.sync(() => ahead.interruptUnsafe()))
  })
}
