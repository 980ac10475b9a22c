import { networkOf } from "@agent-operations/database"
import { type OAuthErrorCode, oauthErrors } from "@agent-operations/error-envelope"
import { Effect, Predicate } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { readText } from "../http/read-text.ts"
import { callLibrary } from "../library/ambient.ts"
import type { Library } from "../library/library.ts"
import { errorOf } from "./forward.ts"
import { issuerOf } from "./metadata.ts"
import { isLoopback, isPrivateUse, isRedirect } from "./redirects.ts"
import { openToAll, refuse } from "./refusal.ts"
import { makeRoom } from "./unconnected.ts"

const bodyLimit = 16 * 1024
const json = /^application\/json\s*(?:;|$)/i

/** What is taken of a registration. Everything else is the server's to decide. */
const taken = [
  "redirect_uris",
  "client_name",
  "client_uri",
  "token_endpoint_auth_method",
  "grant_types",
  "response_types",
  "application_type",
  "software_id",
  "software_version"
] as const

/** What an address is made of. Source: RFC 3986; an asterisk is no wildcard here, and is refused to say so. */
const addressCharacters = /^[A-Za-z0-9\-._~:/?[\]@!$&'()+,;=%]+$/

const isAddress = (value: unknown) =>
  typeof value === "string" && value.length <= 2048 && addressCharacters.test(value) && URL.canParse(value)

const isText = (limit: number) => (value: unknown) =>
  typeof value === "string" && value.length <= limit && value.isWellFormed() && !/\p{Cc}/u.test(value)

const isList = (value: unknown, limit: number, of: (item: unknown) => boolean) =>
  Array.isArray(value) && value.length > 0 && value.length <= limit && value.every(of)

const isWebPage = (value: unknown) => isAddress(value) && /^https?:$/.test(new URL(value as string).protocol)

/** What is wrong with a registration, if anything is. */
export const faultOf = (metadata: Readonly<Record<string, unknown>>): readonly [OAuthErrorCode, string] | undefined => {
  const redirects = metadata["redirect_uris"]
  if (!isList(redirects, 10, (uri) => isAddress(uri) && isRedirect(uri as string))) {
    return [
      "invalid_redirect_uri",
      "redirect_uris must have 1 to 10 addresses of at most 2048 characters, without a wildcard or a fragment: https, http on a loopback address, or a private scheme followed by a slash."
    ]
  }
  if (metadata["application_type"] === "web" && (redirects as Array<string>).some(isPrivateUse)) {
    return ["invalid_redirect_uri", "A private scheme needs application_type native."]
  }
  if (metadata["client_name"] !== undefined && !isText(120)(metadata["client_name"])) {
    return ["invalid_client_metadata", "client_name must be at most 120 characters on one line."]
  }
  if (metadata["client_uri"] !== undefined && !isWebPage(metadata["client_uri"])) {
    return ["invalid_client_metadata", "client_uri must be an http or https address."]
  }
  const texts = ["software_id", "software_version", "token_endpoint_auth_method", "application_type"]
  for (const name of texts) {
    if (metadata[name] !== undefined && !isText(120)(metadata[name])) {
      return ["invalid_client_metadata", `${name} must be at most 120 characters on one line.`]
    }
  }
  // Which of them there are, the library says.
  if (metadata["response_types"] !== undefined && !isList(metadata["response_types"], 10, isText(120))) {
    return ["invalid_client_metadata", "response_types must be code."]
  }
  const grantTypes = metadata["grant_types"]
  const known = ["authorization_code", "refresh_token"]
  const isKnown = (type: unknown) => known.includes(type as string)
  if (
    grantTypes !== undefined &&
    !(isList(grantTypes, 2, isKnown) && (grantTypes as Array<string>).includes(known[0]!))
  ) {
    return ["invalid_client_metadata", "grant_types must have authorization_code, and refresh_token if it is needed."]
  }
  return undefined
}

/** Without a word on it, a program with a redirect that stays on the computer, or has a scheme of its own, is native. */
export const applicationTypeOf = (metadata: Readonly<Record<string, unknown>>): unknown => {
  const stays = (uri: string) => isLoopback(uri) || !/^https?:/i.test(uri)
  return metadata["application_type"] ?? ((metadata["redirect_uris"] as Array<string>).some(stays) ? "native" : "web")
}

/** Of schemes of a program's own the library takes those of a reversed domain without an authority: one in their place. */
const standIn = "com.example.app:/"

/** Dynamic registration, of programs that nobody vouches for. Source: RFC 7591. */
export const makeRegister = (sql: SqlClient, library: Library, baseUrl: string) => {
  /** Has the library register everything but the redirects that it does not know, and puts those in. */
  const register = Effect.fnUntraced(function* (metadata: Readonly<Record<string, unknown>>, address: string) {
    const redirects = metadata["redirect_uris"] as Array<string>
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
      Effect.catch(() => Effect.undefined)
    )
    if (given === undefined) {
      return yield* refuse("invalid_client_metadata", `Send one JSON object of at most ${bodyLimit} bytes.`)
    }
    const fault = faultOf(given)
    if (fault !== undefined) return yield* refuse(...fault)
    const metadata = Object.fromEntries(taken.flatMap((name) => (name in given ? [[name, given[name]]] : [])))
    yield* makeRoom(sql)
    const registered = yield* register({ ...metadata, application_type: applicationTypeOf(given) }, address)
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
