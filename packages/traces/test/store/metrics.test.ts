import { describeOnBothDatabases } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { hostItself } from "../../src/store/keys.ts"
import type { Space } from "../../src/store/keys.ts"
import type { MetricsQuery } from "../../src/store/metrics/MetricsQuery.ts"
import { TraceStore, type TraceStoreOptions } from "../../src/store/TraceStore.ts"
import { noon, recordThen, score, spanId, spanOf, storeOn, traceId } from "./traces.ts"

const hour = 3_600_000_000_000n
const day = 24n * hour
const now = BigInt(Date.now()) * 1_000_000n

let projects = 0
const freshSpace = (): Space => ({ tenant: "org_a", project: `prj_${projects++}` })

const count = { measure: "count", aggregation: "count" } as const

const queryOf = (query: Partial<MetricsQuery>): MetricsQuery => ({
  over: "traces",
  measures: [count],
  dimensions: [],
  granularity: undefined,
  from: now - 200n * day,
  to: now + day,
  filters: [],
  orderBy: { by: 0, direction: "desc" },
  limit: 100,
  maxGroups: 1000,
  ...query
})

/** What a store with some options answers, of the database of the test. */
const ask = (where: Space, query: Partial<MetricsQuery>, options: TraceStoreOptions = {}) =>
  Effect.flatMap(TraceStore, (store) => store.metrics(where, queryOf(query))).pipe(
    Effect.provide(TraceStore.layerWith(options))
  )

/** The groups that it answers: their dimensions and values. */
const groups = (where: Space, query: Partial<MetricsQuery>, options?: TraceStoreOptions) =>
  Effect.map(ask(where, query, options), (answer) => {
    assert.strictEqual(answer._tag, "Groups")
    return answer._tag === "Groups" ? answer.groups.map(({ dimensions, values }) => [...dimensions, ...values]) : []
  })

describeOnBothDatabases("metrics of a store", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("T20: what is older than the retention is not counted, nor is what is left of it", () =>
      Effect.gen(function* () {
        const [store, sql, where] = [yield* TraceStore, yield* SqlClient.SqlClient, freshSpace()]
        const late = { startNano: now - hour, parentId: spanId(1) }
        yield* recordThen(where, [
          spanOf({ trace: 1, id: 1, startNano: now - 100n * day }),
          spanOf({ trace: 1, id: 2, ...late }),
          spanOf({ trace: 2, id: 1, startNano: now - 2n * hour }),
          spanOf({ trace: 2, id: 2, ...late }),
          // In the week of the retention: by the day it is read, and by its start it is not.
          spanOf({ trace: 3, id: 1, startNano: now - 90n * day - hour })
        ])
        // It came now.
        yield* store.record(where, [spanOf({ trace: 4, id: 1, startNano: now - 100n * day })], hostItself)
        for (const n of [1, 2, 3, 4]) yield* store.putScore(where, score(n))
        const options = { retention: "90 days" } as const
        const counted = Effect.forEach(["traces", "spans", "scores"] as const, (over) =>
          Effect.map(
            Effect.all([
              groups(where, { over }, options),
              groups(where, { over, dimensions: ["environment"] }, options),
              groups(where, { over, measures: [{ measure: "count", aggregation: "distinctUsers" }] }, options)
            ]),
            ([all, by]) => [over, all[0]?.[0], by[0]?.[1]]
          )
        )
        assert.deepStrictEqual(yield* counted, [
          ["traces", 2, 2],
          ["spans", 3, 3],
          ["scores", 2, 2]
        ])
        assert.deepStrictEqual(yield* groups(where, { over: "spans" }), [[6]])
        // Upkeep deletes heads of what is wholly older before it drops their partitions.
        yield* sql`delete from agent_operations.trace_heads where project_id = ${where.project} and trace_id = ${traceId(1)}::uuid`
        assert.deepStrictEqual(yield* groups(where, { over: "spans" }, options), [[3]])
      })
    )

    it.effect(
      "spans of a week that nothing is known of are counted in each of its hours, however they were written",
      () =>
        Effect.gen(function* () {
          const [store, where] = [yield* TraceStore, freshSpace()]
          const middle = noon - 364n * day
          const write = (...hours: ReadonlyArray<bigint>) =>
            store.record(
              where,
              hours.map((at) => spanOf({ trace: 1, id: 100 + Number(at), startNano: middle + at * hour })),
              hostItself
            )
          const countedAt = (...hours: ReadonlyArray<bigint>) =>
            Effect.forEach(hours, (at) => {
              const from = middle + at * hour
              return groups(where, { over: "spans", from, to: from + 1n })
            })
          yield* write(0n, -20n, 20n, 10n)
          assert.deepStrictEqual(yield* countedAt(-20n, 0n, 10n, 20n, -30n), [[[1]], [[1]], [[1]], [[1]], []])
          yield* write(-30n)
          yield* write(30n, 29n)
          assert.deepStrictEqual(yield* countedAt(-30n, -20n, 20n, 29n, 30n), [[[1]], [[1]], [[1]], [[1]], [[1]]])
        })
    )

    it.effect("T19, A3: a deleted trace is not counted, nor is what another tenant or project has", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        const spans = [1, 2].map((trace) => spanOf({ trace, id: 1, startNano: now - hour }))
        const others = [{ ...where, tenant: "org_b" }, freshSpace()]
        for (const space of [where, ...others]) {
          yield* store.record(space, spans, hostItself)
          for (const n of [1, 2, 3]) yield* store.putScore(space, score(n))
        }
        yield* store.remove(where, traceId(1))
        for (const over of ["traces", "spans", "scores"] as const) {
          for (const dimensions of [[], ["name"], ["userId"]]) {
            const found = yield* groups(where, { over, dimensions })
            assert.deepStrictEqual(
              found.map((values) => values.at(-1)),
              [1],
              `${over} ${dimensions.join()}`
            )
          }
        }
      })
    )

    it.effect("T6: a trace that is still is told incomplete once it is so for as long as may be", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        yield* store.record(where, [spanOf({ trace: 1, id: 1, startNano: now - hour, endNano: null })], hostItself)
        assert.deepStrictEqual(yield* groups(where, { dimensions: ["status"] }), [["running", 1]])
        // clock: more than the millisecond that it may be still; any longer does as well
        yield* Effect.sleep("20 millis")
        const still = yield* groups(where, { dimensions: ["status"] }, { idle: "1 millis" })
        assert.deepStrictEqual(still, [["incomplete", 1]])
        const query = { over: "spans", filters: [{ field: "trace.status", operator: "eq", value: "running" }] } as const
        assert.deepStrictEqual(yield* groups(where, query, { idle: "1 millis" }), [])
        assert.deepStrictEqual(yield* groups(where, query), [[1]])
      })
    )

    it.effect(
      "T17: what cannot be told exactly is refused: too many groups, long values, numbers beyond those of JSON",
      () =>
        Effect.gen(function* () {
          const [store, where] = [yield* TraceStore, freshSpace()]
          const kinds = ["a", "b", "c", { text: "x".repeat(1100) }]
          yield* store.record(
            where,
            kinds.map((kind, n) => spanOf({ trace: n + 1, id: 1, startNano: now - hour, attributes: { kind } })),
            hostItself
          )
          yield* store.putScore(where, score(1, { value: 1e308 }))
          yield* store.putScore(where, score(2, { value: 1.5e308 }))
          yield* store.putScore(where, score(3, { value: -1.5e308 }))
          const byKind = { dimensions: ["attributes.kind"], maxGroups: 4 }
          const long = { _tag: "LongDimension", index: 0, maxBytes: 1024 } as const
          assert.deepStrictEqual(yield* ask(where, byKind), long)
          assert.deepStrictEqual(yield* ask(where, { ...byKind, limit: 1 }), long)
          const shorter = [{ field: "trace.attributes.kind", operator: "lt", value: "z" }] as const
          assert.deepStrictEqual(yield* groups(where, { ...byKind, filters: shorter }), [
            ["a", 1],
            ["b", 1],
            ["c", 1]
          ])
          assert.deepStrictEqual(yield* ask(where, { ...byKind, maxGroups: 3 }), { _tag: "TooManyGroups" })
          assert.deepStrictEqual(yield* ask(where, { ...byKind, maxGroups: 3, limit: 1 }), { _tag: "TooManyGroups" })
          const value = (aggregation: "sum" | "p50" | "max", filters: MetricsQuery["filters"] = []) =>
            ask(where, { over: "scores", measures: [{ measure: "value", aggregation }], filters })
          const above = [{ field: "score.value", operator: "gt", value: 0 }] as const
          assert.deepStrictEqual(yield* value("sum", above), { _tag: "OutOfRange" })
          assert.deepInclude(yield* value("sum"), { _tag: "Groups" })
          assert.deepInclude(yield* value("max"), { _tag: "Groups" })
          // The store goes on after a statement that failed.
          assert.deepStrictEqual(yield* groups(where, {}), [[4]])
        })
    )

    it.effect("T17: a query over nothing has no groups, and one without traces of its range neither", () =>
      Effect.gen(function* () {
        const where = freshSpace()
        for (const over of ["traces", "spans", "scores"] as const) {
          assert.deepStrictEqual(yield* groups(where, { over }), [])
          assert.deepStrictEqual(yield* groups(where, { over, granularity: "month", from: 0n, to: day }), [])
        }
      })
    )
  })
})
