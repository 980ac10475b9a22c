import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import {
  checkMigrated,
  grantsSql,
  type MigrationSet,
  migrate,
  migrateAs,
  pendingMigrations,
  Postgres
} from "../src/index.ts"
import { databases, serverDatabaseUrl } from "./databases.ts"
import { sets, step } from "./migration-sets.ts"
import { open, startProcess } from "./support.ts"

const names = (steps: ReadonlyArray<{ readonly owner: string; readonly number: number }>) =>
  steps.map(({ owner, number }) => `${owner} ${number}`)
const all = ["plants 1", "plants 2", "plants 3", "animals 1"]
const tables = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<{ name: string }>`select relname as name from pg_class where relnamespace = to_regnamespace('agent_operations')`
).pipe(Effect.map((rows) => rows.map(({ name }) => name)))

describe.each(databases)("migrations on $name", ({ layer: database }) => {
  const onEmpty = <E>(name: string, test: Effect.Effect<void, E, SqlClient.SqlClient>) =>
    it.live(name, () => Effect.provide(test, Layer.fresh(database)))

  onEmpty(
    "are taken in order, once",
    Effect.gen(function* () {
      assert.deepStrictEqual(names(yield* pendingMigrations(sets)), all)
      assert.deepStrictEqual(names(yield* migrate(sets)), all)
      assert.deepStrictEqual(yield* pendingMigrations(sets), [])
      assert.deepStrictEqual(yield* migrate(sets), [])
      const more = [...sets, { owner: "stones", steps: [step(1, "flint", "select 1")] }]
      assert.deepStrictEqual(names(yield* pendingMigrations(more)), ["stones 1"])
      assert.deepStrictEqual(names(yield* migrate(more)), ["stones 1"])
      // Code that embeds fewer owners minds only its own.
      assert.deepStrictEqual(yield* migrate(sets), [])
    })
  )

  onEmpty(
    "are checked without a change, with a list of what is missing, and those of others are kept and said",
    Effect.gen(function* () {
      const missing = yield* Effect.flip(checkMigrated(sets))
      assert.strictEqual(missing._tag, "MigrationsMissing")
      assert.strictEqual(
        missing.message,
        "The database lacks 4 migrations: plants 1 (trees), plants 2 (wait), plants 3 (leaves), animals 1 (birds)."
      )
      assert.deepStrictEqual(yield* tables, [])
      yield* migrateAs("auto", sets)
      const lines: Array<unknown> = []
      const logger = Logger.make(({ message }) => void lines.push(message))
      const plants = sets.slice(0, 1)
      for (const mode of ["check", "auto", false] as const) {
        yield* migrateAs(mode, plants).pipe(Effect.provide(Logger.layer([logger])))
      }
      const said = "The database has tables of animals, which this process does not use; they are left unchanged"
      assert.deepStrictEqual(lines.flat(), [said, said])
      yield* checkMigrated(sets)
    })
  )

  onEmpty(
    "are taken last where they say so, those of the first owner at the very end",
    Effect.gen(function* () {
      const [plants, animals] = sets as [MigrationSet, MigrationSet]
      const lastOf = (number: number, table: string) => ({
        ...step(number, "more", `alter table agent_operations.${table} add column more text`),
        last: true as const
      })
      const nuts = step(5, "nuts", "create table agent_operations.nuts (id integer primary key)")
      const more = [
        { ...plants, steps: [...plants.steps, lastOf(4, "trees"), nuts] },
        { ...animals, steps: [...animals.steps, lastOf(2, "birds")] }
      ]
      assert.deepStrictEqual(names(yield* migrate(more)), [
        ...all.slice(0, 3),
        "plants 5",
        "animals 1",
        "animals 2",
        "plants 4"
      ])
      assert.deepStrictEqual(yield* pendingMigrations(more), [])
    })
  )

  onEmpty(
    "that fail leave nothing, whatever came before them",
    Effect.gen(function* () {
      const broken: ReadonlyArray<MigrationSet> = [
        ...sets,
        { owner: "ghosts", steps: [step(1, "boo", "select 1 / 0")] }
      ]
      const error = yield* Effect.flip(migrate(broken))
      assert.strictEqual(error._tag, "MigrationFailed")
      assert.match(error.message, /^The migration ghosts 1 \(boo\) failed: division by zero$/)
      assert.deepStrictEqual(yield* tables, [])
      assert.deepStrictEqual(names(yield* migrate(sets)), all)
    })
  )

  onEmpty(
    "that lose a race with a request are taken again, all of them",
    Effect.gen(function* () {
      const lost = ["40P01", "40001"]
      const raced = { ...step(1, "raced", ""), up: Effect.suspend(() => raise(lost.shift())) }
      const raise = (code: string | undefined) =>
        code === undefined ? Effect.void : step(1, "", `do $$ begin raise 'lost' using errcode = '${code}'; end $$`).up
      assert.deepStrictEqual(names(yield* migrate([...sets, { owner: "racers", steps: [raced] }])), [
        ...all,
        "racers 1"
      ])
    })
  )

  onEmpty(
    "newer than the code are refused, and so are renamed ones, with a way out",
    Effect.gen(function* () {
      yield* migrate(sets)
      const [plants, animals] = sets as [MigrationSet, MigrationSet]
      const older = [{ ...plants, steps: plants.steps.slice(0, 2) }, animals]
      const renamed = [plants, { ...animals, steps: [{ ...animals.steps[0]!, name: "fish" }] }]
      for (const [code, culprit] of [
        [older, "plants 3 (leaves)"],
        [renamed, "animals 1 (birds)"]
      ] as const) {
        for (const attempt of [migrate(code), pendingMigrations(code)]) {
          const error = yield* Effect.flip(attempt)
          assert.strictEqual(error._tag, "MigrationNewerThanCode")
          assert.include(error.message, culprit)
          assert.notInclude(error.message, "\n")
        }
      }
      assert.deepStrictEqual(yield* pendingMigrations(sets), [])
    })
  )

  onEmpty(
    "that skip a number are a mistake in the code",
    Effect.gen(function* () {
      const skipping = [{ owner: "plants", steps: [step(2, "trees", "select 1")] }]
      const exit = yield* Effect.exit(migrate(skipping))
      assert.isTrue(exit._tag === "Failure" && exit.cause.reasons.every(({ _tag }) => _tag === "Die"))
      assert.deepStrictEqual(yield* tables, [])
    })
  )
})

describe("migrations of several processes on PostgreSQL", () => {
  it.live("started together are done once, and all go on", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabaseUrl
      const processes = yield* Effect.all(
        Array.from({ length: 4 }, () => startProcess("migrate", url)),
        { concurrency: "unbounded" }
      )
      for (const each of processes) assert.strictEqual(yield* each.line, "ready")
      for (const each of processes) yield* each.write("go")
      const taken = yield* Effect.forEach(processes, ({ line }) =>
        Effect.map(line, (text) => JSON.parse(text ?? "null"))
      )
      assert.sameDeepMembers(taken, [all, [], [], []])
    })
  )

  it.live("killed halfway leave nothing, and the next one does the work", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabaseUrl
      const sql = yield* open(Postgres.layer({ url: Redacted.make(url) }))
      const first = yield* startProcess("migrate", url)
      yield* first.line
      yield* first.write("go")
      // clock: any moment will do to be killed at
      yield* Effect.sleep("300 millis")
      yield* first.kill
      const withSql = Effect.provideService(SqlClient.SqlClient, sql)
      assert.deepStrictEqual(names(yield* withSql(migrate(sets))), all)
      assert.sameMembers(
        (yield* withSql(tables)).filter((name) => !name.endsWith("_pkey")),
        ["migrations", "trees", "birds"]
      )
    })
  )

  it.live("need no more than the rights that the work takes", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabaseUrl
      const owner = yield* open(Postgres.layer({ url: Redacted.make(url) }))
      yield* Effect.provideService(migrate(sets), SqlClient.SqlClient, owner)
      const role = new URL(url).pathname.slice(1)
      yield* Effect.acquireRelease(owner.unsafe(`create role ${role} login password 'p'`), () =>
        Effect.orDie(Effect.andThen(owner.unsafe(`drop owned by ${role}`), owner.unsafe(`drop role ${role}`)))
      )
      yield* owner.unsafe(`grant usage on schema agent_operations to ${role}`)
      yield* owner.unsafe(`grant select on agent_operations.migrations to ${role}`)
      const limited = new URL(url)
      limited.username = role
      limited.password = "p"
      const sql = yield* open(Postgres.layer({ url: Redacted.make(limited.href) }))
      assert.deepStrictEqual(yield* Effect.provideService(migrate(sets), SqlClient.SqlClient, sql), [])
    })
  )

  it.live("say whom to ask where the user may not read the tables, or not create them", () =>
    Effect.gen(function* () {
      const url = yield* serverDatabaseUrl
      const owner = yield* open(Postgres.layer({ url: Redacted.make(url) }))
      const role = new URL(url).pathname.slice(1)
      yield* Effect.acquireRelease(owner.unsafe(`create role ${role} login password 'p'`), () =>
        Effect.orDie(Effect.andThen(owner.unsafe(`drop owned by ${role}`), owner.unsafe(`drop role ${role}`)))
      )
      const limited = new URL(url)
      limited.username = role
      limited.password = "p"
      const sql = yield* open(Postgres.layer({ url: Redacted.make(limited.href) }))
      const refused = (mode: "auto" | "check") =>
        Effect.flip(Effect.provideService(migrateAs(mode, sets), SqlClient.SqlClient, sql))

      const mayNotCreate = yield* refused("auto")
      assert.strictEqual(mayNotCreate._tag, "MigrationsNotAllowed")
      assert.match(mayNotCreate.message, /^The database refuses its user: permission denied for database \S+\.$/)
      const missing = yield* refused("check")
      assert.strictEqual(missing._tag, "MigrationsMissing")
      assert.include("hint" in missing && missing.hint, "agent-operations-admin migrate")

      yield* Effect.provideService(migrate(sets), SqlClient.SqlClient, owner)
      for (const mode of ["auto", "check"] as const) {
        const error = yield* refused(mode)
        assert.strictEqual(error._tag, "MigrationsNotAllowed")
        assert.strictEqual(
          error.message,
          "The database refuses its user: permission denied for schema agent_operations."
        )
        assert.include("hint" in error && error.hint, "agent-operations-admin sql --grants ROLE")
      }

      const grant = (right: string) => owner.unsafe(`grant ${right} to ${role}`)
      yield* grant("usage on schema agent_operations")
      yield* grant("select on all tables in schema agent_operations")
      for (const mode of ["auto", "check"] as const) {
        const error = yield* refused(mode)
        assert.strictEqual(error._tag, "MigrationsNotAllowed")
        assert.include(
          error.message,
          `The database user ${role} lacks the grants insert, update, delete on agent_operations.`
        )
        assert.notInclude(error.message, "agent_operations.migrations")
        assert.include("hint" in error && error.hint, `agent-operations-admin sql --grants ${role}`)
      }
      for (const one of (yield* grantsSql(sets, { role })).trim().split("\n")) yield* owner.unsafe(one)
      yield* Effect.provideService(migrateAs("check", sets), SqlClient.SqlClient, sql)
      yield* Effect.provideService(migrateAs("auto", sets), SqlClient.SqlClient, sql)
    })
  )
})
