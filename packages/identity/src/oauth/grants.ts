import { recordAudit, type Signature } from "@agent-operations/auth"
import { Clock, DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { hashToken, tokenPrefixes } from "../tokens/secrets.ts"
import { redirectHost } from "./redirects.ts"
import type { RefreshTokens } from "./refresh-tokens.ts"

/** A grant as the endpoints look at it, its row locked until the transaction ends. */
export interface LockedGrant {
  readonly id: string
  readonly client_id: string
  readonly resource: string
  /** What was shown was exchanged already. */
  readonly spent: boolean
  /** Not revoked, and its person still is a member where its project still is. Law: A5. */
  readonly alive: boolean
}

/** How a refresh token is kept. */
export const hashOfRefreshToken = (token: string): string => hashToken(token.slice(tokenPrefixes.refresh.length))

/** A grant with the refresh token by which it was found. */
export interface GrantOfRefreshToken extends LockedGrant {
  /** When the token was exchanged first, if it was. */
  readonly spent_at: Date | null
  /** How often it gave a further pair since. */
  readonly repeats: number
}

/**
 * Whether a grant `g` still holds: not ended, its project there, and its person a member ever since. Whoever is removed
 * and comes back starts anew.
 */
export const grantHolds = (sql: SqlClient) =>
  sql.literal(`(
  g.revoked_at is null
  and exists (
    select 1 from agent_operations.memberships as m
    where m.organization_id = g.organization_id and m.user_id = g.user_id and m.created_at = g.member_since)
  and exists (
    select 1 from agent_operations.projects as p where p.organization_id = g.organization_id and p.id = g.project_id))`)

export const lockGrantOfCode = Effect.fnUntraced(function* (sql: SqlClient, codeHash: string) {
  // moments: the member and the project are asked for again at each use of what is issued
  const [grant] = yield* sql<LockedGrant>`
    select g.id, g.client_id, g.resource, g.redeemed_at is not null as spent, ${grantHolds(sql)} as alive
    from agent_operations.grants as g where g.code_hash = ${codeHash} for update of g`
  return grant
})

/**
 * The grant of a refresh token. Both rows are locked, so that of parallel exchanges each sees what the one before did; the
 * grant first, as whoever ends it does, so that no two wait for each other.
 */
const lockGrantOfRefreshToken = Effect.fnUntraced(function* (sql: SqlClient, tokenHash: string) {
  yield* sql`
    select 1 from agent_operations.grants as g
    where g.id = (select reference_id from agent_operations_identity.oauth_refresh_tokens where token = ${tokenHash})
    for update of g`
  // moments: the grant is locked, by whoever exchanges a token of it
  const [grant] = yield* sql<GrantOfRefreshToken>`
    select g.id, t.client_id, g.resource, t.revoked is not null as spent, t.revoked as spent_at,
      coalesce(r.times, 0) as repeats, ${grantHolds(sql)} as alive
    from agent_operations_identity.oauth_refresh_tokens as t
    join agent_operations.grants as g on g.id = t.reference_id
    left join agent_operations_identity.repeated_refreshes as r on r.token_id = t.id
    where t.token = ${tokenHash} for update of t, g`
  return grant
})

/** The grant of a spent refresh token that is not kept any more, by what the token proves. Law: A9. */
const lockGrantOfForgotten = Effect.fnUntraced(function* (sql: SqlClient, id: string) {
  // moments: the grant is locked, by whoever exchanges a token of it
  const [grant] = yield* sql<LockedGrant>`
    select g.id, g.client_id, g.resource, true as spent, ${grantHolds(sql)} as alive
    from agent_operations.grants as g where g.id = ${id} for update of g`
  return grant && { ...grant, spent_at: null, repeats: 0 }
})

/**
 * The grant of a refresh token as somebody shows it, locked. A spent one that is forgotten is as good as one that is kept:
 * what would be good by its time, and is not there, was spent, or its grant has ended.
 */
export const makeLockGrantOfShown = (sql: SqlClient, refreshTokens: RefreshTokens) =>
  Effect.fnUntraced(function* (token: string) {
    if (!token.startsWith(tokenPrefixes.refresh)) return undefined
    const kept = yield* lockGrantOfRefreshToken(sql, hashOfRefreshToken(token))
    if (kept !== undefined) return kept
    const id = refreshTokens.liveGrantIdOf(token, yield* Clock.currentTimeMillis)
    return id === undefined ? undefined : yield* lockGrantOfForgotten(sql, id)
  })

/** Notes that a grant gave tokens: its code is used up. */
export const noteExchange = Effect.fnUntraced(function* (sql: SqlClient, id: string) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* sql`
    update agent_operations.grants set redeemed_at = coalesce(redeemed_at, ${now}), last_used_at = ${now}
    where id = ${id}`
})

/** Lets a spent refresh token be exchanged once more, which is counted. Law: A9. */
export const repeatRefresh = Effect.fnUntraced(function* (sql: SqlClient, tokenHash: string) {
  yield* sql`
    insert into agent_operations_identity.repeated_refreshes as r (token_id, times)
    select id, 1 from agent_operations_identity.oauth_refresh_tokens where token = ${tokenHash}
    on conflict (token_id) do update set times = r.times + 1`
  yield* sql`
    update agent_operations_identity.oauth_refresh_tokens set revoked = null where token = ${tokenHash}`
})

/**
 * Says when a refresh token was exchanged first: the library tells whole seconds, and of the last time. It is kept until
 * `keptUntil`, or for as long as it would have been good.
 */
export const noteSpent = (sql: SqlClient, tokenHash: string, at: Date, keptUntil: Date | null) => sql`
  update agent_operations_identity.oauth_refresh_tokens
  set revoked = ${at}, expires_at = least(expires_at, ${keptUntil}::timestamptz) where token = ${tokenHash}`

/** Fewer scopes may be asked for of an access token; the refresh token keeps all. Source: RFC 6749 section 6. */
export const keepScopes = (sql: SqlClient, formerHash: string, nextHash: string) => sql`
  update agent_operations_identity.oauth_refresh_tokens as t set scopes = former.scopes
  from agent_operations_identity.oauth_refresh_tokens as former
  where t.token = ${nextHash} and former.token = ${formerHash} and t.scopes <> former.scopes`

/** Ends one access token, if it is this client's. */
export const endAccessToken = (sql: SqlClient, tokenHash: string, clientId: string) => sql`
  delete from agent_operations_identity.oauth_access_tokens where token = ${tokenHash} and client_id = ${clientId}`

/** Who ended a grant: its person, its program, or somebody who showed what was exchanged already. */
export type EndedBy = "person" | "program" | "replay"

/** Whoever administers the organization, for a person of it. */
export interface EndedForPerson {
  readonly administrator: Signature
}

/** Whether a person let a program in that gets its answers there, and did not end that since. */
export const isLetIn = Effect.fnUntraced(function* (
  sql: SqlClient,
  { userId, clientId, redirectUri }: Readonly<Record<"userId" | "clientId" | "redirectUri", string>>
) {
  const [grant] = yield* sql`
    select 1 from agent_operations.grants
    where user_id = ${userId} and client_id = ${clientId} and redirect_host = ${redirectHost(redirectUri)}
      and revoked_at is null
    limit 1`
  return grant !== undefined
})

interface EndedGrant {
  readonly organization_id: string
  readonly project_id: string
  readonly client_name: string
  readonly user_id: string
  readonly user_name: string
}

/**
 * Ends a grant, and with it every token that it gave. The log has it under the name of its person, or of the administrator
 * who ended it, with whose it was. Laws: A5, A8.
 */
export const endGrant = Effect.fnUntraced(function* (sql: SqlClient, id: string, by: EndedBy | EndedForPerson) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const administrator = typeof by === "string" ? undefined : by.administrator
  const [ended] = yield* sql<EndedGrant>`
    update agent_operations.grants as g
    set revoked_at = ${now}, revoked_by = ${administrator === undefined ? null : JSON.stringify(administrator)}
    from agent_operations_identity.users as u
    where g.id = ${id} and g.revoked_at is null and u.id = g.user_id
    returning g.organization_id, g.project_id, g.client_name, g.user_id, u.name as user_name`
  if (ended === undefined) return
  yield* sql`delete from agent_operations_identity.oauth_access_tokens where reference_id = ${id}`
  yield* sql`delete from agent_operations_identity.oauth_refresh_tokens where reference_id = ${id}`
  const person: Signature = { type: "user", id: ended.user_id, name: ended.user_name }
  yield* recordAudit(sql, {
    organizationId: ended.organization_id,
    actor: administrator ?? person,
    action: "application.disconnected",
    subject: { type: "application", id, name: ended.client_name },
    details: {
      projectId: ended.project_id,
      ...(typeof by === "string"
        ? { endedBy: by }
        : { endedBy: "administrator", person: person.name, personId: person.id })
    }
  })
})
