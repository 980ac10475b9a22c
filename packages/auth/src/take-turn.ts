import type { SqlClient } from "effect/sql/SqlClient"

/** Whose turn it is, until the transaction ends. Always asked for in the same order, so that no two wait for each other. */
export const takeTurn = (sql: SqlClient, what: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('agent_operations ' || ${what}, 0))::text`
