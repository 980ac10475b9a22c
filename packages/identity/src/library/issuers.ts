import type { OAuthProvider } from "@better-auth/core/oauth2"
import type { BetterAuthPlugin } from "better-auth"
import { getOAuthState } from "better-auth/api"
import { type Context, Effect } from "effect"
import type { ProviderOptions } from "../options.ts"
import { type IssuerFault, makeIssuer } from "./issuer.ts"

/** A name that can be kept and shown; without one, what stands before the `@` of the address. */
const nameOf = (name = "", email = "") =>
  name
    .replace(/\p{Cc}|\p{Cs}/gu, "")
    .trim()
    .slice(0, 120) || email.slice(0, email.lastIndexOf("@"))

const makeProvider = (options: ProviderOptions, context: Context.Context<never>) => {
  const issuer = makeIssuer(options)
  const run = <A>(what: Effect.Effect<A, IssuerFault>): Promise<A> =>
    Effect.runPromiseWith(context)(
      Effect.tapError(what, ({ message }) => Effect.logWarning(`Signing in with ${options.name} failed`, message))
    )
  return {
    id: options.id,
    name: options.name,
    get issuer() {
      return issuer.known()
    },
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.sub,
    createAuthorizationURL: ({ state, codeVerifier, idTokenNonce: nonce = "", redirectURI }) =>
      run(issuer.authorizationUrl({ state, codeVerifier, nonce, redirectURI })),
    validateAuthorizationCode: async ({ code, codeVerifier = "", redirectURI }) => {
      // A code of one issuer is never shown to another. Source: RFC 9700 section 4.4.
      const begun = (await getOAuthState())?.["provider"]
      return begun === options.id ? run(issuer.exchange(code, codeVerifier, redirectURI)) : null
    },
    getUserInfo: async ({ idToken = "", accessToken = "", expectedIdTokenNonce = "" }) => {
      const refused = () => null
      const claims = await run(issuer.identify(idToken, accessToken, expectedIdTokenNonce)).catch(refused)
      if (claims === null) return null
      const { email, name, email_verified: verified } = claims
      return {
        user: { email, name: nameOf(name, email), emailVerified: verified === true || verified === "true" },
        data: claims
      }
    }
  } satisfies OAuthProvider<{ readonly sub: string }>
}

/**
 * The issuers that people may sign in with. The library's own plugin for them asks each at the start, without a limit
 * of time, and leaves out for good one that does not answer.
 */
export const issuers = (providers: ReadonlyArray<ProviderOptions>, context: Context.Context<never>) =>
  ({
    id: "issuers",
    init: () => ({ context: { socialProviders: providers.map((options) => makeProvider(options, context)) } })
  }) satisfies BetterAuthPlugin
