import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { migrate, Pglite, Postgres, upkeepMigrations } from "@agent-operations/database"
import { migrations, RunStore } from "@agent-operations/evals/runs"
import { startPostgres } from "@agent-operations/postgres-for-tests"
import { migrations as revisions } from "@agent-operations/revision-store"
import { emptyImage, serverDatabaseUrl } from "@agent-operations/testing"
import { eventually } from "@agent-operations/testing/eventually"
import { isLong } from "@agent-operations/testing/long"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { assert, describe, it } from "vitest"
import { assertLaws } from "./invariants.ts"
import { freshSpace, runOf, targetsOf } from "./world.ts"

/** How often a worker is killed, and how many targets its run has. More with `EVAL_KILLS`, for figures. */
const [kills, items] =
  process.env["EVAL_KILLS"] === undefined ? [isLong ? 6 : 1, 60] : [Number(process.env["EVAL_KILLS"]), 1000]

/** Of the workers on PGlite that one run has one after the other, how many are killed. */
const deaths = isLong || kills > 1 ? 3 : 1

/** An app that takes 5 to 20 ms, and counts how often each target was sent to it. */
const startApp = async () => {
  const calls = new Map<string, number>()
  const server = createServer((request, response) => {
    calls.set(request.url!, (calls.get(request.url!) ?? 0) + 1)
    // clock: the app itself, so that a kill finds calls in flight
    void setTimeout(5 + Math.random() * 15).then(() => response.end('"fine"'))
  })
  // A worker that stood still finds no connection that was closed meanwhile.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const total = () => [...calls.values()].reduce((sum, count) => sum + count, 0)
  return { url: `http://127.0.0.1:${port}`, calls, total, close: () => server.closeAllConnections() ?? server.close() }
}

const startWorker = (settings: Record<string, string>): ChildProcess =>
  fork(`${import.meta.dirname}/../processes/worker.ts`, {
    execArgv: ["--conditions=@agent-operations/source"],
    env: { ...process.env, ...settings },
    stdio: ["ignore", "ignore", "inherit", "ipc"]
  })

const end = async (child: ChildProcess) => {
  const gone = new Promise((resolve) => child.once("exit", resolve))
  child.kill("SIGCONT")
  child.kill("SIGKILL")
  if (child.signalCode === null && child.exitCode === null) await gone
}

/** What holds once a run has ended, whatever was killed meanwhile: by the rows, and by the app's own count. */
const assertWhole = (space: ReturnType<typeof freshSpace>, id: string, calls: ReadonlyMap<string, number>) =>
  Effect.gen(function* () {
    const store = yield* RunStore
    const run = (yield* store.run(space, id))!
    assert.deepInclude(run.counts, { total: items, succeeded: items })
    assert.deepInclude(run, { status: "completed", heldMicros: 0n })
    yield* assertLaws(space)
    let lost = 0
    const targets = yield* targetsOf(space, id)
    assert.lengthOf(targets, items)
    for (const { ordinal } of targets) {
      const attempts = yield* store.attempts(space, id, ordinal)
      lost += attempts.filter(({ outcome }) => outcome === "lost").length
      assert.isAtMost(calls.get(`/${id}/${ordinal}`) ?? 0, attempts.length)
      assert.isAtLeast(calls.get(`/${id}/${ordinal}`) ?? 0, 1)
    }
    return lost
  })

const untilEnded = (space: ReturnType<typeof freshSpace>, id: string) =>
  eventually(
    "the end of the run",
    RunStore.use((store) => Effect.map(store.run(space, id), (run) => run?.endedAt != null)),
    300
  )

/** Workers that were never there lose nothing. */
const untilThere = (count: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const alive = sql`select id from agent_operations.eval_workers where alive_until > clock_timestamp()`
    yield* eventually(
      `${count} workers`,
      Effect.map(alive, ({ length }) => length >= count)
    )
  })

const on = <A, E>(
  database: Layer.Layer<SqlClient.SqlClient, unknown>,
  effect: Effect.Effect<A, E, RunStore | SqlClient.SqlClient>
) => Effect.runPromise(effect.pipe(Effect.provide(RunStore.layer.pipe(Layer.provideMerge(database)))))

const attempts = { maxAttempts: 5, holdMicros: 5n }

describe("workers that are killed", () => {
  it("X2, X3, X4, X5, X6, U1, U2, F1: leave nothing undone or done twice (PostgreSQL)", { timeout: 1_800_000 }, () =>
    Effect.gen(function* () {
      const url = yield* serverDatabaseUrl
      const app = yield* Effect.acquireRelease(Effect.promise(startApp), ({ close }) => Effect.sync(close))
      const settings = { WORKER_URL: url, WORKER_APP: app.url }
      const database = Postgres.layer({ url: Redacted.make(url), maxConnections: 3 })
      yield* Effect.promise(() => on(database, migrate([revisions, migrations, upkeepMigrations])))
      const workers = yield* Effect.acquireRelease(
        Effect.sync(() => [startWorker, startWorker].map((begin) => begin(settings))),
        (all) => Effect.promise(() => Promise.all(all.map(end)))
      )
      const work = Effect.gen(function* () {
        let lost = 0
        for (let kill = 0; kill < kills; kill++) {
          const space = freshSpace()
          const created = yield* RunStore.use((store) => store.create(space, ...runOf(items, attempts)))
          assert(created._tag === "Run")
          const before = app.total()
          const enough = before + items * (0.1 + 0.6 * Math.random())
          yield* eventually(
            "a part of the calls",
            Effect.sync(() => app.total() >= enough)
          )
          const [victim] = workers.splice(kill % 2, 1)
          // Every third stands still for longer than its lease, and comes back.
          if (kill % 3 === 2) {
            victim!.kill("SIGSTOP")
            // clock: its lease is over by then, and any longer does as well
            yield* Effect.sleep("4 seconds")
            victim!.kill("SIGCONT")
            workers.push(victim!)
          } else {
            yield* Effect.promise(() => end(victim!))
            workers.push(startWorker(settings))
          }
          yield* untilEnded(space, created.id)
          lost += yield* assertWhole(space, created.id, app.calls)
        }
        if (kills > 1) console.log(`PostgreSQL: ${kills} kills over runs of ${items}, ${lost} attempts lost`)
      })
      yield* work.pipe(Effect.provide(RunStore.layer.pipe(Layer.provideMerge(database))))
    }).pipe(Effect.scoped, Effect.runPromise)
  )

  it("X2, X3, X4, X6, U2, F1: go on where PostgreSQL was killed beneath them", { timeout: 1_800_000 }, async () => {
    const postgres = await startPostgres()
    const app = await startApp()
    const database = Postgres.layer({ url: Redacted.make(postgres.url), maxConnections: 3 })
    const settings = { WORKER_URL: postgres.url, WORKER_APP: app.url }
    let lost = 0
    await on(database, migrate([revisions, migrations, upkeepMigrations]))
    const workers = [startWorker(settings), startWorker(settings)]
    try {
      await on(database, untilThere(workers.length))
      for (let kill = 0; kill < kills; kill++) {
        const [space, before] = [freshSpace(), app.total()]
        const created = await on(
          database,
          RunStore.use((store) => store.create(space, ...runOf(items, attempts)))
        )
        assert(created._tag === "Run")
        const enough = before + items * (0.1 + 0.6 * Math.random())
        await waitUntil("a part of the calls", () => app.total() >= enough)
        process.kill(postgres.serverPid, "SIGKILL")
        await postgres.restart()
        await on(database, untilEnded(space, created.id))
        lost += await on(database, assertWhole(space, created.id, app.calls))
      }
      assert.isTrue(workers.every(({ exitCode, signalCode }) => exitCode === null && signalCode === null))
      if (kills > 1) console.log(`PostgreSQL: killed ${kills} times under runs of ${items}, ${lost} attempts lost`)
    } finally {
      await Promise.all(workers.map(end))
      app.close()
      await postgres.stop()
    }
  })

  it("X2, X3, X4, X6, U2, F1: leave nothing undone or done twice (PGlite)", { timeout: 1_800_000 }, async () => {
    const directory = mkdtempSync(join(tmpdir(), "evals-"))
    const app = await startApp()
    const database = Pglite.layer({ directory: join(directory, "data"), image: await emptyImage() })
    const settings = { WORKER_DIRECTORY: join(directory, "data"), WORKER_APP: app.url }
    let lost = 0
    try {
      for (let kill = 0; kill < kills; kill++) {
        const space = freshSpace()
        const create = RunStore.use((store) => store.create(space, ...runOf(items, attempts)))
        const created = await on(database, Effect.andThen(migrate([revisions, migrations, upkeepMigrations]), create))
        assert(created._tag === "Run")
        // A directory is one process's at a time: each works for a while, and the last until nothing is left to do.
        for (let death = 0; death < deaths; death++) {
          const [worker, before] = [startWorker(settings), app.total()]
          const enough = before + (items * (0.1 + 0.6 * Math.random())) / deaths
          await waitUntil("a part of the calls", () => app.total() >= enough)
          await end(worker)
          await on(database, assertLaws(space))
        }
        const last = startWorker(settings)
        await new Promise((resolve) => last.once("message", resolve))
        await end(last)
        lost += await on(database, assertWhole(space, created.id, app.calls))
      }
      if (kills > 1) console.log(`PGlite: ${kills} runs, each killed several times, of ${items}, ${lost} attempts lost`)
    } finally {
      app.close()
      rmSync(directory, { recursive: true, force: true })
    }
  })
})
