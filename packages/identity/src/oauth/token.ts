import { type OAuthErrorCode, oauthErrors } from "@agent-operations/error-envelope"
import { Clock, DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { callLibrary } from "../library/ambient.ts"
import type { Library } from "../library/library.ts"
import { hashToken } from "../tokens/secrets.ts"
import { type IdentityOptions, refreshGraceOf, resourcesOf } from "../options.ts"
import { makeAuthenticate } from "./authenticate.ts"
import { makeForGrant } from "./for-grant.ts"
import { errorOf, formFor } from "./forward.ts"
import {
  endGrant,
  type GrantOfRefreshToken,
  hashOfRefreshToken,
  keepScopes,
  lockGrantOfCode,
  type LockedGrant,
  makeLockGrantOfShown,
  noteExchange,
  noteSpent,
  repeatRefresh
} from "./grants.ts"
import { need, type Parameters, readForm, withResource } from "./parameters.ts"
import type { RefreshTokens } from "./refresh-tokens.ts"
import { openToAll, refuse, toResponse } from "./refusal.ts"

const verifier = /^[A-Za-z0-9._~-]{43,128}$/
const notValid = refuse("invalid_grant", "The grant is not valid: unknown, used, expired or revoked.")

/** What the standard leaves of the library's codes, once the guard has looked at the parameters. */
const codeOf = (error: string | undefined): OAuthErrorCode =>
  error !== undefined && error !== "invalid_request" && error in oauthErrors
    ? (error as OAuthErrorCode)
    : "invalid_grant"

interface TokenBody {
  readonly access_token: string
  readonly expires_in: number
  readonly refresh_token?: string
  readonly scope: string
}

/** How many further pairs a spent refresh token gives within its grace. Law: A9. */
const maxRepeats = 10

/** What was sent, with each scope once, however often it is named: they are kept as they were asked for. */
const eachScopeOnce = (form: Parameters): Parameters => {
  const scope = form.get("scope")
  return scope === undefined ? form : new Map(form).set("scope", [...new Set(scope.split(" "))].join(" "))
}

/** A request that names no resource is for the one that access was given to. Source: RFC 8707 section 2.2. */
const forResourceOf = (grant: LockedGrant, form: Parameters): Parameters =>
  form.has("resource") ? form : new Map(form).set("resource", grant.resource)

/**
 * The token endpoint. One transaction an exchange: the grant is locked, looked at, exchanged by the library, or ended
 * where somebody shows what was exchanged before. A refresh token has a grace, since programs refresh in parallel. Law: A9.
 * Source: RFC 6749 sections 4.1.3 and 6, RFC 9700 sections 2.1 and 4.14.
 */
export const makeToken = Effect.fnUntraced(function* (
  library: Library,
  baseUrl: string,
  options: Pick<IdentityOptions, "refreshGrace">,
  refreshTokens: RefreshTokens
) {
  const sql = yield* SqlClient.SqlClient
  const authenticate = makeAuthenticate(sql, library, baseUrl)
  const resources = Object.values(resourcesOf(baseUrl))
  const grace = refreshGraceOf(options)
  const forGrant = makeForGrant(sql, refreshTokens)
  const lockGrantOfShown = makeLockGrantOfShown(sql, refreshTokens)

  /** Ends what was exchanged before, and lets through what still holds and is for this resource. */
  const admit = Effect.fnUntraced(function* (grant: LockedGrant, form: Parameters) {
    if (grant.spent) {
      yield* endGrant(sql, grant.id, "replay")
      return yield* notValid
    }
    if (!grant.alive) return yield* notValid
    if (grant.resource !== form.get("resource")) {
      return yield* refuse("invalid_target", "The grant is for another resource.")
    }
  })

  /** Whether a spent refresh token may give a further pair. */
  const mayRepeat = ({ spent_at, repeats, alive, resource }: GrantOfRefreshToken, form: Parameters, now: Date) =>
    spent_at !== null &&
    now.getTime() - spent_at.getTime() < grace &&
    repeats < maxRepeats &&
    alive &&
    resource === form.get("resource")

  const exchange = Effect.fnUntraced(function* (
    request: Request,
    form: Parameters,
    grantId: string,
    names: ReadonlyArray<string>
  ) {
    const known = ["grant_type", "client_id", "client_secret", "resource", ...names]
    const refreshToken = refreshTokens.mint(grantId, yield* Clock.currentTimeMillis)
    const response = yield* callLibrary(
      () => library.handler(formFor(baseUrl, "/oauth2/token", form, known, request)),
      { refreshToken }
    )
    if (!response.ok) {
      const { error, error_description = "" } = yield* errorOf(response)
      return yield* refuse(codeOf(error), error_description)
    }
    const body = yield* Effect.promise(() => response.json())
    return body as TokenBody
  })

  const byCode = Effect.fnUntraced(function* (request: Request, sent: Parameters, clientId: string) {
    const code = yield* need(sent, "code")
    yield* need(sent, "redirect_uri")
    if (!verifier.test(yield* need(sent, "code_verifier"))) return yield* notValid
    const grant = yield* lockGrantOfCode(sql, hashToken(code))
    if (grant?.client_id !== clientId) return yield* notValid
    const form = forResourceOf(grant, sent)
    yield* admit(grant, form)
    const tokens = yield* exchange(request, form, grant.id, ["code", "redirect_uri", "code_verifier"])
    yield* noteExchange(sql, grant.id)
    return tokens
  })

  const byRefreshToken = Effect.fnUntraced(function* (request: Request, sent: Parameters, clientId: string) {
    const token = yield* need(sent, "refresh_token")
    const hash = hashOfRefreshToken(token)
    const grant = yield* lockGrantOfShown(token)
    if (grant?.client_id !== clientId) return yield* notValid
    const form = forResourceOf(grant, sent)
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const repeats = mayRepeat(grant, form, now)
    if (!repeats) yield* admit(grant, form)
    // A refusal that the library makes leaves a spent token spent.
    const tokens = yield* Effect.gen(function* () {
      if (repeats) yield* repeatRefresh(sql, hash)
      const given = yield* exchange(request, form, grant.id, ["refresh_token", "scope"])
      const at = grant.spent_at ?? now
      const proves = refreshTokens.grantIdOf(token) === grant.id
      yield* noteSpent(sql, hash, at, proves ? refreshTokens.keptUntil(at.getTime()) : null)
      return given
    }).pipe(sql.withTransaction)
    yield* noteExchange(sql, grant.id)
    if (form.has("scope") && tokens.refresh_token !== undefined) {
      yield* keepScopes(sql, hash, hashOfRefreshToken(tokens.refresh_token))
    }
    return tokens
  })

  const grants = { authorization_code: byCode, refresh_token: byRefreshToken } as const

  return Effect.fnUntraced(function* (request: Request) {
    const form = yield* withResource(eachScopeOnce(yield* readForm(request)), resources)
    const grantType = yield* need(form, "grant_type")
    if (!Object.hasOwn(grants, grantType)) {
      return yield* refuse("unsupported_grant_type", `Use one of ${Object.keys(grants).join(", ")}.`)
    }
    const clientId = yield* authenticate(request, form)
    const answer = grants[grantType as keyof typeof grants](request, form, clientId).pipe(
      Effect.map(({ access_token, expires_in, refresh_token, scope }) =>
        Response.json(
          { access_token, token_type: "Bearer", expires_in, ...(refresh_token ? { refresh_token } : {}), scope },
          { headers: { "cache-control": "no-store", ...openToAll } }
        )
      ),
      // A refusal is an answer too: what it ended must stay ended.
      Effect.catchTag("Refusal", (refusal) => Effect.succeed(toResponse(refusal))),
      sql.withTransaction
    )
    return yield* forGrant(clientId, form.get(grantType === "refresh_token" ? "refresh_token" : "code") ?? "", answer)
  })
})
