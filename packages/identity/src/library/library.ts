import { OfferedScopes } from "@agent-operations/auth"
import { newTypeId } from "@agent-operations/database"
import { oauthProvider } from "@better-auth/oauth-provider"
import { betterAuth, type BetterAuthPlugin } from "better-auth"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { CamelCasePlugin, Kysely } from "kysely"
import { issuerOf } from "../oauth/metadata.ts"
import { baseUrlOf, cookiePrefixOf, type IdentityOptions, resourcesOf, secondsOf } from "../options.ts"
import type { Admission } from "../sign-in/admission.ts"
import { hashToken, mintSecret, tokenPrefixes } from "../tokens/secrets.ts"
import { callLibrary, currentGrantId, currentRefreshToken, runStatement } from "./ambient.ts"
import { clientAuthentication } from "./client-authentication.ts"
import { makeDialect } from "./dialect.ts"
import { issuers } from "./issuers.ts"
import { people } from "./people.ts"
import { seedResources } from "./seed-resources.ts"

const prefixes: Readonly<Record<string, string>> = {
  user: "usr",
  session: "ses",
  account: "acc",
  verification: "vrf",
  oauthClient: "cli",
  oauthResource: "res",
  oauthRefreshToken: "rft",
  oauthAccessToken: "act",
  oauthConsent: "con"
}

/**
 * The library that knows the protocols: browser sessions, OpenID Connect sign-in, and the authorization server. Nothing
 * of it is exposed but what the guards in front of it forward.
 */
export const makeLibrary = Effect.fnUntraced(function* (options: IdentityOptions, admission: Admission) {
  const { origin, providers = [] } = options
  const baseUrl = baseUrlOf(options)
  const sql = yield* SqlClient.SqlClient
  const scopes = Object.keys(yield* OfferedScopes)
  yield* seedResources(sql, baseUrl)
  const seconds = secondsOf(options.lifetimes)
  const secure = origin.startsWith("https:")
  const db = new Kysely<never>({
    dialect: makeDialect(runStatement(sql)),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })]
  })
  const provider = oauthProvider({
    schema: authorizationTables,
    disableJwtPlugin: true,
    loginPage: `${baseUrl}/sign-in`,
    consentPage: `${baseUrl}/consent`,
    scopes: [...scopes, "offline_access"],
    resources: Object.values(resourcesOf(baseUrl)),
    enforcePerClientResources: false,
    grantTypes: ["authorization_code", "refresh_token"],
    allowDynamicClientRegistration: true,
    allowUnauthenticatedClientRegistration: true,
    accessTokenExpiresIn: seconds.accessToken,
    refreshTokenExpiresIn: seconds.refreshToken,
    codeExpiresIn: seconds.authorization,
    storeTokens: { hash: (token: string) => Promise.resolve(hashToken(token)) },
    generateOpaqueAccessToken: mintSecret,
    generateRefreshToken: () => currentRefreshToken() ?? mintSecret(),
    prefix: { opaqueAccessToken: tokenPrefixes.access, refreshToken: tokenPrefixes.refresh },
    postLogin: {
      page: `${baseUrl}/consent`,
      shouldRedirect: () => false,
      consentReferenceId: () => currentGrantId()
    }
  })
  const library = betterAuth({
    appName: "Agent Operations",
    baseURL: origin,
    basePath: new URL(issuerOf(baseUrl)).pathname,
    trustedOrigins: [origin],
    secret: Redacted.value(options.secret),
    database: { db, type: "postgres", schemaName: "agent_operations_identity", transaction: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    onAPIError: { errorURL: `${baseUrl}/sign-in` },
    advanced: {
      // The library's own prefix for secure cookies is the weaker one.
      useSecureCookies: false,
      cookiePrefix: cookiePrefixOf(baseUrl),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", secure, path: "/" },
      ipAddress: { disableIpTracking: true },
      database: { generateId: ({ model }) => newTypeId(prefixes[model] ?? "idn"), validateSchema: false }
    },
    user: {
      modelName: "users",
      validateUserInfo: ({ user, source }) =>
        admission.refusal(user.email ?? "", source.method === "link" || source.oauth?.profile?.["email_verified"])
    },
    session: { modelName: "sessions", expiresIn: seconds.session, disableSessionRefresh: true },
    account: {
      modelName: "accounts",
      // The state of a sign-in under way is in the browser that began it, encrypted, and nowhere else.
      storeStateStrategy: "cookie",
      accountLinking: { enabled: true, trustedProviders: providers.map(({ id }) => id) }
    },
    verification: { modelName: "verifications" },
    databaseHooks: {
      // What another issuer gave is of no use here, and worth stealing.
      account: {
        create: { before: (account) => Promise.resolve({ data: { ...account, ...noTokens } }) },
        update: { before: (account) => Promise.resolve({ data: { ...account, ...noTokens } }) }
      }
    },
    plugins: [
      people,
      issuers(providers, yield* Effect.context()),
      // Its own type is one that exact optional properties do not let in.
      provider as BetterAuthPlugin,
      clientAuthentication(provider)
    ]
  })
  // What it writes at its start must not be waited for by a transaction that holds the only connection.
  yield* callLibrary(() => library.$context)
  return library
})

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null
}

const authorizationTables = {
  oauthClient: { modelName: "oauthClients", fields: { requirePKCE: "requirePkce" } },
  oauthResource: { modelName: "oauthResources" },
  oauthClientResource: { modelName: "oauthClientResources" },
  oauthRefreshToken: { modelName: "oauthRefreshTokens" },
  oauthAccessToken: { modelName: "oauthAccessTokens" },
  oauthConsent: { modelName: "oauthConsents" },
  oauthClientAssertion: { modelName: "oauthClientAssertions" }
}

export type Library = Effect.Success<ReturnType<typeof makeLibrary>>
