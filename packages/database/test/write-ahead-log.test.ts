import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type SqlClient } from "effect/sql"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { eventually } from "../../../tooling/testing/src/eventually.ts"
import { Pglite } from "../src/index.ts"
import { emptyImage } from "./databases.ts"
import { open, temporaryDirectory } from "./support.ts"

const segmentMegabytes = 16
const allowedMegabytes = 128
const rowsPerMegabyte = 8

/** A table of values that are kept as they are, so that a megabyte written is a megabyte of log. */
const plainTable = (sql: SqlClient.SqlClient) =>
  Effect.andThen(
    sql`create table written (n int generated always as identity, text text)`,
    sql`alter table written alter column text set storage external`
  )

const write = (sql: SqlClient.SqlClient, megabytes: number) =>
  sql`insert into written (text) select repeat('0123456789abcdef', 8192) from generate_series(1, ${megabytes * rowsPerMegabyte}::int)`

const logMegabytes = (directory: string) =>
  readdirSync(join(directory, "pglite", "pg_wal")).filter((name) => /^[0-9A-F]{24}$/.test(name)).length *
  segmentMegabytes

/** Where the log would be replayed from, and how far it was written from there on. */
const state = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ redo: string; written: number }>`
      select redo_lsn::text as redo, pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::int as written
      from pg_control_checkpoint()`,
    ([row]) => row!
  )

const opened = Effect.fnUntraced(function* (config: Partial<Pglite.PgliteConfig> = {}) {
  const image = yield* Effect.promise(emptyImage)
  // What is written is large, and waits for a disk that others may use.
  const sql = yield* open(Pglite.layer({ directory: undefined, image, statementTimeout: "10 minutes", ...config }))
  yield* plainTable(sql)
  return sql
})

describe("the write-ahead log of PGlite", () => {
  it.live("stays within 128 MB however much is written, by transactions that wait for each other", () =>
    Effect.gen(function* () {
      const directory = yield* temporaryDirectory
      const sql = yield* opened({ directory })
      let most = 0
      const writeEight = Effect.tap(sql.withTransaction(write(sql, 8)), () =>
        Effect.sync(() => (most = Math.max(most, logMegabytes(directory))))
      )
      yield* Effect.replicateEffect(writeEight, 24, { concurrency: 4, discard: true })
      assert.isAtMost(most, allowedMegabytes)
      // Nor is it replayed from the beginning where the process ends now.
      assert.isBelow((yield* state(sql)).written, 64 * 2 ** 20)
      const [found] = yield* sql`select count(*)::int as rows, min(length(text)) as shortest from written`
      assert.deepStrictEqual(found, { rows: 192 * rowsPerMegabyte, shortest: 131_072 })
    })
  )

  it.live("is not touched within a transaction, and is afterwards", () =>
    Effect.gen(function* () {
      const sql = yield* opened()
      const before = yield* state(sql)
      const within = yield* sql.withTransaction(
        Effect.gen(function* () {
          for (let part = 0; part < 6; part++) {
            yield* write(sql, 8)
            // clock: for what is not to happen meanwhile, of which nothing tells
            yield* Effect.sleep("120 millis")
          }
          return yield* state(sql)
        })
      )
      assert.strictEqual(within.redo, before.redo)
      assert.isAbove(within.written, 40 * 2 ** 20)
      // The first statement after it may come before.
      yield* sql`select 1`
      assert.isBelow((yield* state(sql)).written, 2 ** 20)
    })
  )

  it.live("is checkpointed now and then, and not again where nothing was written", () =>
    Effect.gen(function* () {
      const sql = yield* opened({ upkeepInterval: "200 millis" })
      yield* write(sql, 1)
      const written = Effect.map(state(sql), (now) => now.written)
      yield* eventually(
        "a checkpoint",
        Effect.map(written, (bytes) => bytes <= 8192)
      )
      const { redo } = yield* state(sql)
      // clock: for what is not to happen meanwhile, of which nothing tells
      yield* Effect.sleep("1 second")
      assert.strictEqual((yield* state(sql)).redo, redo)
    })
  )
})
