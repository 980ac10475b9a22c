import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"

/** Does something while the clock of the database is 400 days behind what servers saw. It needs the table of the upkeep. */
export const whileClockBehind = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`delete from agent_operations.upkeep`
  yield* sql`insert into agent_operations.upkeep (observed, seen) values (now() + interval '400 days', now())`
  return yield* Effect.ensuring(effect, Effect.orDie(sql`delete from agent_operations.upkeep`))
})

/** How many whole days from now a time is that a query of one value reads, by the clock of the database. */
export const daysAhead = Effect.fnUntraced(function* (time: Statement.Fragment) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ days: number }>`select round(extract(epoch from (${time}) - now()) / 86400)::int as days`
  return row?.days
})
