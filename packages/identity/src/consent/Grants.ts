import { Unknown } from "@agent-operations/auth"
import { isScope, type Scope } from "@agent-operations/contract"
import { translateSqlErrors } from "@agent-operations/database"
import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { endGrant, grantHolds } from "../oauth/grants.ts"
import { isStorable } from "./storable.ts"

/** What a person let a program do. */
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
  readonly scopes: ReadonlyArray<Scope>
  readonly createdAt: string
  /** When the program last asked for an access token. */
  readonly lastUsedAt: string | null
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
  scopes: row.scopes.filter(isScope),
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null
})

const make = Effect.map(SqlClient.SqlClient, (sql) => ({
  /** The programs that hold a token of a person's that still works, or gets another, newest first. */
  list: Effect.fnUntraced(function* (input: { readonly userId: string }) {
    const now = DateTime.toDateUtc(yield* DateTime.now)
    const rows = yield* sql<GrantRow>`
      select g.id, g.client_name, g.client_uri, g.redirect_host, g.audience, g.organization_id,
        o.name as organization_name, g.project_id, p.name as project_name, g.scopes, g.created_at, g.last_used_at
      from agent_operations.grants as g
      join agent_operations.organizations as o on o.organization_id = g.organization_id
      join agent_operations.projects as p on p.organization_id = g.organization_id and p.id = g.project_id
      where g.user_id = ${input.userId} and ${grantHolds(sql)} and (
        exists (select 1 from agent_operations_identity.oauth_access_tokens as t
          where t.reference_id = g.id and t.expires_at > ${now})
        or exists (select 1 from agent_operations_identity.oauth_refresh_tokens as r
          where r.reference_id = g.id and r.revoked is null and r.expires_at > ${now}))
      order by g.id desc`.pipe(translateSqlErrors)
    return rows.map(toGrant)
  }),

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
}))

/** What people let programs do: "connected applications". */
export class Grants extends Context.Service<Grants, Effect.Success<typeof make>>()(
  "@agent-operations/identity/Grants"
) {
  static readonly layer = Layer.effect(Grants, make)
}
