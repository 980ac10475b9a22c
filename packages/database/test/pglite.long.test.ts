import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { renameSync } from "node:fs"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Pglite } from "../src/index.ts"
import { emptyImage } from "./databases.ts"
import { madeDirectory, never, refusal } from "./pglite-support.ts"
import { boundMillis, open, outcome, startProcess, usable } from "./support.ts"

const atOnceMillis = 2000

describe("PGlite, in time", () => {
  it.live("refuses a second process, a second client, and what is no directory", () =>
    Effect.gen(function* () {
      const directory = yield* madeDirectory
      const first = yield* startProcess("write", directory)
      assert.strictEqual(yield* first.line, "1")
      for (const refused of [directory, "/dev/null/below"]) {
        const [took] = yield* Effect.timed(refusal(refused))
        assert.isBelow(Duration.toMillis(took), atOnceMillis)
      }
    })
  )

  it.live(
    "answers for a statement that does not end and for what waits behind it, and leaves the event loop free",
    () =>
      Effect.gen(function* () {
        const directory = yield* madeDirectory
        const sql = yield* open(Pglite.layer({ directory, statementTimeout: "2 seconds" }))
        yield* sql`create table kept as select 1 as n`
        const loop = monitorEventLoopDelay({ resolution: 5 })
        loop.enable()
        const endless = yield* Effect.forkChild(outcome(sql.unsafe(never)))
        // clock: the statement is at work by then
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
      })
  )

  it.live("answers 503 while it cannot start again", () =>
    Effect.gen(function* () {
      const directory = yield* madeDirectory
      const [data, away] = [join(directory, "pglite"), join(directory, "away")]
      const sql = yield* open(Pglite.layer({ directory, statementTimeout: "1 second" }))
      const endless = yield* Effect.forkChild(outcome(sql.unsafe(never)))
      // clock: the statement is at work by then
      yield* Effect.sleep("300 millis")
      renameSync(data, away)
      yield* Fiber.join(endless)
      for (let attempt = 0; attempt < 20; attempt++) {
        const { code, millis } = yield* outcome(sql`select 1`)
        assert.strictEqual(code, "UNAVAILABLE")
        assert.isBelow(millis, boundMillis)
      }
      renameSync(away, data)
      yield* usable(sql)
    })
  )

  it.live("in memory says that it has lost its data", () =>
    Effect.gen(function* () {
      const image = yield* Effect.promise(emptyImage)
      const sql = yield* open(Pglite.layer({ directory: undefined, image, statementTimeout: "1 second" }))
      yield* outcome(sql.unsafe(never))
      const { code, millis } = yield* outcome(sql`select 1`)
      assert.strictEqual(code, "UNAVAILABLE")
      assert.isBelow(millis, atOnceMillis)
    })
  )
})
