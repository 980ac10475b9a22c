import { CredentialVerifier, type Principal } from "@agent-operations/auth"
import { type AgentError, catalogue, errorFrom, Unauthenticated } from "@agent-operations/error-envelope"
import { Effect, Layer, Redacted } from "effect"

/** What a host's own verifier is asked. */
export interface HostCredential {
  /** What stands after `Bearer`. */
  readonly credential: string
  /** The project that the request names, if it names one well. */
  readonly projectId: string | undefined
}

/**
 * Whom a credential stands for, as a host tells it. IDs are text of 1 to 200 characters. Scopes that there are not are
 * left out, and so is every other member.
 */
export interface HostPrincipal extends Omit<Principal, "scopes"> {
  readonly scopes: ReadonlyArray<string>
}

type Answer = HostPrincipal | null | undefined

/** Says whom a credential stands for; null, undefined or an `Unauthenticated` that is thrown: nobody. */
export type HostVerify = (presented: HostCredential) => Answer | Promise<Answer>

const nobody = new Unauthenticated({ message: "The credential is not valid." })

/** An error of the catalogue is answered as it is; anything else is a 500, with what was thrown in the log. */
const failureOf = (thrown: unknown): Effect.Effect<never, AgentError> => {
  const error = errorFrom(thrown)
  if (error === undefined) return Effect.die(new Error("The host's verify failed.", { cause: thrown }))
  const { cause } = error
  if (cause === undefined) return Effect.fail(error)
  const log = catalogue[error._tag].status < 500 ? Effect.logInfo : Effect.logWarning
  return Effect.andThen(log(`The host's verify refused with ${error._tag}`, cause), Effect.fail(error))
}

/** The verifier that asks a host's function. What it answers is decoded where access is decided. */
export const hostVerifier = (verify: HostVerify) =>
  Layer.succeed(CredentialVerifier, {
    verify: ({ credential, projectId }) =>
      Effect.tryPromise({
        try: async () => verify({ credential: Redacted.value(credential), projectId }),
        catch: (thrown) => thrown
      }).pipe(
        Effect.catch(failureOf),
        Effect.flatMap((answer) => (answer == null ? Effect.fail(nobody) : Effect.succeed(answer as Principal)))
      )
  })
