import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { statisticsUpkeep, upkeepMigrations } from "../../src/index.ts"
import { eventually } from "../../../../tooling/testing/src/eventually.ts"
import { whileLocked } from "../../../../tooling/testing/src/locked.ts"
import { describeOnBothDatabases, describeOnPostgres } from "../databases.ts"

/** A table of the schema that nothing but these tests analyzes. */
const makeTable = (name: string) =>
  SqlClient.SqlClient.use(
    (sql) => sql`create table agent_operations.${sql.literal(name)} (n int) with (autovacuum_enabled = false)`
  )

const grow = (name: string, rows: number) =>
  SqlClient.SqlClient.use(
    (sql) => sql`insert into agent_operations.${sql.literal(name)} select n from generate_series(1, ${rows}::int) as n`
  )

/** How many rows the planner takes a table to have: -1 while it was never analyzed. */
const knownRows = (name: string) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(
      sql<{ rows: number }>`
        select reltuples::float8 as rows from pg_class where oid = to_regclass(${`agent_operations.${name}`})`,
      ([row]) => row!.rows
    )
  )

/** How many rows came since a table was analyzed, once the database has counted these. */
const counted = (name: string, rows: number) =>
  SqlClient.SqlClient.use((sql) =>
    eventually(
      `${rows} rows that came to ${name}`,
      Effect.map(
        sql<{ rows: number }>`
          select n_mod_since_analyze::float8 as rows from pg_stat_user_tables
          where relid = to_regclass(${`agent_operations.${name}`})`,
        ([row]) => row?.rows === rows
      )
    )
  )

const ask = SqlClient.SqlClient.use((sql) =>
  Effect.map(sql<{ name: string }>`select agent_operations.analyze_grown() as name`, (rows) =>
    rows.map(({ name }) => name)
  )
)

describeOnBothDatabases("statistics", (database) => {
  layer(database.migrated([upkeepMigrations]), { excludeTestServices: true })((it) => {
    it.effect("are there of a table at 1,000 rows, and then each time that it has grown tenfold", () =>
      Effect.gen(function* () {
        yield* makeTable("growing")
        yield* grow("growing", 999)
        yield* counted("growing", 999)
        assert.deepStrictEqual(yield* ask, [])
        yield* grow("growing", 1)
        yield* counted("growing", 1000)
        assert.deepStrictEqual(yield* ask, ["growing"])
        assert.strictEqual(yield* knownRows("growing"), 1000)
        yield* grow("growing", 8999)
        yield* counted("growing", 8999)
        assert.deepStrictEqual(yield* ask, [])
        yield* grow("growing", 1)
        yield* counted("growing", 9000)
        assert.deepStrictEqual(yield* ask, ["growing"])
        assert.strictEqual(yield* knownRows("growing"), 10_000)
      })
    )

    it.effect("are made while a process works with the database", () =>
      Effect.gen(function* () {
        yield* makeTable("worked")
        yield* Effect.forkScoped(Layer.launch(statisticsUpkeep))
        yield* Effect.forEach(Array.from({ length: 1000 }), () => grow("worked", 1))
        yield* eventually(
          "statistics of a table that grew by one row a statement",
          Effect.map(knownRows("worked"), (rows) => rows >= 1000)
        )
      })
    )
  })
})

describeOnPostgres("statistics of tables that", (database) => {
  layer(database.migrated([upkeepMigrations]), { excludeTestServices: true })((it) => {
    it.effect("a user may write rows of are made for them, where they may do nothing else, and of no others", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* makeTable("granted")
        const role = sql.literal(`statistics_${process.pid}`)
        yield* Effect.acquireRelease(sql`create role ${role}`, () =>
          Effect.andThen(Effect.orDie(sql`drop owned by ${role}`), Effect.orDie(sql`drop role ${role}`))
        )
        yield* sql`grant usage on schema agent_operations to ${role}`
        yield* grow("granted", 1000)
        yield* counted("granted", 1000)
        const asked = sql.withTransaction(Effect.andThen(sql`set local session authorization ${role}`, ask))
        assert.deepStrictEqual(yield* asked, [])
        yield* sql`grant insert on agent_operations.granted to ${role}`
        assert.deepStrictEqual(yield* asked, ["granted"])
      })
    )

    it.effect("others have locked are left for later", () =>
      Effect.gen(function* () {
        yield* makeTable("locked")
        yield* grow("locked", 1000)
        yield* counted("locked", 1000)
        yield* whileLocked((sql) => sql`lock table agent_operations.locked in share update exclusive mode`, ask)
        assert.strictEqual(yield* knownRows("locked"), -1)
        assert.deepStrictEqual(yield* ask, ["locked"])
        assert.strictEqual(yield* knownRows("locked"), 1000)
      })
    )
  })
})
