import { networkOf } from "@agent-operations/database"
import { type OAuthErrorCode, oauthErrors } from "@agent-operations/error-envelope"
import { Effect, Predicate } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { readText } from "../http/read-text.ts"
import { callLibrary } from "../library/ambient.ts"
import type { Library } from "../library/library.ts"
import { type ClientMetadata, readClientMetadata } from "./client-metadata.ts"
import { errorOf } from "./forward.ts"
import { issuerOf } from "./metadata.ts"
import { isPrivateUse } from "./redirects.ts"
import { late, openToAll, refuse } from "./refusal.ts"
import { makeRoom } from "./unconnected.ts"

const bodyLimit = 16 * 1024
const json = /^application\/json\s*(?:;|$)/i

/** Of schemes of a program's own the library takes those of a reversed domain without an authority: one in their place. */
const standIn = "com.example.app:/"

/** Dynamic registration, of programs that nobody vouches for. Source: RFC 7591. */
export const makeRegister = (sql: SqlClient, library: Library, baseUrl: string) => {
  /** Has the library register everything but the redirects that it does not know, and puts those in. */
  const register = Effect.fnUntraced(function* (metadata: ClientMetadata, address: string) {
    const redirects = metadata.redirect_uris
    const known = redirects.map((uri) => (isPrivateUse(uri) ? standIn : uri))
    const response = yield* callLibrary(() =>
      library.handler(
        new Request(`${issuerOf(baseUrl)}/oauth2/register`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ...metadata, redirect_uris: known })
        })
      )
    )
    if (response.status !== 201) {
      const { error, error_description, message = "" } = yield* errorOf(response)
      const code = error !== undefined && error in oauthErrors ? (error as OAuthErrorCode) : "invalid_client_metadata"
      return yield* refuse(code, error_description ?? message)
    }
    const registered = (yield* Effect.promise(() => response.json())) as { readonly client_id: string }
    yield* sql`
      update agent_operations_identity.oauth_clients
      set redirect_uris = ${JSON.stringify(redirects)}, network = ${networkOf(address)},
        -- Else it would be held to what is offered today.
        scopes = null
      where client_id = ${registered.client_id}`
    return { ...registered, redirect_uris: redirects }
  }, sql.withTransaction)

  return Effect.fnUntraced(function* (request: Request, address: string) {
    if (!json.test(request.headers.get("content-type") ?? "")) {
      return yield* refuse("invalid_client_metadata", "Send the metadata as application/json.")
    }
    const given = yield* readText(request, bodyLimit).pipe(
      Effect.map(parse),
      Effect.catch(({ reason }) => (reason === "late" ? Effect.fail(late) : Effect.undefined))
    )
    if (given === undefined) {
      return yield* refuse("invalid_client_metadata", `Send one JSON object of at most ${bodyLimit} bytes.`)
    }
    const metadata = yield* readClientMetadata(given)
    yield* makeRoom(sql)
    const registered = yield* register(metadata, address)
    return Response.json(registered, { status: 201, headers: { "cache-control": "no-store", ...openToAll } })
  })
}

const parse = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return Predicate.isObject(value) && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
