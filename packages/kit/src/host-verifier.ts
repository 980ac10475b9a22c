import {
  ApiKeyVerifier,
  type Audience,
  CredentialVerifier,
  type Presented,
  type Principal
} from "@agent-operations/auth"
import { type AgentError, catalogue, errorFrom, Unauthenticated } from "@agent-operations/error-envelope"
import { Effect, Layer, Redacted } from "effect"
import { crossSiteFault, originsOf } from "./cross-site.ts"

/** What a host's verifier knows of a request. Members are computed when they are read. */
export interface HostRequest {
  /** The project that the request names, if it names one well. */
  readonly projectId: string | undefined
  /** What tokens have to be issued for. */
  readonly audience: Audience
  /** The request as the web's standard has it: method, URL and headers, without its body. */
  readonly request: Request
  /** Aborts at the deadline, and when the caller is gone. */
  readonly signal: AbortSignal
}

/** What a host's `verify` is called with. */
export interface HostCredential extends HostRequest {
  /** What stands after `Bearer`. */
  readonly credential: string
}

/**
 * Who a credential stands for. IDs are text of 1 to 200 characters. Scopes that no mounted family has are dropped, and
 * so are other members.
 */
export interface HostPrincipal extends Omit<Principal, "scopes"> {
  readonly scopes: ReadonlyArray<string>
}

type Answer = HostPrincipal | null | undefined

/** Returns who a credential stands for. Nobody: return null or undefined, or throw `Unauthenticated`. */
export type HostVerify = (presented: HostCredential) => Answer | Promise<Answer>

/**
 * Returns who a request without `Bearer` comes from, by its cookies or other headers. Nobody: return null or
 * undefined.
 */
export type HostAuthenticate = (request: Request, asked: HostRequest) => Answer | Promise<Answer>

/** How a host says who calls. Without `verify`, credentials are the kit's own API keys. */
export interface HostIdentity {
  /** Says whom a credential stands for, or null. By default credentials are the kit's own API keys. */
  readonly verify?: HostVerify | undefined
  /**
   * Says whom a request comes from that has no `Authorization: Bearer`, by its cookies or other headers, or null. Unless it
   * is a GET or HEAD, it is not asked about a request that a browser sends from another origin.
   */
  readonly authenticate?: HostAuthenticate | undefined
  /** Other origins whose pages may send requests that `authenticate` is asked about: `https://app.example.com`. */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
}

const nobody = new Unauthenticated({ message: "The credential is not valid." })

class Asked implements HostRequest {
  readonly projectId: string | undefined
  readonly audience: Audience
  readonly #web: () => Request
  readonly #deadline: AbortSignal
  #request: Request | undefined
  #signal: AbortSignal | undefined

  constructor({ projectId, audience, web }: Omit<Presented, "credential">, deadline: AbortSignal) {
    this.projectId = projectId
    this.audience = audience
    this.#web = web ?? noRequest
    this.#deadline = deadline
  }

  get request() {
    return (this.#request ??= this.#web())
  }

  get signal() {
    return (this.#signal ??= AbortSignal.any([this.#deadline, this.request.signal]))
  }
}

class AskedOfCredential extends Asked implements HostCredential {
  readonly #credential: Redacted.Redacted

  constructor(presented: Presented, deadline: AbortSignal) {
    super(presented, deadline)
    this.#credential = presented.credential
  }

  get credential() {
    return Redacted.value(this.#credential)
  }
}

const noRequest = (): never => {
  throw new TypeError("This credential was not presented by a request.")
}

/** An error of the catalogue is answered as it is; anything else is a 500, with what was thrown in the log. */
const failureOf =
  (name: keyof HostIdentity) =>
  (thrown: unknown): Effect.Effect<never, AgentError> => {
    const error = errorFrom(thrown)
    if (error === undefined) return Effect.die(new Error(`The host's ${name} failed.`, { cause: thrown }))
    const { cause } = error
    if (cause === undefined) return Effect.fail(error)
    const log = catalogue[error._tag].status < 500 ? Effect.logInfo : Effect.logWarning
    return Effect.andThen(log(`The host's ${name} refused with ${error._tag}`, cause), Effect.fail(error))
  }

/** Asks a function of the host's. What it answers is decoded where access is decided. */
const ask = (name: keyof HostIdentity, answer: (deadline: AbortSignal) => Answer | Promise<Answer>) =>
  Effect.tryPromise({ try: async (deadline) => answer(deadline), catch: (thrown) => thrown }).pipe(
    Effect.catch(failureOf(name)),
    Effect.flatMap((answer) => (answer == null ? Effect.fail(nobody) : Effect.succeed(answer as Principal)))
  )

type Verifier = CredentialVerifier["Service"]

const authenticateBy =
  (authenticate: HostAuthenticate, trusted: ReadonlySet<string>): NonNullable<Verifier["authenticate"]> =>
  (presented) =>
    Effect.suspend(() => {
      const fault = crossSiteFault((presented.web ?? noRequest)(), trusted)
      return fault === undefined
        ? ask("authenticate", (deadline) => {
            const asked = new Asked(presented, deadline)
            return authenticate(asked.request, asked)
          })
        : Effect.fail(fault)
    })

/** Whom a request comes from: by the host's functions, and where it has no `verify`, by the kit's own API keys. */
export const hostVerifier = ({ verify, authenticate, trustedOrigins = [] }: HostIdentity) => {
  const byCookies = authenticate && { authenticate: authenticateBy(authenticate, originsOf(trustedOrigins)) }
  if (verify !== undefined) {
    const service: Verifier = {
      verify: (presented) => ask("verify", (deadline) => verify(new AskedOfCredential(presented, deadline))),
      ...byCookies
    }
    return Layer.succeed(CredentialVerifier, service)
  }
  return byCookies === undefined
    ? ApiKeyVerifier.layer
    : Layer.effect(
        CredentialVerifier,
        Effect.map(CredentialVerifier, (keys): Verifier => ({ ...keys, ...byCookies }))
      ).pipe(Layer.provide(ApiKeyVerifier.layer))
}
