import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Library } from "../library/library.ts"
import { hashToken, tokenPrefixes } from "../tokens/secrets.ts"
import { makeAuthenticate } from "./authenticate.ts"
import { endAccessToken, endGrant, makeLockGrantOfShown } from "./grants.ts"
import { makeForGrant } from "./for-grant.ts"
import { need, readForm } from "./parameters.ts"
import type { RefreshTokens } from "./refresh-tokens.ts"
import { openToAll } from "./refusal.ts"

/**
 * Revocation: an access token alone, or with a refresh token all that its grant gave. A token that is not known, or is
 * another client's, is as good as revoked. Source: RFC 7009.
 */
export const makeRevoke = Effect.fnUntraced(function* (
  library: Library,
  baseUrl: string,
  refreshTokens: RefreshTokens
) {
  const sql = yield* SqlClient.SqlClient
  const lockGrantOfShown = makeLockGrantOfShown(sql, refreshTokens)
  const forGrant = makeForGrant(sql, refreshTokens)
  const authenticate = makeAuthenticate(sql, library, baseUrl)

  const end = Effect.fnUntraced(function* (token: string, clientId: string) {
    const { access } = tokenPrefixes
    if (token.startsWith(access)) yield* endAccessToken(sql, hashToken(token.slice(access.length)), clientId)
    const grant = yield* lockGrantOfShown(token)
    if (grant?.client_id === clientId) yield* endGrant(sql, grant.id, "program")
  }, sql.withTransaction)

  return Effect.fnUntraced(function* (request: Request) {
    const form = yield* readForm(request)
    const token = yield* need(form, "token")
    yield* forGrant(token, end(token, yield* authenticate(request, form)))
    return new Response(null, { status: 200, headers: { "cache-control": "no-store", ...openToAll } })
  })
})
