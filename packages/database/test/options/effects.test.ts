import { type AddressInfo, createServer } from "node:net"
import { createDatabase, query } from "@agent-operations/postgres-for-tests"
import { Clock, Duration, Effect, Fiber, Redacted, References } from "effect"
import type { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, inject } from "vitest"
import { describeOptions } from "../../../../tooling/testing/src/options.ts"
import { waitUntil } from "../../../../tooling/testing/src/waitUntil.ts"
import { Postgres } from "../../src/index.ts"
import { open } from "../support.ts"
import { described } from "./described.ts"

type Config = Partial<Postgres.PostgresConfig>

let database: Awaited<ReturnType<typeof createDatabase>>
beforeAll(async () => {
  database = await createDatabase(inject("postgresUrl"))
})
afterAll(() => database.drop())

/** What is seen over a pool with some settings, and over one with none. */
const both = async <A>(config: Config, see: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>) => {
  const seen: Array<A> = []
  for (const one of [config, {}]) {
    const layer = Postgres.layer({ url: Redacted.make(database.url), ...one })
    seen.push(await Effect.runPromise(Effect.scoped(Effect.flatMap(open(layer), see))))
  }
  return seen
}

/** A setting where it has no other limit: short statements have one of their own. */
const shown = (name: string) => (sql: SqlClient.SqlClient) =>
  Effect.map(sql.withTransaction(sql.unsafe<Record<string, string>>(`show ${name}`)), ([row]) => row?.[name])

/** How many connections of a pool run statements that come at once, which none can end before so many have begun. */
const connectionsOf = (config: Config, most: number) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const url = Redacted.make(database.url)
        const pool = { url, statementTimeout: "2 minutes", applicationName: "counted" } as const
        const [sql, gate] = [yield* open(Postgres.layer({ ...pool, ...config })), yield* open(Postgres.layer({ url }))]
        const one = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_advisory_xact_lock_shared(42)`
        const waiting = gate<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where application_name = 'counted' and wait_event_type = 'Lock' and datname = current_database()`
        const running = yield* gate.withTransaction(
          Effect.gen(function* () {
            yield* gate`select pg_advisory_xact_lock(42)`
            const all = yield* Effect.forkScoped(
              Effect.all(
                Array.from({ length: 40 }, () => one),
                { concurrency: "unbounded" }
              )
            )
            const begun = () => Effect.runPromise(Effect.map(waiting, ([row]) => row!.n >= most))
            yield* Effect.promise(() => waitUntil("the statements to begin", begun))
            return all
          })
        )
        const rows = yield* Fiber.join(running)
        return new Set(rows.map(([row]) => row?.pid)).size
      })
    )
  )

/** A server that takes connections and says nothing. */
const silent = () =>
  new Promise<{ readonly url: string; readonly close: () => void }>((resolve) => {
    const server = createServer(() => {}).listen(0, "127.0.0.1", () =>
      resolve({
        url: `postgres://me@127.0.0.1:${(server.address() as AddressInfo).port}/app`,
        close: () => server.close()
      })
    )
  })

/** A clock on which whoever sleeps for at most so long wakes at once, that much later; the others do not wake. */
const hurried = (most: number) => {
  const slept: Array<number> = []
  const now = () => slept.filter((millis) => millis <= most).reduce((sum, millis) => sum + millis, 0)
  const nanos = () => BigInt(Math.round(now())) * 1_000_000n
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: (duration) =>
      Effect.suspend(() => {
        const millis = Duration.toMillis(duration)
        slept.push(millis)
        return millis <= most ? Effect.void : Effect.never
      })
  }
  return { clock, slept, now }
}

/** Opens a server that is not there, on such a clock. */
const refusal = async (url: string, config: Config, most: number) => {
  const { clock, slept, now } = hurried(most)
  const opening = Effect.scoped(open(Postgres.layer({ url: Redacted.make(url), ...config })))
  const { reason } = await Effect.runPromise(
    Effect.flip(opening).pipe(
      Effect.provideService(Clock.Clock, clock),
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  )
  assert.strictEqual(reason, "Unreachable")
  return { slept, seconds: now() / 1000 }
}

describeOptions<Postgres.PostgresConfig>("a pool", described, {
  url: async () => {
    const other = await createDatabase(inject("postgresUrl"))
    const names = await both({ url: Redacted.make(other.url) }, (sql) =>
      Effect.map(sql<{ name: string }>`select current_database() as name`, ([row]) => row?.name)
    )
    await other.drop()
    assert.deepStrictEqual(
      names,
      [other.url, database.url].map((url) => new URL(url).pathname.slice(1))
    )
  },
  schema: async () => {
    await query(database.url, "create schema own; create table own.t (); create schema agent_operations")
    const found = await both({ schema: "own" }, (sql) =>
      Effect.map(sql<{ t: string | null }>`select to_regclass('agent_operations.t')::text as t`, ([row]) => row?.t)
    )
    assert.deepStrictEqual(found, ["own.t", null])
  },
  maxConnections: async () => {
    assert.strictEqual(await connectionsOf({ maxConnections: 3, multiplex: false }, 3), 3)
    // The last is kept for another organization.
    assert.strictEqual(await connectionsOf({ multiplex: false }, 9), 9)
  },
  statementTimeout: async () => {
    assert.deepStrictEqual(await both({ statementTimeout: "61 seconds" }, shown("statement_timeout")), ["61s", "10s"])
    assert.deepStrictEqual(await both({ statementTimeout: "61 seconds" }, shown("lock_timeout")), ["30500ms", "5s"])
  },
  connectTimeout: async () => {
    const server = await silent()
    for (const [config, millis] of [
      [{ connectTimeout: "4 seconds" }, 4000],
      [{}, 5000]
    ] as const) {
      const { slept } = await refusal(server.url, { startTimeout: 1, ...config }, millis)
      assert.deepStrictEqual([...new Set(slept.filter((one) => one === 4000 || one === 5000))], [millis])
    }
    server.close()
  },
  startTimeout: async () => {
    for (const [config, given] of [
      [{ startTimeout: "10 seconds" }, 10],
      [{}, 30]
    ] as const) {
      const { seconds } = await refusal("postgres://me@127.0.0.1:1/app", config, 2000)
      // It is asked every 2 seconds at last.
      assert.closeTo(seconds, given, 2)
    }
  },
  multiplex: async () => {
    // Of 10, 6 are for transactions, of which 3 take statements that turn out to take long.
    assert.isAtMost(await connectionsOf({ multiplex: true }, 4), 7)
    assert.isAtMost(await connectionsOf({}, 4), 7)
    assert.strictEqual(await connectionsOf({ multiplex: false }, 9), 9)
  },
  prepare: async () => {
    const counts = await both({ prepare: false }, (sql) =>
      Effect.andThen(
        sql`select ${"x"}::text`,
        Effect.map(sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`, ([row]) => row?.n)
      )
    )
    assert.strictEqual(counts[0], 0)
    assert.isAbove(counts[1]!, 0)
  },
  applicationName: async () => {
    assert.deepStrictEqual(await both({ applicationName: "own" }, shown("application_name")), [
      "own",
      "agent-operations"
    ])
  }
})
