import { isOpen, NotAllowed, OfferedScopes, recordAudit } from "@agent-operations/auth"
import { newTypeId, translateSqlErrors } from "@agent-operations/database"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { callLibrary } from "../library/ambient.ts"
import { hashToken } from "../tokens/secrets.ts"
import { LibraryService } from "../library/LibraryService.ts"
import { findClient } from "../oauth/clients.ts"
import { errorOf } from "../oauth/forward.ts"
import { issuerOf } from "../oauth/metadata.ts"
import { isLoopback, isPrivateUse, redirectHost } from "../oauth/redirects.ts"
import { resourcesOf, secondsOf } from "../options.ts"
import { BrowserSessions } from "../sign-in/BrowserSessions.ts"
import { makeRoom } from "./Grants.ts"
import { requireOpen, unknownRequest, useAnswer } from "./requests.ts"
import { isStorable } from "./storable.ts"

/** What a program asks a person for. */
export interface AuthorizationRequest {
  readonly client: {
    readonly id: string
    readonly name: string
    readonly uri: string | null
    /** When this server met it first: anybody may register a program under any name. */
    readonly knownSince: string | null
  }
  readonly redirectUri: string
  /** Its host, or the scheme of a program that has one of its own. */
  readonly redirectHost: string
  /** The redirect goes to a program on the person's computer. */
  readonly loopback: boolean
  /** The redirect goes to whichever program on the person's device has taken its scheme. */
  readonly privateUse: boolean
  readonly audience: "rest" | "mcp"
  readonly resource: string
  readonly scopes: ReadonlyArray<string>
  /** It asks to stay connected when the person is away. */
  readonly offline: boolean
}

interface Asked {
  /** The query of the consent page, as it came. */
  readonly query: string
  readonly headers: Headers
}

const signedOut = new NotAllowed({ message: "Sign in first." })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { library, origin, baseUrl, options } = yield* LibraryService
  const offered = yield* OfferedScopes
  const sessions = yield* BrowserSessions
  const resources = resourcesOf(baseUrl)

  /** Tells the library, which first checks that the request is its own and not too old, then who decides. */
  const tell = ({ query, headers }: Asked, decision: object, grantId?: string) =>
    callLibrary(
      () =>
        library.handler(
          new Request(`${issuerOf(baseUrl)}/oauth2/consent`, {
            method: "POST",
            headers: { "content-type": "application/json", origin, cookie: headers.get("cookie") ?? "" },
            body: JSON.stringify({ ...decision, oauth_query: query })
          })
        ),
      { grantId }
    )

  /** Where to go after a decision. */
  const decide = Effect.fnUntraced(function* (asked: Asked, decision: object, grantId?: string) {
    const response = yield* tell(asked, decision, grantId)
    if (!response.ok) {
      const { error = "unknown" } = yield* errorOf(response)
      return yield* Effect.andThen(Effect.logInfo(`A consent was refused: ${error}`), unknownRequest)
    }
    const { url } = (yield* Effect.promise(() => response.json())) as { readonly url: string }
    return url
  })

  const sessionOf = Effect.fnUntraced(function* (headers: Headers) {
    return (yield* sessions.current(headers)) ?? (yield* signedOut)
  })

  const describe = Effect.fnUntraced(function* ({ query, headers }: Asked) {
    const { id: sessionId } = yield* sessionOf(headers)
    yield* requireOpen(sql, { query, sessionId })
    // Nobody's decision: of a request that is its own, the library complains only about that.
    const { status } = yield* tell({ query, headers: new Headers() }, { accept: false })
    const asked = new URLSearchParams(query)
    const client = yield* findClient(sql, asked.get("client_id") ?? "")
    const redirectUri = asked.get("redirect_uri")
    const resource = asked.get("resource")
    if (status !== 401 || client === undefined || redirectUri === null || resource === null)
      return yield* unknownRequest
    const scopes = (asked.get("scope") ?? "").split(" ")
    return {
      client: {
        id: client.id,
        name: client.name,
        uri: client.uri,
        knownSince: client.knownSince?.toISOString() ?? null
      },
      redirectUri,
      redirectHost: redirectHost(redirectUri),
      loopback: isLoopback(redirectUri),
      privateUse: isPrivateUse(redirectUri),
      audience: resource === resources.mcp ? "mcp" : "rest",
      resource,
      scopes: scopes.filter((scope) => Object.hasOwn(offered, scope)),
      offline: scopes.includes("offline_access")
    } satisfies AuthorizationRequest as AuthorizationRequest
  })

  const accept = Effect.fnUntraced(function* (
    asked: Asked & {
      readonly organizationId: string
      readonly projectId: string
      readonly scopes: ReadonlyArray<string>
    }
  ) {
    const { organizationId, projectId } = asked
    const session = yield* sessionOf(asked.headers)
    const request = yield* describe(asked)
    yield* useAnswer(sql, { query: asked.query, sessionId: session.id })
    const scopes = request.scopes.filter((scope) => asked.scopes.includes(scope))
    if (scopes.length === 0) return yield* new NotAllowed({ message: "Allow at least one thing." })
    const notYours = new NotAllowed({ message: "The project is not one of yours." })
    if (!isStorable(organizationId, projectId)) return yield* notYours
    yield* makeRoom(sql, session.user.id, secondsOf(options.lifetimes).authorization)
    // moments: the rows of both are locked, and read after the wait
    const [membership] = yield* sql`
      select 1 from agent_operations.memberships as m
      join agent_operations.projects as p on p.organization_id = m.organization_id
      where m.organization_id = ${organizationId} and m.user_id = ${session.user.id} and p.id = ${projectId} and ${isOpen(sql)} for share`
    if (membership === undefined) return yield* notYours

    const id = newTypeId("grt")
    const { client, audience, resource } = request
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const scope = [...scopes, ...(request.offline ? ["offline_access"] : [])].join(" ")
    const location = yield* decide(asked, { accept: true, scope }, id)
    const code = new URL(location).searchParams.get("code")
    if (code === null) return yield* unknownRequest
    yield* sql`
      insert into agent_operations.grants (organization_id, id, project_id, user_id, member_since, client_id,
        client_name, client_uri, redirect_host, audience, resource, scopes, code_hash, created_at)
      select ${organizationId}, ${id}, ${projectId}, user_id, created_at, ${client.id}, ${client.name}, ${client.uri},
        ${request.redirectHost}, ${audience}, ${resource}, ${scopes}::text[], ${hashToken(code)}, ${now}::timestamptz
      from agent_operations.memberships
      where organization_id = ${organizationId} and user_id = ${session.user.id}`
    yield* recordAudit(sql, {
      organizationId,
      actor: { type: "user", id: session.user.id, name: session.user.name },
      action: "application.connected",
      subject: { type: "application", id, name: client.name },
      details: { projectId, scopes, audience, redirectHost: request.redirectHost }
    })
    return { location }
  }, sql.withTransaction)

  const deny = Effect.fnUntraced(function* (asked: Asked) {
    const { id: sessionId } = yield* sessionOf(asked.headers)
    yield* useAnswer(sql, { query: asked.query, sessionId })
    return { location: yield* decide(asked, { accept: false }) }
  }, sql.withTransaction)

  return {
    /** What a program asks for, from the query of the consent page, while the session may answer. */
    describe: (asked: Asked) => translateSqlErrors(describe(asked)),

    /**
     * Lets the program in, to one project and with what was allowed of what it asked for. A request is answered once, by
     * the browser session that was asked; what is refused with `NotAllowed` is no answer.
     */
    accept: (asked: Parameters<typeof accept>[0]) => translateSqlErrors(accept(asked)),

    /** Sends the person back without anything, which is an answer, too. */
    deny: (asked: Asked) => translateSqlErrors(deny(asked))
  }
})

/**
 * Shows a person what a program asks for, and records their answer. Source: RFC 6749 section 4.1.1; RFC 9700 section
 * 4.12.
 */
export class Consents extends Context.Service<Consents, Effect.Success<typeof make>>()(
  "@agent-operations/identity/Consents"
) {
  static readonly layer = Layer.effect(Consents, make)
}
