import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Worker, type WorkerOptions } from "node:worker_threads"
import { Pglite } from "../src/index.ts"
import { emptyImage } from "./databases.ts"
import { boundMillis, codeOf, open, outcome, startProcess, temporaryDirectory, usable } from "./support.ts"

// It leaves nothing on the disk, where a test moves the directory away.
const never = "do $$ begin loop null; end loop; end $$"

/** A directory with an empty database in it. */
const madeDirectory = Effect.gen(function* () {
  const directory = yield* temporaryDirectory
  const image = yield* Effect.promise(emptyImage)
  yield* Effect.scoped(open(Pglite.layer({ directory, image })))
  return directory
})

const refusal = (directory: string) =>
  Effect.gen(function* () {
    const started = performance.now()
    const error = yield* Effect.flip(Effect.scoped(open(Pglite.layer({ directory }))))
    assert.notInclude(error.message + error.hint, "\n")
    return { error, millis: performance.now() - started }
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
    60_000
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
        while (!(yield* state)?.tidied) yield* Effect.sleep("50 millis")
        assert.strictEqual((yield* state)?.rows, 10)
        const [calm] = yield* sql`select last_vacuum from pg_stat_user_tables where relname = 'calm'`
        assert.deepStrictEqual(calm, { last_vacuum: null })
      }),
    60_000
  )

  it.live(
    "refuses a second process, and a second client in this one, at once and by number",
    () =>
      Effect.gen(function* () {
        const directory = yield* madeDirectory
        const first = yield* startProcess("write", directory)
        assert.strictEqual(yield* first.line, "1")
        const other = yield* refusal(directory)
        assert.strictEqual(other.error.reason, "DirectoryLocked")
        assert.include(other.error.message, `process ${first.pid} `)
        assert.isBelow(other.millis, 2000)
        yield* first.kill
        yield* open(Pglite.layer({ directory }))
        const own = yield* refusal(directory)
        assert.include(own.error.message, `process ${process.pid} `)
      }),
    60_000
  )

  it.live(
    "keeps all that was acknowledged when its process is killed",
    () =>
      Effect.gen(function* () {
        const directory = yield* madeDirectory
        let acknowledged = 0
        for (let round = 0; round < 2; round++) {
          const table = yield* Effect.scoped(
            Effect.gen(function* () {
              const writer = yield* startProcess("write", directory, String(acknowledged + 1))
              const reading = Effect.forever(
                Effect.map(writer.line, (line) => {
                  acknowledged = Math.max(acknowledged, Number(line ?? 0))
                })
              )
              acknowledged = Number(yield* writer.line)
              yield* Effect.timeoutOption(reading, "1 second")
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
    90_000
  )

  it.live(
    "says why it cannot be opened",
    () =>
      Effect.gen(function* () {
        const file = join(yield* temporaryDirectory, "file")
        writeFileSync(file, "")
        for (const path of [file, join(file, "below"), "/dev/null/below"]) {
          const { error, millis } = yield* refusal(path)
          assert.strictEqual(error.reason, "DirectoryNotWritable")
          assert.include(error.message, path)
          assert.isBelow(millis, 2000)
        }
        const damaged = yield* temporaryDirectory
        mkdirSync(join(damaged, "pglite"))
        writeFileSync(join(damaged, "pglite", "PG_VERSION"), "9\n")
        const { error } = yield* refusal(damaged)
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
    60_000
  )

  it.live(
    "does not take a first start that was cut short for a database",
    () =>
      Effect.gen(function* () {
        const directory = yield* temporaryDirectory
        const starter = yield* startProcess("write", directory)
        // Halfway through: the data directory is being written, under another name.
        const halfway = () => existsSync(join(directory, "pglite.unfinished", "base"))
        yield* Effect.repeat(Effect.sleep("5 millis"), { until: halfway })
        yield* starter.kill
        assert.notInclude(readdirSync(directory), "pglite")
        const image = yield* Effect.promise(emptyImage)
        const sql = yield* open(Pglite.layer({ directory, image }))
        assert.deepStrictEqual(yield* sql`select 1 as one`, [{ one: 1 }])
        assert.notInclude(readdirSync(directory), "pglite.unfinished")
      }),
    60_000
  )
})

describe("PGlite with a statement that does not end", () => {
  it.live(
    "answers for it in time, leaves the event loop free, and goes on with the data",
    () =>
      Effect.gen(function* () {
        const directory = yield* madeDirectory
        const sql = yield* open(Pglite.layer({ directory, statementTimeout: "2 seconds" }))
        yield* sql`create table kept as select 1 as n`
        const loop = monitorEventLoopDelay({ resolution: 5 })
        loop.enable()
        const endless = yield* Effect.forkChild(outcome(sql.unsafe(never)))
        yield* Effect.sleep("200 millis")
        const behind = yield* outcome(sql`select 1`)
        const { code, millis } = yield* Fiber.join(endless)
        loop.disable()
        assert.strictEqual(code, "TIMEOUT")
        assert.isBelow(millis, boundMillis)
        assert.notStrictEqual(behind.code, "OK")
        assert.isBelow(behind.millis, boundMillis)
        // Held up by the statement, it would be for as long as that may go unanswered.
        assert.isBelow(loop.max / 1e6, 1500)
        assert.deepStrictEqual(yield* sql`select n from kept`, [{ n: 1 }])

        const transaction = Effect.andThen(sql`insert into kept values (2)`, sql.unsafe(never))
        assert.strictEqual(yield* codeOf(sql.withTransaction(transaction)), "TIMEOUT")
        assert.deepStrictEqual(yield* sql`select n from kept`, [{ n: 1 }])
      }),
    60_000
  )

  it.live(
    "answers 503 at once while it cannot start again, and goes on when it can",
    () =>
      Effect.gen(function* () {
        const directory = yield* madeDirectory
        const [data, away] = [join(directory, "pglite"), join(directory, "away")]
        const sql = yield* open(Pglite.layer({ directory, statementTimeout: "1 second" }))
        yield* sql`create table kept as select 1 as n`
        const endless = yield* Effect.forkChild(codeOf(sql.unsafe(never)))
        yield* Effect.sleep("300 millis")
        renameSync(data, away)
        assert.strictEqual(yield* Fiber.join(endless), "TIMEOUT")
        for (let attempt = 0; attempt < 20; attempt++) {
          const { code, millis } = yield* outcome(sql`select n from kept`)
          assert.strictEqual(code, "UNAVAILABLE")
          assert.isBelow(millis, boundMillis)
        }
        assert.notInclude(readdirSync(directory), "pglite")
        renameSync(away, data)
        yield* usable(sql)
        assert.deepStrictEqual(yield* sql`select n from kept`, [{ n: 1 }])
      }),
    60_000
  )

  it.live(
    "in memory has lost its data, and says so with 503 rather than come back empty",
    () =>
      Effect.gen(function* () {
        const image = yield* Effect.promise(emptyImage)
        const sql = yield* open(Pglite.layer({ directory: undefined, image, statementTimeout: "1 second" }))
        assert.strictEqual(yield* codeOf(sql.unsafe(never)), "TIMEOUT")
        const { code, millis } = yield* outcome(sql`select 1`)
        assert.strictEqual(code, "UNAVAILABLE")
        assert.isBelow(millis, 2000)
      }),
    60_000
  )
})
