import type { Removal } from "@agent-operations/database"
import { Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Drops what is due by the database's clock, as upkeep does where that clock ran as servers saw time pass. */
export const dropDue = Effect.fnUntraced(function* <E>({ age, remove }: Removal<E>) {
  if (age === undefined) return { count: 0, partitions: 0 }
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`
  return { partitions: 0, ...(yield* remove(row!.now - Duration.toMillis(age))) }
})
