import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Queue } from "effect"
import { eventually } from "../../../tooling/testing/src/eventually.ts"
import {
  boundMillis,
  codeOf,
  type connect as connectByUrl,
  type connectPool,
  outcome,
  ownServer,
  signal,
  usable
} from "./support.ts"

/** What is asked of a client, however it reaches the server. */
export const describeServerFailures = (by: string, connect: typeof connectByUrl | typeof connectPool) => {
  // Each with a statement timeout and a connect timeout of 1 s: a statement is given up after 2 s.
  describe.concurrent(`a PostgreSQL server that fails, by ${by}`, () => tests(connect))
}

const tests = (connect: typeof connectByUrl | typeof connectPool) => {
  it.live("frozen, is answered for in bounded time, and used again once it goes on", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const sql = yield* connect(server, { maxConnections: 2 })
      yield* signal(server, "SIGSTOP")
      const first = yield* outcome(sql`select 1`)
      assert.strictEqual(first.code, "TIMEOUT")
      assert.isBelow(first.millis, boundMillis)
      // More than two connections can take, and none can be opened.
      const crowd = yield* Effect.all(
        Array.from({ length: 100 }, () => outcome(sql`select 1`)),
        { concurrency: "unbounded" }
      )
      for (const { code, millis } of crowd) {
        assert.strictEqual(code, "UNAVAILABLE")
        assert.isBelow(millis, boundMillis)
      }
      const transaction = yield* outcome(sql.withTransaction(sql`select 1`))
      assert.strictEqual(transaction.code, "UNAVAILABLE")
      assert.isBelow(transaction.millis, boundMillis)
      yield* signal(server, "SIGCONT")
      yield* usable(sql)
    })
  )

  it.live("frozen in the middle of a transaction, does not hold the caller, and keeps nothing of it", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const sql = yield* connect(server, { statementTimeout: "5 seconds", connectTimeout: "60 seconds" })
      yield* sql`create table numbers (n integer)`
      const write = Effect.gen(function* () {
        yield* sql`insert into numbers values (1)`
        yield* signal(server, "SIGSTOP")
        yield* sql`insert into numbers values (2)`
      })
      const { code, millis } = yield* outcome(sql.withTransaction(write))
      yield* signal(server, "SIGCONT")
      assert.strictEqual(code, "TIMEOUT")
      assert.isBelow(millis, boundMillis)
      yield* usable(sql)
      assert.deepStrictEqual(yield* sql`select n from numbers`, [])
    })
  )

  it.live("frozen before a COMMIT, is answered for: it may have happened", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const sql = yield* connect(server, { statementTimeout: "5 seconds", connectTimeout: "60 seconds" })
      yield* sql`create table numbers (n integer)`
      const write = Effect.andThen(sql`insert into numbers values (1)`, signal(server, "SIGSTOP"))
      const { code, millis } = yield* outcome(sql.withTransaction(write))
      yield* signal(server, "SIGCONT")
      assert.strictEqual(code, "TIMEOUT")
      assert.isBelow(millis, boundMillis)
    })
  )

  it.live("ending connections in flight, costs those statements a 503 and no later one", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const sql = yield* connect(server, { statementTimeout: "100 seconds", connectTimeout: "60 seconds" })
      const administrator = yield* connect(server, { statementTimeout: "60 seconds", connectTimeout: "60 seconds" })
      const sleep = sql`select pg_sleep(90)`
      const gate = yield* Deferred.make<void>()
      const idle = Effect.andThen(sql`select 1`, Deferred.await(gate))
      const victims = yield* Effect.forkChild(
        Effect.all(
          [
            codeOf(sleep),
            codeOf(sql.withTransaction(sleep)),
            // Idle in a transaction when it happens; then one commits, and the other goes on.
            codeOf(sql.withTransaction(idle)),
            codeOf(sql.withTransaction(Effect.andThen(idle, sleep)))
          ],
          { concurrency: "unbounded" }
        )
      )
      // By then, what takes long has a connection to itself.
      const others = administrator<{ state: string }>`
        select state from pg_stat_activity
        where pid <> pg_backend_pid() and (state = 'idle in transaction' or query like '%pg_sleep(90)%')
          and state <> 'idle' and clock_timestamp() - query_start > interval '1 second'`
      yield* eventually(
        "all four to be at work",
        Effect.map(others, ({ length }) => length === 4)
      )
      yield* administrator`
        select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and backend_type = 'client backend'`
      yield* eventually(
        "all four to be gone",
        Effect.map(others, ({ length }) => length === 0)
      )
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(
        yield* Fiber.join(victims),
        Array.from({ length: 4 }, () => "UNAVAILABLE")
      )
      assert.strictEqual(yield* codeOf(sql`select 1`), "OK")
      assert.strictEqual(yield* codeOf(sql.withTransaction(sql`select 1`)), "OK")
    })
  )

  it.live("killed and started again, is a 503 meanwhile and then used again", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const sql = yield* connect(server)
      process.kill(server.serverPid, "SIGKILL")
      // The processes that serve connections end in their own time.
      yield* eventually(
        "a statement to fail",
        Effect.map(codeOf(sql`select 1`), (code) => code !== "OK")
      )
      for (const statement of [sql`select 1`, sql.withTransaction(sql`select 1`)]) {
        const { code, millis } = yield* outcome(statement)
        assert.strictEqual(code, "UNAVAILABLE")
        assert.isBelow(millis, boundMillis)
      }
      yield* Effect.promise(server.restart)
      yield* usable(sql)
    })
  )

  it.live("with no connection to spare, is a 503", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const sql = yield* connect(server, {
        maxConnections: 3,
        multiplex: false,
        // Three connections are to be open by then.
        statementTimeout: "10 seconds",
        connectTimeout: "60 seconds"
      })
      const started = yield* Queue.unbounded<void>()
      const hold = sql.withTransaction(Effect.andThen(Queue.offer(started, undefined), Effect.never))
      const busy = yield* Effect.forkChild(Effect.all([hold, hold, hold], { concurrency: 3 }))
      yield* Effect.raceFirst(Queue.takeN(started, 3), Fiber.join(busy))
      const { code, millis } = yield* outcome(sql`select 1`)
      assert.strictEqual(code, "UNAVAILABLE")
      assert.isBelow(millis, boundMillis)
      yield* Fiber.interrupt(busy)
      assert.strictEqual(yield* codeOf(sql`select 1`), "OK")
    })
  )

  it.live("slow with one statement, is not slow with those beside it", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const sql = yield* connect(server, { statementTimeout: "100 seconds", connectTimeout: "60 seconds" })
      const slow = yield* Effect.forkChild(sql`select pg_sleep(90)`)
      const administrator = yield* connect(server, { statementTimeout: "60 seconds", connectTimeout: "60 seconds" })
      yield* eventually(
        "the slow statement to be at work",
        Effect.map(
          administrator`select 1 from pg_stat_activity where query like '%pg_sleep(90)%' and pid <> pg_backend_pid()`,
          ({ length }) => length === 1
        )
      )
      for (let round = 0; round < 10; round++) {
        const beside = yield* Effect.all([outcome(sql`select 1`), outcome(sql.withTransaction(sql`select 1`))], {
          concurrency: "unbounded"
        })
        for (const { code } of beside) assert.strictEqual(code, "OK")
      }
      assert.isUndefined(slow.pollUnsafe())
      // It may be on its way from the connection that it shared to one of its own.
      const terminate = administrator`select pg_terminate_backend(pid) from pg_stat_activity
        where query like '%pg_sleep(90)%' and pid <> pg_backend_pid()`
      yield* eventually(
        "the slow statement to end",
        Effect.map(terminate, () => slow.pollUnsafe() !== undefined)
      )
    })
  )

  it.live("ends a statement, or a wait for a lock, that takes too long: 504", () =>
    Effect.gen(function* () {
      const server = yield* ownServer
      const sql = yield* connect(server, { statementTimeout: "2 seconds", connectTimeout: "60 seconds" })
      const slow = yield* outcome(sql`select pg_sleep(10)`)
      assert.strictEqual(slow.code, "TIMEOUT")
      assert.isBelow(slow.millis, boundMillis)
      yield* sql`create table numbers (n integer)`
      const [locked, over] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const hold = Effect.andThen(Deferred.succeed(locked, undefined), Deferred.await(over))
      const holder = yield* Effect.forkChild(sql.withTransaction(Effect.andThen(sql`lock table numbers`, hold)))
      yield* Effect.raceFirst(Deferred.await(locked), Fiber.join(holder))
      const waiting = yield* outcome(sql`select n from numbers`)
      assert.strictEqual(waiting.code, "TIMEOUT")
      assert.isBelow(waiting.millis, slow.millis)
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.join(holder)
      assert.strictEqual(yield* codeOf(sql`select n from numbers`), "OK")
    })
  )
}
