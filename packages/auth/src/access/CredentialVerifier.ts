import type { AgentError } from "@agent-operations/error-envelope"
import type { Guard } from "@agent-operations/database"
import { Context, type Effect, type Redacted } from "effect"
import type { Client } from "./client.ts"
import type { Audience, Principal } from "./principal.ts"

/** What a request presents. */
export interface Presented {
  /** What stands after `Bearer`. */
  readonly credential: Redacted.Redacted
  readonly audience: Audience
  /** The project that the request names, if it names one well. */
  readonly projectId: string | undefined
  /** The request as the web's standard has it, without its body, made when asked; undefined where there is none. */
  readonly web?: (() => Request) | undefined
  /** Where the request comes from, for a verifier that notes it. */
  readonly client?: Client | undefined
}

/** Whom a credential stood for when it was accepted last, known without asking anybody. */
export interface Expected {
  /** The very object that `principal` is going to be, if it still stands for them. */
  readonly principal: Principal
  /** Holds while the credential stands for them, in every particular. */
  readonly guard: Guard
  /** To be called where a statement has found that the guard holds: the credential was accepted, at this time. */
  readonly accepted: (at: number, client?: Client) => void
}

/** Says whom a credential stands for, and before that is found out, whom it is expected to. */
export interface Verification {
  /** Undefined where it is not known. */
  readonly expected: Expected | undefined
  readonly principal: Effect.Effect<Principal, AgentError>
}

/**
 * Says whom a credential stands for, afresh at every request, so that a revoked one fails at once (law A5). A host with
 * its own identity replaces it; `ApiKeyVerifier.layer` is the one for API keys.
 *
 * @example
 * const HostVerifier = Layer.succeed(CredentialVerifier, {
 *   verify: ({ credential, projectId }) => lookUp(Redacted.value(credential), projectId)
 * })
 */
export class CredentialVerifier extends Context.Service<
  CredentialVerifier,
  {
    readonly verify: (presented: Presented) => Effect.Effect<Principal, AgentError>
    /** The same of a verifier that knows whom to expect, so that a statement can decide by itself. Law: A1. */
    readonly begin?: (presented: Presented) => Verification
    /** Whom a request without `Bearer` comes from, by other headers of it. Where it is left out: nobody. */
    readonly authenticate?: (presented: Omit<Presented, "credential">) => Effect.Effect<Principal, AgentError>
  }
>()("@agent-operations/auth/CredentialVerifier") {}
