import { type Asked, changing, requireAdministrator, type Signature, Unknown } from "@agent-operations/auth"
import { translateSqlErrors } from "@agent-operations/database"
import { Context, Data, DateTime, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { endGrant, grantHolds } from "../oauth/grants.ts"
import { isStorable } from "./storable.ts"

/** What a person allowed a program: one project, and scopes. */
export interface Grant {
  readonly id: string
  readonly clientName: string
  readonly clientUri: string | null
  readonly redirectHost: string
  readonly audience: "rest" | "mcp"
  readonly organizationId: string
  readonly organizationName: string
  readonly projectId: string
  readonly projectName: string
  readonly scopes: ReadonlyArray<string>
  readonly createdAt: string
  /** When the program last asked for an access token. */
  readonly lastUsedAt: string | null
}

/** A grant of a member, as owners and admins of the organization see it. */
export interface MemberGrant extends Grant {
  readonly person: { readonly id: string; readonly name: string; readonly email: string }
}

/** A grant that an administrator of the organization ended, as its person sees it. */
export interface EndedGrant {
  readonly clientName: string
  readonly organizationName: string
  readonly endedAt: string
  readonly endedBy: Signature
}

interface GrantRow {
  readonly id: string
  readonly client_name: string
  readonly client_uri: string | null
  readonly redirect_host: string
  readonly audience: "rest" | "mcp"
  readonly organization_id: string
  readonly organization_name: string
  readonly project_id: string
  readonly project_name: string
  readonly scopes: ReadonlyArray<string>
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly user_id: string
  readonly user_name: string
  readonly user_email: string
}

const toGrant = (row: GrantRow): Grant => ({
  id: row.id,
  clientName: row.client_name,
  clientUri: row.client_uri,
  redirectHost: row.redirect_host,
  audience: row.audience,
  organizationId: row.organization_id,
  organizationName: row.organization_name,
  projectId: row.project_id,
  projectName: row.project_name,
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null
})

interface EndedRow {
  readonly client_name: string
  readonly organization_name: string
  readonly revoked_at: Date
  readonly revoked_by: string
}

const toEndedGrant = (row: EndedRow): EndedGrant => ({
  clientName: row.client_name,
  organizationName: row.organization_name,
  endedAt: row.revoked_at.toISOString(),
  endedBy: JSON.parse(row.revoked_by)
})

/** Whether a grant `g` has a token that works, or gets another. */
const holdsToken = (sql: SqlClient.SqlClient, now: Date) => sql`(
  exists (select 1 from agent_operations_identity.oauth_access_tokens as t
    where t.reference_id = g.id and t.expires_at > ${now})
  or exists (select 1 from agent_operations_identity.oauth_refresh_tokens as r
    where r.reference_id = g.id and r.revoked is null and r.expires_at > ${now}))`

/** The person has as many connected applications as they may. Nothing was allowed. */
export class TooManyGrants extends Data.TaggedError("TooManyGrants")<{ readonly message: string }> {}

/** How many connected applications a person has at most. Law: K3. */
const mostGrants = 200

const unknownOfPerson = new Unknown({ message: "There is no such connection." })

const unknownOfOrganization = new Unknown({ message: "The organization has no such connection." })

const toMemberGrant = (row: GrantRow): MemberGrant => ({
  ...toGrant(row),
  person: { id: row.user_id, name: row.user_name, email: row.user_email }
})

/**
 * Fails where a person has as many connected applications as they may. What they just allowed counts for as long as its code
 * may be exchanged. In a transaction, in which the person's row is locked: one waits for the other.
 */
export const makeRoom = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, userId: string, codeSeconds: number) {
  yield* sql`select 1 from agent_operations_identity.users where id = ${userId} for no key update`
  const now = yield* DateTime.now
  const since = DateTime.toDateUtc(DateTime.subtract(now, { seconds: codeSeconds }))
  const [last] = yield* sql`
    select 1 from agent_operations.grants as g
    where g.user_id = ${userId} and ${grantHolds(sql)} and (
      (g.redeemed_at is null and g.created_at > ${since}) or ${holdsToken(sql, DateTime.toDateUtc(now))})
    offset ${mostGrants - 1} limit 1`
  if (last === undefined) return
  return yield* new TooManyGrants({
    message: `You have ${mostGrants} connected applications, as many as one person may.`
  })
})

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  /** Those that hold a token which still works, or gets another, newest first. */
  const holding = Effect.fnUntraced(function* (those: Statement.Fragment, limit?: number) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    return yield* sql<GrantRow>`
      select g.id, g.client_name, g.client_uri, g.redirect_host, g.audience, g.organization_id,
        o.name as organization_name, g.project_id, p.name as project_name, g.scopes, g.created_at, g.last_used_at,
        g.user_id, u.name as user_name, u.email as user_email
      from agent_operations.grants as g
      join agent_operations.organizations as o on o.organization_id = g.organization_id
      join agent_operations.projects as p on p.organization_id = g.organization_id and p.id = g.project_id
      join agent_operations_identity.users as u on u.id = g.user_id
      where ${those} and ${grantHolds(sql)} and ${holdsToken(sql, now)}
      order by g.id desc limit ${limit ?? null}::integer`
  })

  return {
    /** The programs that hold a token of a person's that still works, or gets another, newest first: no more than they may have. */
    list: Effect.fnUntraced(function* (input: { readonly userId: string }) {
      const rows = yield* translateSqlErrors(holding(sql`g.user_id = ${input.userId}`, mostGrants))
      return rows.map(toGrant)
    }),

    /** One of those. */
    get: Effect.fnUntraced(function* ({ id, userId }: { readonly id: string; readonly userId: string }) {
      if (!isStorable(id)) return yield* unknownOfPerson
      const [row] = yield* translateSqlErrors(holding(sql`g.user_id = ${userId} and g.id = ${id}`))
      return row === undefined ? yield* unknownOfPerson : toGrant(row)
    }),

    /**
     * The same of every member of an organization, or of the one whose ID is `userId`, for owners and admins: `limit` of
     * them, from the one before `before` on.
     */
    listOfOrganization: Effect.fnUntraced(function* (
      input: Asked & { readonly before?: string; readonly limit: number; readonly userId?: string }
    ) {
      const { organizationId, before, limit, userId } = input
      const ofMember = userId === undefined || !isStorable(userId) ? sql.literal("") : sql`and g.user_id = ${userId}`
      const earlier = before === undefined || !isStorable(before) ? sql.literal("") : sql`and g.id < ${before}`
      const rows = yield* requireAdministrator(sql, input).pipe(
        Effect.andThen(holding(sql`g.organization_id = ${organizationId} ${ofMember} ${earlier}`, limit + 1)),
        translateSqlErrors
      )
      const items = rows.slice(0, limit).map(toMemberGrant)
      return { items, nextBefore: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    }),

    /** One of an organization's, for owners and admins. */
    ofOrganization: Effect.fnUntraced(function* (input: Asked & { readonly id: string }) {
      const { organizationId, id } = input
      const those = isStorable(id) ? sql`g.organization_id = ${organizationId} and g.id = ${id}` : sql.literal("false")
      const [row] = yield* requireAdministrator(sql, input).pipe(Effect.andThen(holding(those)), translateSqlErrors)
      return row === undefined ? yield* unknownOfOrganization : toMemberGrant(row)
    }),

    /** What administrators ended of a person's within 30 days, newest first, 20 at most. */
    listEnded: Effect.fnUntraced(function* (input: { readonly userId: string }) {
      const since = DateTime.toDateUtc(DateTime.subtractDuration(yield* DateTime.now, "30 days"))
      const rows = yield* sql<EndedRow>`
        select g.client_name, o.name as organization_name, g.revoked_at, g.revoked_by from agent_operations.grants as g
        join agent_operations.organizations as o on o.organization_id = g.organization_id
        where g.user_id = ${input.userId} and g.revoked_by is not null and g.revoked_at > ${since}
        order by g.revoked_at desc limit 20`.pipe(translateSqlErrors)
      return rows.map(toEndedGrant)
    }),

    /** Ends a member's connection, for owners and admins, like `revoke`. Laws: A5, A8. */
    revokeOfOrganization: (input: Asked & { readonly id: string }) =>
      changing(
        sql,
        input,
        Effect.fnUntraced(function* ({ signature: administrator }) {
          const { organizationId, id } = input
          if (!isStorable(id)) return yield* unknownOfOrganization
          const [grant] = yield* sql`
            select 1 from agent_operations.grants
            where organization_id = ${organizationId} and id = ${id} and revoked_at is null for update`
          if (grant === undefined) return yield* unknownOfOrganization
          yield* endGrant(sql, id, { administrator })
        })
      ),

    /** Ends a connection: its tokens fail at the next request, on every process. Law: A5. */
    revoke: Effect.fnUntraced(function* (input: { readonly id: string; readonly userId: string }) {
      const unknown = new Unknown({ message: "You have no such connection." })
      if (!isStorable(input.id)) return yield* unknown
      yield* Effect.gen(function* () {
        const [grant] = yield* sql`
          select 1 from agent_operations.grants
          where id = ${input.id} and user_id = ${input.userId} and revoked_at is null for update`
        if (grant === undefined) return yield* unknown
        yield* endGrant(sql, input.id, "person")
      }).pipe(sql.withTransaction, translateSqlErrors)
    })
  }
})

/** What people allowed programs: the "connected applications" of a person and of an organization. Law: A5. */
export class Grants extends Context.Service<Grants, Effect.Success<typeof make>>()(
  "@agent-operations/identity/Grants"
) {
  static readonly layer = Layer.effect(Grants, make)
}
