import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { Worker, type WorkerOptions } from "node:worker_threads"
import { Pglite } from "../src/index.ts"
import { eventually } from "../../../tooling/testing/src/eventually.ts"
import { isLong } from "../../../tooling/testing/src/long.ts"
import { emptyImage } from "./databases.ts"
import { madeDirectory, never, refusal } from "./pglite-support.ts"
import { codeOf, open, startProcess, temporaryDirectory, usable } from "./support.ts"

/** Refused at once: on a clock that stands, whoever waits waits for ever. */
const refusedAtOnce = (directory: string) => Effect.provide(refusal(directory), TestClock.layer())

/** Many turns of the event loop. */
const turns = Effect.promise(async () => {
  for (let n = 0; n < 100; n++) await setImmediate()
})

/** A directory whose first start was cut short halfway: the data is written, under another name. */
const cutShort: Effect.Effect<string, never, Scope.Scope> = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const starter = yield* startProcess("write", directory)
  const isWhole = () => readdirSync(directory).includes("pglite")
  const isHalfway = () => existsSync(join(directory, "pglite.unfinished", "base"))
  // clock: it looks as often as it can, as nothing tells of that moment
  yield* Effect.repeat(Effect.sleep("1 millis"), { until: () => isHalfway() || isWhole() })
  yield* starter.kill
  return isWhole() ? yield* cutShort : directory
})

describe("PGlite in a directory", () => {
  it.live(
    "keeps the data, and lets go of the directory when closed",
    () =>
      Effect.gen(function* () {
        const directory = join(yield* temporaryDirectory, "not", "made", "yet")
        const image = yield* Effect.promise(emptyImage)
        const inDirectory = open(Pglite.layer({ directory, image }))
        yield* Effect.scoped(Effect.flatMap(inDirectory, (sql) => sql`create table kept as select 1 as n`))
        assert.deepStrictEqual(readdirSync(directory), ["pglite"])
        // The state of the cluster, which the engine writes last: 1 is shut down, with nothing to recover.
        assert.strictEqual(readFileSync(join(directory, "pglite", "global", "pg_control")).readInt32LE(16), 1)
        const sql = yield* inDirectory
        assert.deepStrictEqual(yield* sql`select n from kept`, [{ n: 1 }])
      }),
    300_000
  )

  it.live(
    "vacuums and analyzes what needs it, as a server does by itself",
    () =>
      Effect.gen(function* () {
        const image = yield* Effect.promise(emptyImage)
        const sql = yield* open(Pglite.layer({ directory: undefined, image, upkeepInterval: "50 millis" }))
        const state = Effect.map(
          sql<{ tidied: boolean; rows: number }>`
            select last_vacuum is not null and last_analyze is not null and n_dead_tup = 0 as tidied, n_live_tup::int as rows
            from pg_stat_user_tables where relname = 'worn'`,
          ([row]) => row
        )
        yield* sql`create table worn (n integer)`
        yield* sql`create table calm as select 1 as n`
        yield* sql`insert into worn select generate_series(1, 1000)`
        yield* sql`delete from worn where n > 10`
        yield* eventually(
          "the table to be tidied",
          Effect.map(state, (seen) => seen?.tidied)
        )
        assert.strictEqual((yield* state)?.rows, 10)
        const [calm] = yield* sql`select last_vacuum from pg_stat_user_tables where relname = 'calm'`
        assert.deepStrictEqual(calm, { last_vacuum: null })
      }),
    300_000
  )

  it.live(
    "refuses a second process, and a second client in this one, at once and by number",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const first = yield* startProcess("write", directory)
        assert.strictEqual(yield* first.line, "1")
        const other = yield* refusedAtOnce(directory)
        assert.strictEqual(other.reason, "DirectoryLocked")
        assert.include(other.message, `process ${first.pid} `)
        yield* first.kill
        yield* open(Pglite.layer({ directory }))
        const own = yield* refusedAtOnce(directory)
        assert.include(own.message, `process ${process.pid} `)
      }),
    300_000
  )

  it.live(
    "keeps all that was acknowledged when its process is killed",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        let acknowledged = 0
        for (let round = 0; round < (isLong ? 3 : 1); round++) {
          const table = yield* Effect.scoped(
            Effect.gen(function* () {
              const writer = yield* startProcess("write", directory, String(acknowledged + 1))
              for (let lines = 0; lines < 100; lines++) acknowledged = Number(yield* writer.line)
              yield* writer.kill
              // What it wrote before it was killed.
              for (let line = yield* writer.line; line !== undefined; line = yield* writer.line)
                acknowledged = Number(line)
              const sql = yield* open(Pglite.layer({ directory }))
              return yield* sql<{ n: number; most: number }>`select count(*)::int as n, max(n) as most from written`
            })
          )
          const [{ n, most }] = table as [{ n: number; most: number }]
          assert.isAbove(acknowledged, 0)
          assert.isAtLeast(most, acknowledged)
          assert.strictEqual(n, most)
          acknowledged = most
        }
      }),
    300_000
  )

  it.live(
    "says why it cannot be opened",
    () =>
      Effect.gen(function* () {
        const file = join(yield* temporaryDirectory, "file")
        writeFileSync(file, "")
        for (const path of [file, join(file, "below"), "/dev/null/below"]) {
          const error = yield* refusedAtOnce(path)
          assert.strictEqual(error.reason, "DirectoryNotWritable")
          assert.include(error.message, path)
        }
        const damaged = yield* temporaryDirectory
        mkdirSync(join(damaged, "pglite"))
        writeFileSync(join(damaged, "pglite", "PG_VERSION"), "9\n")
        const error = yield* refusal(damaged)
        assert.strictEqual(error.reason, "EngineFailed")
        // And it is not locked by the attempt.
        assert.deepStrictEqual(readdirSync(damaged), ["pglite"])
        const throwing = () => {
          throw new TypeError("Invalid URL")
        }
        const missing = (options: WorkerOptions) => new Worker(new URL("no-such-worker.js", import.meta.url), options)
        for (const worker of [throwing, missing]) {
          const unbundled = yield* Effect.flip(Effect.scoped(open(Pglite.layer({ directory: undefined, worker }))))
          assert.strictEqual(unbundled.reason, "EngineFailed")
          for (const lack of ["pglite-worker.js", "node_modules", "CommonJS"]) assert.include(unbundled.hint, lack)
          assert.notInclude(unbundled.hint, "directory is damaged")
        }
      }),
    300_000
  )

  it.live(
    "does not take a first start that was cut short for a database",
    () =>
      Effect.gen(function* () {
        const directory = yield* cutShort
        const image = yield* Effect.promise(emptyImage)
        const sql = yield* open(Pglite.layer({ directory, image }))
        assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
        assert.notInclude(readdirSync(directory), "pglite.unfinished")
      }),
    300_000
  )
})

describe("PGlite with a statement that does not end", () => {
  it.live(
    "answers for it in time, leaves the event loop free, and goes on with the data",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const image = yield* Effect.promise(emptyImage)
        const sql = yield* open(Pglite.layer({ directory, image, statementTimeout: "2 seconds" }))
        yield* sql`create table kept as select 1 as n`
        const endless = yield* Effect.forkChild(codeOf(sql.unsafe(never)))
        yield* turns
        assert.isUndefined(endless.pollUnsafe())
        const behind = yield* codeOf(sql`select 1`)
        assert.strictEqual(yield* Fiber.join(endless), "TIMEOUT")
        assert.notStrictEqual(behind, "OK")
        yield* usable(sql)
        assert.deepStrictEqual(yield* sql`select n from kept`, [{ n: 1 }])

        const transaction = Effect.andThen(sql`insert into kept values (2)`, sql.unsafe(never))
        assert.strictEqual(yield* codeOf(sql.withTransaction(transaction)), "TIMEOUT")
        yield* usable(sql)
        assert.deepStrictEqual(yield* sql`select n from kept`, [{ n: 1 }])
      }),
    300_000
  )

  it.live(
    "answers 503 at once while it cannot start again, and goes on when it can",
    () =>
      Effect.gen(function* () {
        const directory = yield* madeDirectory
        const [data, away] = [join(directory, "pglite"), join(directory, "away")]
        const sql = yield* open(Pglite.layer({ directory, statementTimeout: "1 second" }))
        yield* sql`create table kept as select 1 as n`
        // What a loop reads is read before it is moved.
        yield* sql.unsafe(never.replace("null", "exit"))
        const endless = yield* Effect.forkChild(codeOf(sql.unsafe(never)))
        yield* turns
        renameSync(data, away)
        assert.strictEqual(yield* Fiber.join(endless), "TIMEOUT")
        for (let attempt = 0; attempt < 20; attempt++) {
          assert.strictEqual(yield* codeOf(sql`select n from kept`), "UNAVAILABLE")
        }
        assert.notInclude(readdirSync(directory), "pglite")
        renameSync(away, data)
        yield* usable(sql)
        assert.deepStrictEqual(yield* sql`select n from kept`, [{ n: 1 }])
      }),
    300_000
  )

  it.live(
    "in memory has lost its data, and says so with 503 rather than come back empty",
    () =>
      Effect.gen(function* () {
        const image = yield* Effect.promise(emptyImage)
        const sql = yield* open(Pglite.layer({ directory: undefined, image, statementTimeout: "1 second" }))
        assert.strictEqual(yield* codeOf(sql.unsafe(never)), "TIMEOUT")
        assert.strictEqual(yield* codeOf(sql`select 1`), "UNAVAILABLE")
      }),
    300_000
  )
})
