import { Duration, Effect, type Scope } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * The tables that a server would clear of dead rows by now, or read the statistics of. Source: PostgreSQL's
 * documentation, "The Autovacuum Daemon", with the thresholds that are set by default.
 */
const due = (sql: SqlClient.SqlClient) =>
  sql<{ name: string }>`
    select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
    where n_dead_tup > 50 + 0.2 * n_live_tup
      or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
      or n_mod_since_analyze > 50 + 0.1 * n_live_tup`

const tidy = (sql: SqlClient.SqlClient) =>
  Effect.flatMap(
    due(sql),
    Effect.forEach(({ name }) => sql`vacuum (analyze) ${sql.literal(name)}`, { discard: true })
  ).pipe(Effect.catchCause((cause) => Effect.logDebug("The tables were not tidied this time", cause)))

/**
 * Does for PGlite, which starts no other processes, what a server's autovacuum does, until the scope closes. By the
 * system's timer: rows die whatever a test does to the clock.
 */
export const upkeep = (
  sql: SqlClient.SqlClient,
  interval: Duration.Duration
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.contextWith((context) =>
        Effect.sync(() => {
          const run = Effect.runForkWith(context)
          return setInterval(() => void run(tidy(sql)), Duration.toMillis(interval)).unref()
        })
      ),
      (timer) => Effect.sync(() => clearInterval(timer))
    )
  )
