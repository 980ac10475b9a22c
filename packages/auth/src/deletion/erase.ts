import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { TenantTable } from "./tenant-tables.ts"

/** Whose rows are erased: an organization's, or those of one of its projects. */
export interface Tenant {
  readonly organizationId: string
  readonly projectId?: string
}

/** How many rows a statement deletes, so that none runs long and no other has to wait long for it. */
const most = 1000

/** What holds a tenant's rows, with the condition that they meet. */
const partsOf = (sql: SqlClient, tables: ReadonlyArray<TenantTable>, { organizationId, projectId }: Tenant) =>
  tables
    .filter(({ ofProjects }) => ofProjects || projectId === undefined)
    .flatMap(({ key, parts }) => {
      const ofOrganization = sql`${sql.literal(key)} = ${organizationId}`
      const those = projectId === undefined ? ofOrganization : sql`${ofOrganization} and project_id = ${projectId}`
      return parts.map((part) => ({ name: sql.literal(part), those }))
    })

/** Deletes a tenant's rows, a bounded number at a time, each time within what `step` puts around it. */
export const eraseInSteps = Effect.fnUntraced(function* <E, R>(
  sql: SqlClient,
  tables: ReadonlyArray<TenantTable>,
  tenant: Tenant,
  step: <A, E2>(deletion: Effect.Effect<ReadonlyArray<A>, E2>) => Effect.Effect<ReadonlyArray<A>, E | E2, R>
) {
  let erased = 0
  for (const { name, those } of partsOf(sql, tables, tenant)) {
    for (;;) {
      const gone = yield* step(
        sql`delete from ${name} where ctid = any (array(select ctid from ${name} where ${those} limit ${most}))
          and ${those} returning 1`
      )
      erased += gone.length
      if (gone.length < most) break
    }
  }
  return erased
})

/** Deletes what is left of a tenant's rows, for the transaction that deletes the tenant. */
export const eraseRest = (sql: SqlClient, tables: ReadonlyArray<TenantTable>, tenant: Tenant) =>
  Effect.forEach(partsOf(sql, tables, tenant), ({ name, those }) => sql`delete from ${name} where ${those}`, {
    discard: true
  })
