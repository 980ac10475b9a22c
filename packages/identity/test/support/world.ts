import {
  ApiKeys,
  ApiKeyVerifier,
  AuditLog,
  CredentialVerifier,
  Invitations,
  migrations as authMigrations,
  OfferedScopes,
  Organizations
} from "@agent-operations/auth"
import { contractOf, viewFamilies } from "@agent-operations/contract"
import { conditionOf, newTypeId, upkeepMigrations } from "@agent-operations/database"
import {
  BrowserSessions,
  ClientDocuments,
  Consents,
  identityLayer,
  IdentityHttp,
  type IdentityOptions,
  migrations,
  Outbox,
  SignIn,
  TokenVerifier
} from "@agent-operations/identity"
import type { TestDatabase } from "@agent-operations/testing"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"

export const origin = "http://127.0.0.1:4400"
export const resources = { rest: `${origin}/api/cli`, mcp: `${origin}/api/mcp` } as const
const address = "203.0.113.1"

const offeredScopes = Layer.succeed(OfferedScopes, contractOf(viewFamilies).scopes)

export const secret = Redacted.make("a".repeat(43))

/** Everything of identity over a fresh database, with mail that goes to the outbox. */
export const identityOn = (
  database: Pick<TestDatabase, "migrated">,
  options: Partial<IdentityOptions> = {},
  documents = ClientDocuments.layer
) => identityWith(database, { origin, secret, publicSignUp: true, ...options }, documents)

/** The same with these options alone. */
export const identityWith = (
  database: Pick<TestDatabase, "migrated">,
  options: IdentityOptions,
  documents = ClientDocuments.layer
) =>
  identityLayer(options, documents).pipe(
    Layer.provideMerge(Outbox.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        Organizations.layer,
        AuditLog.layer,
        Invitations.layer,
        ApiKeys.layer,
        TokenVerifier.layer(options.origin).pipe(Layer.provide(ApiKeyVerifier.layer))
      )
    ),
    Layer.provideMerge(offeredScopes),
    Layer.provideMerge(database.migrated([authMigrations, migrations, upkeepMigrations]))
  )

/** What a browser keeps of answers, as a `cookie` header. */
export const cookieHeader = (...answers: ReadonlyArray<ReadonlyArray<string>>) =>
  answers
    .flat()
    .map((cookie) => cookie.split(";")[0]!)
    .join("; ")

export const headersWith = (cookie: string) => new Headers(cookie === "" ? {} : { cookie })

/** Asks for a link and reads it from the outbox. */
export const askForLink = Effect.fnUntraced(function* (email: string, returnTo = "/", cookie = "") {
  const cookies = yield* (yield* SignIn).sendLink({
    email,
    returnTo,
    address: newTypeId("ip"),
    headers: headersWith(cookie)
  })
  const [mail] = yield* (yield* Outbox).list
  return { token: /token=([\w-]+)/.exec(mail!.text)![1]!, cookie: cookieHeader(cookies), mail: mail! }
})

/** Signs somebody in, and gives the browser's cookies. */
export const signIn = Effect.fnUntraced(function* (email: string) {
  const { token, cookie } = yield* askForLink(email)
  const { cookies } = yield* (yield* SignIn).openLink({ token, headers: headersWith(cookie) })
  const signedIn = cookieHeader(cookies)
  const session = yield* (yield* BrowserSessions).current(headersWith(signedIn))
  return { cookie: signedIn, user: session!.user, session: session! }
})

/** Somebody with an organization and two projects of their own. */
export const newTeam = Effect.gen(function* () {
  const person = yield* signIn(`${newTypeId("p")}@example.com`)
  const organizations = yield* Organizations
  const { id: organizationId } = yield* organizations.create({
    name: "Acme",
    owner: { userId: person.user.id, name: person.user.name, email: person.user.email }
  })
  const by = { type: "member", userId: person.user.id } as const
  const project = yield* organizations.createProject({ organizationId, name: "Support", by })
  const other = yield* organizations.createProject({ organizationId, name: "Other", by })
  return { ...person, by, organizationId, projectId: project.id, otherProjectId: other.id }
})
export type Team = Effect.Success<typeof newTeam>

/** Sends a request as a program would. */
export const send = Effect.fnUntraced(function* (path: string, init: RequestInit = {}, from = address) {
  const answer = (yield* IdentityHttp).handle(new Request(`${origin}${path}`, init), from)
  return answer === undefined ? new Response(null, { status: 404 }) : yield* answer
})

export const post = (path: string, form: Readonly<Record<string, string>> | URLSearchParams, headers = {}) =>
  send(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(form)
  })

export const jsonOf = (response: Response) =>
  Effect.promise(async () => (await response.json()) as Record<string, string> & Record<string, unknown>)

export const redirectUri = "http://127.0.0.1:7777/callback"

/** Registers a public program. */
export const register = Effect.fnUntraced(function* (metadata: object = {}, from = newTypeId("ip")) {
  const response = yield* send(
    "/api/auth/oauth2/register",
    {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Tool",
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        ...metadata
      })
    },
    from
  )
  return { response, body: yield* jsonOf(response) }
})

export const newVerifier = () => randomBytes(32).toString("base64url")
export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

export interface Authorization {
  readonly clientId: string
  readonly verifier: string
  readonly resource: string
  readonly code: string
  readonly location: URL
}

/** The parameters of an authorization request. */
export const authorizationQuery = (clientId: string, verifier: string, more: Readonly<Record<string, string>> = {}) =>
  new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: "views:read views:write",
    state: "s-1",
    resource: resources.rest,
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256",
    ...more
  })

export const authorize = (query: URLSearchParams | string, cookie = "") =>
  send(`/api/auth/oauth2/authorize?${query}`, { headers: headersWith(cookie) })

/** Walks a team's person through consent, to a code. */
export const authorized = Effect.fnUntraced(function* (
  team: Team,
  options: {
    readonly audience?: "rest" | "mcp"
    /** The resource as the program writes it. */
    readonly resource?: string
    readonly scopes?: ReadonlyArray<string>
    readonly clientId?: string
    readonly redirectUri?: string
  } = {}
) {
  const clientId = options.clientId ?? (yield* register()).body["client_id"]!
  const verifier = newVerifier()
  const resource = resources[options.audience ?? "rest"]
  const asked = yield* authorize(
    authorizationQuery(clientId, verifier, {
      resource: options.resource ?? resource,
      redirect_uri: options.redirectUri ?? redirectUri
    }),
    team.cookie
  )
  const consent = new URL(asked.headers.get("location")!)
  const { location } = yield* (yield* Consents).accept({
    query: consent.search.slice(1),
    headers: headersWith(team.cookie),
    organizationId: team.organizationId,
    projectId: team.projectId,
    scopes: options.scopes ?? ["views:read", "views:write"]
  })
  const url = new URL(location)
  return { clientId, verifier, resource, code: url.searchParams.get("code")!, location: url } satisfies Authorization
})

export const exchangeCode = (given: Authorization, more: Readonly<Record<string, string>> = {}) =>
  post("/api/auth/oauth2/token", {
    grant_type: "authorization_code",
    client_id: given.clientId,
    code: given.code,
    redirect_uri: redirectUri,
    code_verifier: given.verifier,
    resource: given.resource,
    ...more
  })

export const refresh = (
  given: Pick<Authorization, "clientId" | "resource">,
  refreshToken: string,
  more: Readonly<Record<string, string>> = {}
) =>
  post("/api/auth/oauth2/token", {
    grant_type: "refresh_token",
    client_id: given.clientId,
    refresh_token: refreshToken,
    resource: given.resource,
    ...more
  })

/** Tokens for a team's person, and what they were asked for with. */
export const connected = Effect.fnUntraced(function* (team: Team, options: Parameters<typeof authorized>[1] = {}) {
  const given = yield* authorized(team, options)
  const tokens = yield* jsonOf(yield* exchangeCode(given))
  return { ...given, accessToken: tokens["access_token"]!, refreshToken: tokens["refresh_token"]!, tokens }
})

export const verify = (token: string, projectId: string, audience: "rest" | "mcp" = "rest") =>
  CredentialVerifier.use((verifier) => verifier.verify({ credential: Redacted.make(token), projectId, audience }))

/** Whether a statement under the guard of a credential that was taken before would find that it holds. */
export const holds = Effect.fnUntraced(function* (token: string, projectId: string) {
  const { begin } = yield* CredentialVerifier
  const expected = begin?.({ credential: Redacted.make(token), projectId, audience: "rest" }).expected
  if (expected === undefined) return false
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ held: boolean }>`select ${yield* conditionOf(sql, expected.guard)} as held`
  return row!.held
})

/** Whether a credential is taken. */
export const works = (token: string, projectId: string, audience: "rest" | "mcp" = "rest") =>
  Effect.isSuccess(verify(token, projectId, audience))
