import { grantsSql, makeGrantsCheck, migrate, Postgres } from "@agent-operations/database"
import { serverDatabaseUrl } from "@agent-operations/testing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { hostItself } from "../../src/store/keys.ts"
import { migrations } from "../../src/store/migrations.ts"
import { TraceStore } from "../../src/store/TraceStore.ts"
import { expected, noon, space, spanOf, stored, upkeepOf } from "./traces.ts"

describe("a server whose user may only read and write rows, in a schema of another name", () => {
  it.live("T20: makes partitions and drops them, which that user by itself may not", () =>
    Effect.gen(function* () {
      const url = new URL(yield* serverDatabaseUrl)
      const role = `traces_only_${Math.random().toString(36).slice(2)}`
      const owner = Postgres.layer({ url: Redacted.make(url.href), schema: "other_name", maxConnections: 2 })
      const grants = yield* grantsSql([migrations], { role, schema: "other_name" })
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* migrate([migrations])
          yield* sql`create role ${sql.literal(role)} login password 'p'`
          for (const line of grants.split(";\n").filter((one) => one.trim() !== "")) yield* sql`${sql.literal(line)}`
        }),
        owner
      )
      url.username = role
      url.password = "p"
      const restricted = Postgres.layer({ url: Redacted.make(url.href), schema: "other_name", maxConnections: 4 })
      const run = Effect.gen(function* () {
        const [store, sql] = [yield* TraceStore, yield* SqlClient.SqlClient]
        yield* yield* makeGrantsCheck([migrations])
        const spans = [1n, 60n].map((weeks, n) =>
          spanOf({ trace: n + 1, id: 1, startNano: noon + weeks * 604_800_000_000_000n })
        )
        yield* store.record(space, spans, hostItself)
        assert.deepStrictEqual(yield* stored(), expected(spans) as never)
        yield* upkeepOf(store)
        assert.strictEqual((yield* Effect.exit(sql`create table agent_operations.mine (id text)`))._tag, "Failure")
        const dropped = yield* sql<{
          n: number
        }>`select agent_operations.drop_trace_partitions('2200-01-01'::date) as n`
        assert.isAbove(dropped[0]!.n, 0)
      })
      yield* Effect.ensuring(
        Effect.provide(Effect.provide(run, TraceStore.layer), restricted),
        Effect.orDie(
          Effect.provide(
            Effect.flatMap(SqlClient.SqlClient, (sql) =>
              Effect.andThen(sql`drop owned by ${sql.literal(role)}`, sql`drop role ${sql.literal(role)}`)
            ),
            owner
          )
        )
      )
    }).pipe(Effect.scoped)
  )
})
