/**
 * A `verify` for access tokens that are JWTs of an issuer of the host's own.
 *
 * @packageDocumentation
 */
import { Unauthenticated, Unavailable } from "@agent-operations/error-envelope"
import { readWhole } from "@agent-operations/error-envelope/body"
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions
} from "jose"
import type { HostCredential, HostPrincipal } from "./host-verifier.ts"

export type { JSONWebKeySet, JWTPayload } from "jose"

type Answer = HostPrincipal | null | undefined

/** Which tokens `jwtVerifier` accepts, and who they stand for. */
export interface JwtVerifierOptions {
  /** Where the issuer publishes its keys (its `jwks_uri`), or the keys themselves. */
  readonly jwks: string | URL | JSONWebKeySet
  /** What a token's `iss` has to be: this, or one of these. */
  readonly issuer: string | ReadonlyArray<string>
  /** What a token's `aud` has to be or to contain: this, or one of these. Name the operations here, and nothing else. */
  readonly audience: string | ReadonlyArray<string>
  /**
   * Whom the claims of a token that holds stand for; null or undefined: nobody, which is a 401. It is asked at every
   * request: look up here whether the person still is a member, and reaches the project.
   */
  readonly principal: (claims: JWTPayload, asked: Pick<HostCredential, "projectId">) => Answer | Promise<Answer>
  /** Which signatures are taken. Default: RSA, RSA-PSS, ECDSA and EdDSA. Those with a shared secret never are. */
  readonly algorithms?: ReadonlyArray<string>
  /** By how many seconds the clocks of issuer and server may differ. Default: 0. */
  readonly clockTolerance?: number
  /** How long keys that were fetched are used, in milliseconds. Default: 600,000. */
  readonly cacheMaxAge?: number
  /** How long after a fetch an unknown key does not cause another, in milliseconds. Default: 30,000. */
  readonly cooldown?: number
  /** How long the issuer may take to answer, in milliseconds. Default: 5,000. */
  readonly timeout?: number
}

const asymmetric = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ")

const listOf = (name: string, value: string | ReadonlyArray<string>): Array<string> => {
  const values = typeof value === "string" ? [value] : [...(value ?? [])]
  if (values.length > 0 && values.every((one) => typeof one === "string" && one !== "")) return values
  throw new TypeError(`jwtVerifier needs ${name}: without one, any token with a valid signature would be accepted.`)
}

const algorithmsOf = (algorithms: ReadonlyArray<string> = asymmetric) => {
  const refused = algorithms.filter((algorithm) => !asymmetric.includes(algorithm))
  if (refused.length === 0 && algorithms.length > 0) return [...algorithms]
  throw new TypeError(`jwtVerifier supports the algorithms ${asymmetric.join(", ")}, and not: ${refused.join(", ")}.`)
}

/** How many bytes an issuer's keys may have. */
const keysBytes = 256 * 1024

const keysOf = ({ jwks, cacheMaxAge, cooldown, timeout }: JwtVerifierOptions): JWTVerifyGetKey =>
  typeof jwks === "string" || jwks instanceof URL
    ? createRemoteJWKSet(new URL(jwks), {
        [customFetch]: async (url, init) => readWhole(await fetch(url, init), keysBytes),
        ...(cacheMaxAge === undefined ? {} : { cacheMaxAge }),
        ...(cooldown === undefined ? {} : { cooldownDuration: cooldown }),
        ...(timeout === undefined ? {} : { timeoutDuration: timeout })
      })
    : createLocalJWKSet(jwks)

/** What is wrong with a token: its code and sentence alone, since jose's error carries the token's claims. */
const reasonOf = ({ code, message }: errors.JOSEError) => new Error(`${code}: ${message}`)

const ofToken = [errors.JWKSNoMatchingKey, errors.JWKSMultipleMatchingKeys, errors.JOSENotSupported]

/** The keys, where they could not be had told apart from a token that names none of them. */
const available =
  (keys: JWTVerifyGetKey): JWTVerifyGetKey =>
  async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      if (ofToken.some((fault) => cause instanceof fault)) throw cause
      throw new Unavailable({
        message: "The token issuer's keys cannot be fetched at the moment.",
        retryAfter: 5,
        cause
      })
    }
  }

const refusal = (error: errors.JOSEError) =>
  new Unauthenticated({
    message: error instanceof errors.JWTExpired ? "The access token has expired." : "The access token is not valid.",
    cause: reasonOf(error)
  })

/** The claims of a token that holds. One that names no key is tried with each that could be meant. */
const claimsOf = async (token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions): Promise<JWTPayload> => {
  try {
    return (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload
      } catch (another) {
        if (!(another instanceof errors.JWSSignatureVerificationFailed)) throw another
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/**
 * A `verify` for JWTs: checks signature, algorithm, `iss`, `aud`, `exp` and `nbf`, and asks `principal` whom the claims
 * stand for. A token that does not hold is `UNAUTHENTICATED` (401), keys that cannot be fetched are `UNAVAILABLE` (503);
 * why is logged, without the token and its claims. Throws at once where the options would let anything in.
 *
 * @example
 * const verify = jwtVerifier({
 *   jwks: "https://id.example.com/.well-known/jwks.json",
 *   issuer: "https://id.example.com/",
 *   audience: "https://app.example.com/ops",
 *   principal: async ({ sub }, { projectId }) => members.find(sub, projectId)
 * })
 * const kit = await createAgentOperations({ database, verify })
 */
export const jwtVerifier = (
  options: JwtVerifierOptions
): ((presented: Pick<HostCredential, "credential" | "projectId">) => Promise<Answer>) => {
  if (typeof options.principal !== "function") {
    throw new TypeError("jwtVerifier needs principal: a function that returns the principal for the claims of a token.")
  }
  const keys = available(keysOf(options))
  const verifyOptions: JWTVerifyOptions = {
    issuer: listOf("an issuer", options.issuer),
    audience: listOf("an audience", options.audience),
    algorithms: algorithmsOf(options.algorithms),
    clockTolerance: options.clockTolerance ?? 0,
    requiredClaims: ["exp"]
  }
  return async ({ credential, projectId }) => {
    const claims = await claimsOf(credential, keys, verifyOptions).catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? refusal(error) : error
    })
    return options.principal(claims, { projectId })
  }
}
