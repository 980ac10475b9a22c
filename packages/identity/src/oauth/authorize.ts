import { type OAuthErrorCode, toOAuthAnswer } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { callLibrary } from "../library/ambient.ts"
import type { Library } from "../library/library.ts"
import { noteRequest } from "../consent/requests.ts"
import { resourcesOf } from "../options.ts"
import { findSession } from "../sign-in/end-session.ts"
import type { ClientDocuments } from "./ClientDocuments.ts"
import { type Client, findClient } from "./clients.ts"
import { isLetIn } from "./grants.ts"
import { issuerOf } from "./metadata.ts"
import { needResource, type Parameters, takeOnce } from "./parameters.ts"
import { isOnWeb, isRegistered, withAnswer } from "./redirects.ts"
import { Refusal, refuse } from "./refusal.ts"

const challenge = /^[A-Za-z0-9_-]{43}$/
const queryLimit = 8 * 1024

/** Why an authorization request ends on a page of this server instead of going back to the program. */
export type AuthorizationFault =
  | "request_too_long"
  | "unknown_client"
  | "client_document_not_accepted"
  | "redirect_not_registered"
  | "request_refused"

const to = (location: string) =>
  new Response(null, {
    status: 302,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer" }
  })

/** What is asked for, as the library is to hear it: nothing but what is supported. */
const checked = Effect.fnUntraced(function* (
  all: Iterable<readonly [string, string]>,
  client: Client,
  resources: ReadonlyArray<string>,
  offered: ReadonlyArray<string>
) {
  const parameters: Parameters = yield* takeOnce(all)
  if (parameters.get("response_type") !== "code") {
    return yield* refuse(
      parameters.has("response_type") ? "unsupported_response_type" : "invalid_request",
      "The response_type must be code."
    )
  }
  const unsupported = ["request", "request_uri"].find((name) => parameters.has(name))
  if (unsupported !== undefined) return yield* refuse("invalid_request", `${unsupported} is not supported.`)
  if ((parameters.get("response_mode") ?? "query") !== "query") {
    return yield* refuse("invalid_request", "The response_mode must be query.")
  }
  if (parameters.get("code_challenge_method") !== "S256" || !challenge.test(parameters.get("code_challenge") ?? "")) {
    return yield* refuse("invalid_request", "Send a code_challenge of 43 characters with code_challenge_method S256.")
  }
  const resource = yield* needResource(parameters, resources)
  const asked = (parameters.get("scope") ?? "").split(" ").filter((scope) => scope !== "")
  const unknown = asked.find((scope) => !offered.includes(scope) && scope !== "offline_access")
  if (unknown !== undefined) return yield* refuse("invalid_scope", `There is no scope ${unknown.slice(0, 60)}.`)
  const named = asked.filter((scope) => scope !== "offline_access")
  // Who names none, or only that it refreshes, asks for what reads.
  const scopes = new Set(named.length > 0 ? asked : [...offered.filter((scope) => scope.endsWith(":read")), ...asked])
  // Many programs say at registration that they refresh, and nothing later.
  if (client.grantTypes.includes("refresh_token")) scopes.add("offline_access")
  if (parameters.get("prompt") === "none") {
    return yield* new Refusal({ code: "access_denied", description: "The person must be asked, at each connection." })
  }
  const state = parameters.get("state")
  return new URLSearchParams({
    response_type: "code",
    client_id: client.id,
    redirect_uri: parameters.get("redirect_uri")!,
    scope: [...scopes].join(" "),
    resource,
    code_challenge: parameters.get("code_challenge")!,
    code_challenge_method: "S256",
    // Whoever connects is asked each time: nobody vouches for the programs.
    prompt: "consent",
    ...(state === undefined ? {} : { state })
  })
})

/**
 * The authorization endpoint. It always answers with a redirect: to the consent page, to sign-in and back here, to the
 * program with an error, or, where the program cannot be trusted with one, to a page of this server. Source: RFC 6749
 * section 4.1.1, RFC 7636, RFC 8707, RFC 9207, RFC 9700 sections 2.1 and 4.11.2.
 */
export const makeAuthorize = (
  sql: SqlClient,
  library: Library,
  documents: ClientDocuments["Service"],
  baseUrl: string,
  /** How long a person may take to answer, in seconds. */
  lifetime: number,
  /** The scopes that programs may ask for. */
  offered: ReadonlyArray<string>
) => {
  const resources = Object.values(resourcesOf(baseUrl))
  /** Of what else is told, the page shows no words: anybody can put others into an address. */
  const stay = (reason: AuthorizationFault, more: Readonly<Record<string, string>> = {}) =>
    to(`${baseUrl}/authorization-error?${new URLSearchParams({ reason, ...more })}`)

  /**
   * Takes an error to the program. Anybody can register a site, and lead people there by a link to this server: whoever
   * did not let the program in is told where the answer goes, and goes there by themselves.
   */
  const goBack = Effect.fnUntraced(function* (
    location: string,
    { clientId, redirectUri, cookie }: Readonly<Record<"clientId" | "redirectUri" | "cookie", string>>
  ) {
    if (!isOnWeb(redirectUri) || new URL(redirectUri).origin === new URL(baseUrl).origin) return to(location)
    const asked = yield* findSession(library, cookie)
    return asked !== null && (yield* isLetIn(sql, { userId: asked.user.id, clientId, redirectUri }))
      ? to(location)
      : stay("request_refused", { back: location })
  })

  /** A page of this server, or where the program is to be told what the library refuses. */
  const ask = Effect.fnUntraced(function* (query: URLSearchParams, cookie: string) {
    const path = `/oauth2/authorize?${query}`
    const response = yield* callLibrary(() =>
      library.handler(new Request(`${issuerOf(baseUrl)}${path}`, { headers: cookie === "" ? {} : { cookie } }))
    )
    const location = response.headers.get("location") ?? ""
    if (location.startsWith(`${baseUrl}/consent?`)) {
      const asked = yield* findSession(library, cookie)
      if (asked === null) return undefined
      yield* noteRequest(sql, { query: new URL(location).search.slice(1), sessionId: asked.session.id }, lifetime)
      return to(location)
    }
    if (location.startsWith(`${baseUrl}/sign-in?`) && !new URL(location).searchParams.has("error")) {
      return to(`${baseUrl}/sign-in?returnTo=${encodeURIComponent(`${new URL(issuerOf(baseUrl)).pathname}${path}`)}`)
    }
    return location.startsWith(query.get("redirect_uri")!) ? location : undefined
  })

  return Effect.fnUntraced(function* (request: Request, address: string) {
    const { search, searchParams } = new URL(request.url)
    if (search.length > queryLimit) return stay("request_too_long")
    const [clientId, otherClient] = searchParams.getAll("client_id")
    const [redirectUri, otherRedirect] = searchParams.getAll("redirect_uri")
    if (clientId === undefined || otherClient !== undefined) return stay("unknown_client")
    const refused = yield* documents.read(clientId, address).pipe(
      Effect.as(undefined),
      Effect.catchTag("Refusal", ({ code, description }) =>
        Effect.succeed(stay("client_document_not_accepted", toOAuthAnswer(code, description).body))
      )
    )
    if (refused !== undefined) return refused
    const client = yield* findClient(sql, clientId)
    if (client === undefined) return stay("unknown_client")
    if (redirectUri === undefined || otherRedirect !== undefined || !isRegistered(client.redirectUris, redirectUri)) {
      return stay("redirect_not_registered")
    }
    const [state, otherState] = searchParams.getAll("state")
    const back = (error: OAuthErrorCode, description: string) =>
      withAnswer(redirectUri, {
        ...toOAuthAnswer(error, description).body,
        state: otherState === undefined ? state : undefined,
        iss: issuerOf(baseUrl)
      })
    const cookie = request.headers.get("cookie") ?? ""
    const answer = yield* checked(searchParams, client, resources, offered).pipe(
      Effect.flatMap((query) => ask(query, cookie)),
      Effect.catchTag("Refusal", ({ code, description }) => Effect.succeed(back(code, description)))
    )
    if (answer instanceof Response) return answer
    const location = answer ?? back("server_error", "The request was not understood.")
    return yield* goBack(location, { clientId, redirectUri, cookie })
  })
}
