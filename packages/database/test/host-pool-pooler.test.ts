import { createDatabase, findPgBouncer, startPgBouncer } from "@agent-operations/postgres-for-tests"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import { HostPool } from "../src/index.ts"
import { hostPool } from "./databases.ts"
import { open } from "./support.ts"

const pooler = findPgBouncer()
const reason = pooler === undefined ? ": there is no program pgbouncer on this system" : ""

it.live.skipIf(pooler === undefined)(
  `a pool of the host may have a pooler in transaction mode behind it, of fewer sessions${reason}`,
  () =>
    Effect.gen(function* () {
      const database = yield* Effect.acquireRelease(
        Effect.promise(() => createDatabase(inject("postgresUrl"))),
        ({ drop }) => Effect.promise(drop)
      )
      const bouncer = yield* Effect.acquireRelease(
        Effect.promise(() => startPgBouncer(database.url, { default_pool_size: "2" })),
        ({ stop }) => Effect.promise(stop)
      )
      const pool = yield* hostPool({ connectionString: bouncer.url, max: 6 })
      const sql = yield* open(HostPool.layer({ pool }))
      yield* sql`create table numbers (n integer primary key)`
      const add = (n: number) =>
        sql.withTransaction(Effect.andThen(sql`insert into numbers values (${n})`, sql`select count(*) from numbers`))
      const read = sql`select n from numbers where n = ${1}`
      const both = Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? add(n) : read))
      yield* Effect.all(both, { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* sql`select count(*)::int as n from numbers`, [{ n: 30 }])
    })
)
