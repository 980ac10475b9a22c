import { readWhole } from "@agent-operations/error-envelope/body"
import { createAuthorizationURL, getOAuth2Tokens } from "@better-auth/core/oauth2"
import { Data, Effect, Redacted, Schema } from "effect"
import { createRemoteJWKSet, customFetch, jwtVerify } from "jose"
import type { ProviderOptions } from "../options.ts"

/** An issuer does not answer in time, or not as OpenID Connect wants. */
export class IssuerFault extends Data.TaggedError("IssuerFault")<{ readonly message: string }> {}

/** How long an issuer may take for each thing that it is asked for. */
const limitMillis = 5000

/** How large each of its answers may be, in bytes. */
const limitBytes = 256 * 1024

// An issuer on http is one of this computer, for trials.
const endpointOf = (issuer: string) => {
  const schemes = new Set(["https:", new URL(issuer).protocol])
  return Schema.String.check(Schema.makeFilter((text) => schemes.has(URL.parse(text)?.protocol ?? "")))
}

/** Source: OpenID Connect Discovery 1.0 section 3. */
const metadataOf = (issuer: string) =>
  Schema.Struct({
    issuer: Schema.String.check(Schema.makeFilter((text) => withoutSlash(text) === withoutSlash(issuer))),
    authorization_endpoint: endpointOf(issuer),
    token_endpoint: endpointOf(issuer),
    jwks_uri: endpointOf(issuer),
    userinfo_endpoint: Schema.optionalKey(endpointOf(issuer)),
    token_endpoint_auth_methods_supported: Schema.optionalKey(Schema.Array(Schema.String))
  })

const Tokens = Schema.Struct({ access_token: Schema.String, id_token: Schema.String })

/** Who somebody is, as an issuer says. */
const Claims = Schema.Struct({
  sub: Schema.NonEmptyString,
  email: Schema.optionalKey(Schema.String),
  email_verified: Schema.optionalKey(Schema.Unknown),
  name: Schema.optionalKey(Schema.String)
})

const withoutSlash = (url: string) => url.replace(/\/$/, "")

/** Where an issuer says what it is. Source: OpenID Connect Discovery 1.0 section 4. */
const discoveryUrl = (issuer: string) => `${withoutSlash(issuer)}/.well-known/openid-configuration`

const attempt = <A>(what: string, run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (error) => {
      const { message, cause } = error as Error
      return new IssuerFault({
        message: `${what}: ${[message, (cause as Error | undefined)?.message].join(" ").trim()}`
      })
    }
  })

/** Asks an issuer. No redirect is followed: what is sent is for this address alone. */
const askIssuer = async (url: string, init: RequestInit): Promise<Response> =>
  readWhole(await fetch(url, { ...init, redirect: "error" }), limitBytes)

/** Asks for JSON of a known shape. */
const ask = <S extends Schema.Decoder<unknown>>(schema: S, url: string, init: RequestInit = {}) =>
  attempt(url, async (): Promise<S["Type"]> => {
    const signal = AbortSignal.timeout(limitMillis)
    const response = await askIssuer(url, { ...init, signal })
    if (!response.ok) throw new Error(`it answers with ${response.status}`)
    return Schema.decodeUnknownPromise(schema)(await response.json())
  })

/** An OpenID Connect issuer: what it is, is asked when it is first needed, and again as long as it does not answer. */
export const makeIssuer = ({ issuer, clientId, clientSecret }: Omit<ProviderOptions, "id" | "name">) => {
  const Metadata = metadataOf(issuer)
  let known: typeof Metadata.Type | undefined
  const discover = Effect.suspend(() =>
    known === undefined
      ? Effect.tap(ask(Metadata, discoveryUrl(issuer)), (metadata) => Effect.sync(() => void (known = metadata)))
      : Effect.succeed(known)
  )

  return {
    known: () => known?.issuer,

    /** Where to send a browser to. */
    authorizationUrl: Effect.fnUntraced(function* (request: {
      readonly state: string
      readonly codeVerifier: string
      readonly nonce: string
      readonly redirectURI: string
    }) {
      const { authorization_endpoint: authorizationEndpoint } = yield* discover
      const scopes = ["openid", "email", "profile"]
      return yield* Effect.promise(() =>
        createAuthorizationURL({ id: issuer, options: { clientId }, authorizationEndpoint, scopes, ...request })
      )
    }),

    /** What the issuer gives for a code. */
    exchange: Effect.fnUntraced(function* (code: string, codeVerifier: string, redirectURI: string) {
      const { token_endpoint, token_endpoint_auth_methods_supported: methods } = yield* discover
      const body = new URLSearchParams({
        grant_type: "authorization_code",
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectURI
      })
      const headers = new Headers({ accept: "application/json" })
      const secret = Redacted.value(clientSecret)
      if (methods === undefined || methods.includes("client_secret_basic")) {
        const pair = [clientId, secret].map((part) => new URLSearchParams({ "": part }).toString().slice(1)).join(":")
        headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`)
      } else {
        body.set("client_id", clientId)
        body.set("client_secret", secret)
      }
      return getOAuth2Tokens(yield* ask(Tokens, token_endpoint, { method: "POST", headers, body }))
    }),

    /** Whom tokens are of: the ID token is the issuer's, for this client and for the sign-in that the nonce is of. */
    identify: Effect.fnUntraced(function* (idToken: string, accessToken: string, nonce: string) {
      const metadata = yield* discover
      const keys = createRemoteJWKSet(new URL(metadata.jwks_uri), {
        [customFetch]: askIssuer,
        timeoutDuration: limitMillis
      })
      const { payload } = yield* attempt("The ID token is refused", () =>
        jwtVerify(idToken, keys, { issuer: metadata.issuer, audience: clientId })
      )
      if (payload["nonce"] !== nonce || payload.exp === undefined) {
        return yield* new IssuerFault({ message: "The ID token does not belong to this sign-in." })
      }
      const claims = yield* attempt("The ID token", () => Schema.decodeUnknownPromise(Claims)(payload))
      if (claims.email !== undefined || metadata.userinfo_endpoint === undefined) return claims
      const authorization = `Bearer ${accessToken}`
      const told = yield* ask(Claims, metadata.userinfo_endpoint, { headers: { authorization } })
      // Source: OpenID Connect Core 1.0 section 5.3.2.
      return told.sub === claims.sub ? told : yield* new IssuerFault({ message: "userinfo is about another subject." })
    })
  }
}
