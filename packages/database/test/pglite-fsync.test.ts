import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { Pglite } from "../src/index.ts"
import { emptyImage } from "./databases.ts"
import { codeOf, open, temporaryDirectory, usable } from "./support.ts"

/** A database on a disk whose syncs are counted, and can be refused. */
const onCountedDisk = Effect.fnUntraced(function* (config: Pick<Pglite.PgliteConfig, "directory" | "fsync">) {
  const image = yield* Effect.promise(emptyImage)
  const syncs = new Int32Array(new SharedArrayBuffer(8))
  const worker: Pglite.PgliteConfig["worker"] = (options) =>
    new Worker(new URL("processes/disk-worker.ts", import.meta.url), {
      ...options,
      workerData: { ...(options.workerData as object), syncs }
    })
  const sql = yield* open(Pglite.layer({ ...config, image, worker }))
  yield* sql`create table if not exists written (n integer primary key)`
  return { sql, syncs }
})

const write = (sql: SqlClient.SqlClient, n: number) => sql`insert into written values (${n})`
const numbers = Array.from({ length: 200 }, (_, n) => n)

describe("R9: PGlite and the disk", () => {
  it.live("syncs each write before it is acknowledged, and those that are sent together once", () =>
    Effect.gen(function* () {
      const { sql, syncs } = yield* onCountedDisk({ directory: yield* temporaryDirectory })
      assert.deepStrictEqual(yield* sql`show fsync`, [{ fsync: "on" }])
      for (const n of numbers.slice(0, 10)) {
        const before = syncs[0]!
        yield* write(sql, n)
        assert.isAbove(syncs[0]!, before)
      }
      const before = syncs[0]!
      yield* Effect.all(
        numbers.slice(10).map((n) => write(sql, n)),
        { concurrency: "unbounded" }
      )
      assert.isAbove(syncs[0]!, before)
      assert.isBelow(syncs[0]! - before, (numbers.length - 10) / 2)
      const settled = syncs[0]!
      yield* sql`select n from written`
      assert.strictEqual(syncs[0]!, settled)
    })
  )

  it.live("syncs nothing with fsync off", () =>
    Effect.gen(function* () {
      const { sql, syncs } = yield* onCountedDisk({ directory: yield* temporaryDirectory, fsync: false })
      assert.deepStrictEqual(yield* sql`show fsync`, [{ fsync: "off" }])
      yield* write(sql, 1)
      yield* sql`checkpoint`
      assert.strictEqual(syncs[0], 0)
    })
  )

  it.live("acknowledges nothing that the disk refused to sync, and goes on with what it kept", () =>
    Effect.gen(function* () {
      const directory = join(yield* temporaryDirectory, "data")
      const { sql, syncs } = yield* onCountedDisk({ directory })
      yield* write(sql, 1)
      syncs[1] = 1
      // either: load decides whether the database is found to have ended, or only does not answer in time
      assert.include(["UNAVAILABLE", "TIMEOUT"], yield* codeOf(write(sql, 2)))
      assert.notStrictEqual(yield* codeOf(write(sql, 3)), "OK")
      syncs[1] = 0
      yield* usable(sql)
      yield* write(sql, 4)
      const kept = yield* sql<{ n: number }>`select n from written where n in (1, 4)`
      assert.lengthOf(kept, 2)
    })
  )
})
