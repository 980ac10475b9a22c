import { Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { inBackground } from "../background-work.ts"
import { workOf } from "../internal/sql-client.ts"

/**
 * Makes the function that analyzes tables of this schema of which most rows came or changed since they were analyzed last,
 * a thousand at least: one that grows is analyzed at 1,000 rows and then tenfold each time. It runs as whoever migrated, for
 * users that may only write rows; one call at a time, and no table that is locked. After 200 ms it leaves the others to the
 * next call, as PGlite's one session is theirs who wait.
 */
export const analyzeGrown = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    create function agent_operations.analyze_grown() returns setof text
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      grown record;
    begin
      if not pg_try_advisory_xact_lock(hashtextextended('agent_operations.analyze_grown', 0)) then
        return;
      end if;
      for grown in
        select s.schemaname, s.relname from pg_stat_user_tables s join pg_class c on c.oid = s.relid
        where c.relkind = 'r' and s.n_mod_since_analyze >= greatest(1000, 0.9 * s.n_live_tup)
          and c.relnamespace = (select relnamespace from pg_class where oid = to_regclass('agent_operations.upkeep'))
          and has_table_privilege(session_user, c.oid, 'insert')
        order by s.n_mod_since_analyze desc
      loop
        exit when clock_timestamp() > statement_timestamp() + interval '200 milliseconds';
        execute format('analyze (skip_locked) %I.%I', grown.schemaname, grown.relname);
        return next grown.relname;
      end loop;
    end $$`
)

/** How often it is looked whether to ask: often enough that a table has not grown much more than tenfold meanwhile. */
const look = "2 seconds"

/** After so many statements and transactions it is asked at the next look. */
const muchWork = 200

/** After so many looks it is asked if there was any work at all. */
const anyWork = 15

/**
 * Has tables analyzed as they grow, while this process works with the database: without statistics PostgreSQL takes any two
 * conditions on a key for one row, and autovacuum waits for a minute, or is off. A failure is logged, once until it is mended.
 *
 * @example
 * Layer.provide(statisticsUpkeep, database)
 */
export const statisticsUpkeep = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ask = sql`select agent_operations.analyze_grown()`
    let [known, looks, fails] = [0, 0, false]
    const round = Effect.suspend(() => {
      looks++
      const all = workOf(sql)
      // Of a host's own client it is not known, and taken to be some.
      const work = all === undefined ? 1 : all - known
      if (work < muchWork && (work === 0 || looks < anyWork)) return Effect.void
      looks = 0
      return ask.pipe(
        Effect.andThen((analyzed) =>
          Effect.sync(() => {
            fails = false
            // There may be more.
            if (analyzed.length > 0) looks = anyWork
          })
        ),
        Effect.catchCause((cause) => {
          const told = fails
          fails = true
          return told ? Effect.void : Effect.logWarning("Grown tables could not be analyzed", cause)
        }),
        Effect.andThen(Effect.sync(() => (known = workOf(sql) ?? 0))),
        inBackground
      )
    })
    yield* Effect.forkScoped(Effect.repeat(Effect.delay(round, look), Schedule.forever))
  })
)
