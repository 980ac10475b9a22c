import { OfferedScopes } from "@agent-operations/auth"
import { placeOf, strangerAt, translateSqlErrors, WorkFor } from "@agent-operations/database"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { LibraryService } from "./library/LibraryService.ts"
import { makeAuthorize } from "./oauth/authorize.ts"
import { ClientDocuments } from "./oauth/ClientDocuments.ts"
import {
  authorizationServerMetadata,
  authorizationServerPaths,
  issuerOf,
  protectedResourceMetadata,
  resourceMetadataUrl
} from "./oauth/metadata.ts"
import { openToAll, Refusal, toResponse } from "./oauth/refusal.ts"
import { makeRefreshTokens } from "./oauth/refresh-tokens.ts"
import { makeRegister } from "./oauth/register.ts"
import { makeRevoke } from "./oauth/revoke.ts"
import { makeToken } from "./oauth/token.ts"
import { resourcesOf, secondsOf } from "./options.ts"
import { makeCallback } from "./sign-in/callback.ts"
import { makeAttempts, type TooManyAttempts } from "./sign-in/attempts.ts"

const document = (body: object) => () =>
  Response.json(body, { headers: { "cache-control": "public, max-age=300", ...openToAll } })

const preflight = () =>
  new Response(null, {
    status: 204,
    headers: {
      ...openToAll,
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
      "access-control-max-age": "86400"
    }
  })

const busy = ({ message, retryAfter }: TooManyAttempts) =>
  new Refusal({
    code: "temporarily_unavailable",
    description: message,
    status: 429,
    headers: { "retry-after": String(retryAfter) }
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const service = yield* LibraryService
  const { library, baseUrl, options } = service
  const scopes = Object.keys(yield* OfferedScopes)
  const documents = yield* ClientDocuments
  const authorize = makeAuthorize(sql, library, documents, baseUrl, secondsOf(options.lifetimes).authorization, scopes)
  const refreshTokens = makeRefreshTokens(options)
  const token = yield* makeToken(library, baseUrl, options, refreshTokens)
  const revoke = yield* makeRevoke(library, baseUrl, refreshTokens)
  const register = makeRegister(sql, library, baseUrl)
  const callback = makeCallback(sql, service)
  const registrations = makeAttempts(60, "10 minutes")
  const calls = makeAttempts(1200, "1 minute")

  const limited =
    <E, R>(
      attempts: typeof calls,
      respond: (request: Request, address: string) => Effect.Effect<Response, E, R>
    ): ((request: Request, address: string) => Effect.Effect<Response, E | Refusal, R>) =>
    (request, address) =>
      Effect.andThen(Effect.mapError(attempts(placeOf(address)), busy), respond(request, address))

  const endpoints = {
    "GET /oauth2/authorize": limited(calls, authorize),
    "POST /oauth2/token": limited(calls, token),
    "POST /oauth2/revoke": limited(calls, revoke),
    "POST /oauth2/register": limited(registrations, register)
  }

  const pages = new Map<string, () => Response>()
  for (const path of authorizationServerPaths(baseUrl))
    pages.set(path, document(authorizationServerMetadata(baseUrl, scopes)))
  for (const resource of Object.values(resourcesOf(baseUrl))) {
    pages.set(
      new URL(resourceMetadataUrl(resource)).pathname,
      document(protectedResourceMetadata(baseUrl, resource, scopes))
    )
  }

  const root = new URL(issuerOf(baseUrl)).pathname
  const endpointOf = (method: string, path: string) => {
    if (!path.startsWith(`${root}/`)) return undefined
    const name = path.slice(root.length)
    const key = `${method} ${name}`
    if (Object.hasOwn(endpoints, key)) return endpoints[key as keyof typeof endpoints]
    return method === "GET" && /^\/callback\/[a-z0-9-]{1,40}$/.test(name) ? limited(calls, callback) : undefined
  }
  const isPost = (path: string) => path.startsWith(`${root}/`) && `POST ${path.slice(root.length)}` in endpoints

  return {
    /**
     * Answers what is identity's: the endpoints of OAuth, and the documents by which programs find them; undefined for
     * any other path. `address` is the IP address that asks.
     */
    handle: (request: Request, address: string): Effect.Effect<Response> | undefined => {
      const { pathname } = new URL(request.url)
      const page = pages.get(pathname)
      if (page !== undefined && (request.method === "GET" || request.method === "HEAD")) return Effect.sync(page)
      if (request.method === "OPTIONS" && (page !== undefined || isPost(pathname))) {
        return Effect.sync(preflight)
      }
      const endpoint = endpointOf(request.method, pathname)
      if (endpoint === undefined) return undefined
      return endpoint(request, address).pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.provideService(WorkFor, strangerAt(address)),
        translateSqlErrors,
        Effect.catchTags({
          Refusal: (refusal) => Effect.succeed(toResponse(refusal)),
          UNAVAILABLE: ({ message }) => Effect.succeed(away(message)),
          TIMEOUT: ({ message }) => Effect.succeed(away(message))
        }),
        Effect.catchCause((cause) =>
          Effect.as(
            Effect.logError("An identity request failed unexpectedly", cause),
            toResponse(new Refusal({ code: "server_error", description: "The server failed unexpectedly." }))
          )
        )
      )
    },

    /** The `WWW-Authenticate` values with which a resource tells where its tokens come from. Source: RFC 9728 section 5.1. */
    challenge: (audience: "rest" | "mcp", presented: boolean) => {
      const metadata = resourceMetadataUrl(resourcesOf(baseUrl)[audience])
      return `Bearer ${presented ? 'error="invalid_token", ' : ""}resource_metadata="${metadata}", scope="${scopes.join(" ")}"`
    }
  }
})

const away = (message: string) =>
  toResponse(new Refusal({ code: "temporarily_unavailable", description: message, headers: { "retry-after": "2" } }))

/** The OAuth authorization server with its discovery documents, as a handler of `Request`. */
export class IdentityHttp extends Context.Service<IdentityHttp, Effect.Success<typeof make>>()(
  "@agent-operations/identity/IdentityHttp"
) {
  static readonly layer = Layer.effect(IdentityHttp, make)
}
