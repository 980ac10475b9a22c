import { type Removal, removeWhenDue, UpkeepClock } from "@agent-operations/database"
import type { Timeout, Unavailable } from "@agent-operations/error-envelope"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { countDeletions, deleteDue } from "./delete-due.ts"

/**
 * The planned deletions of projects and organizations, with the rows that belong to them in `tables`: the `tenantTables` of
 * all sets of migrations. Law: A10.
 *
 * @example
 * const { remove } = yield* plannedDeletions(migrations.flatMap(({ tenantTables = [] }) => tenantTables))
 */
export const plannedDeletions = (tables: ReadonlyArray<string>) =>
  Effect.map(SqlClient.SqlClient, (sql): Removal<Timeout | Unavailable> => {
    const over = Effect.provideService(SqlClient.SqlClient, sql)
    return {
      of: "projects and organizations",
      age: 0,
      count: (until) => over(countDeletions(until)),
      remove: (until) => Effect.map(over(deleteDue(tables, until)), (count) => ({ count }))
    }
  })

/**
 * Deletes the projects and organizations whose time has come, once an hour while the server runs, on each process. `tables`
 * as in `plannedDeletions`. Law: K1.
 *
 * @example
 * Layer.provide(deletionUpkeep(migrations.flatMap(({ tenantTables = [] }) => tenantTables)), database)
 */
export const deletionUpkeep = (tables: ReadonlyArray<string>) =>
  Layer.effectDiscard(
    Effect.flatMap(plannedDeletions(tables), (deletions) =>
      removeWhenDue(deletions, { first: "5 minutes", every: "1 hour" })
    )
  ).pipe(Layer.provide(UpkeepClock.layer))
