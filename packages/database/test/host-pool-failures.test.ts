import { assert, it } from "@effect/vitest"
import { Effect, Fiber, References } from "effect"
import { eventually } from "../../../tooling/testing/src/eventually.ts"
import { HostPool } from "../src/index.ts"
import { hostPool, serverDatabaseUrl } from "./databases.ts"
import { describeServerFailures } from "./server-failures.ts"
import { connectPool, open } from "./support.ts"

describeServerFailures("a pool of the host", connectPool)

it.live("a pool of the host has back all that it lent, whatever became of it, and is the host's to end", () =>
  Effect.gen(function* () {
    const pool = yield* hostPool({ connectionString: yield* serverDatabaseUrl, max: 2 })
    yield* Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* open(HostPool.layer({ pool, statementTimeout: "1 second" }))
        const slow = sql`select pg_sleep(3)`
        const work = [slow, sql.withTransaction(slow), sql`select 1 / 0`, sql.withTransaction(sql`select 1 / 0`)]
        for (const effect of [...work, ...work, ...work]) {
          const fiber = yield* Effect.forkChild(Effect.exit(effect))
          // clock: any moment will do to be interrupted at
          yield* Effect.sleep("100 millis")
          yield* Fiber.interrupt(fiber)
        }
        // More than there are clients, most of which give up before it is their turn.
        yield* Effect.all(
          Array.from({ length: 20 }, () => Effect.exit(slow)),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(yield* Effect.retry(sql`select 1 as one`, { times: 5 }), [{ one: 1 }])
      })
    )
    yield* eventually(
      "the pool to have all back",
      Effect.sync(() => pool.idleCount === pool.totalCount)
    )
    assert.deepStrictEqual([pool.waitingCount, pool.ended], [0, false])
    const { rows } = yield* Effect.promise(() => pool.query("select 1 as one"))
    assert.deepStrictEqual(rows, [{ one: 1 }])
  }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
)
