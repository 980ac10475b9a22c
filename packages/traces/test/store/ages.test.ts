import { describeOnBothDatabases } from "@agent-operations/testing"
import { daysAhead, whileClockBehind } from "@agent-operations/testing/clock-behind"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { hostItself } from "../../src/store/keys.ts"
import type { Space } from "../../src/store/keys.ts"
import { TraceStore, type TraceStoreOptions } from "../../src/store/TraceStore.ts"
import { traceOf } from "../../src/trace.ts"
import { recordThen, score, space, spanId, spanOf, storeOn, traceId, upkeepOf } from "./traces.ts"

const minute = 60_000_000_000n
const hour = 60n * minute
const week = 7n * 24n * hour

const nowNano = SqlClient.SqlClient.use((sql) =>
  Effect.map(
    sql<{ nano: bigint }>`select (extract(epoch from now()) * 1000000000)::bigint as nano`,
    ([row]) => row!.nano
  )
)

/** With a store of other options over the same database. */
const over =
  (options: TraceStoreOptions) =>
  <A, E, R>(use: (store: TraceStore["Service"]) => Effect.Effect<A, E, R>) =>
    Effect.provide(Effect.flatMap(TraceStore, use), TraceStore.layerWith(options))

const headsOf = ({ tenant, project }: Space) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(
      sql<{ id: string }>`
        select right(trace_id::text, 2) as id from agent_operations.trace_heads
        where tenant_id = ${tenant} and project_id = ${project} order by 1`,
      (rows) => rows.map(({ id }) => Number(id))
    )
  )

interface Node {
  readonly "Node Type": string
  readonly "Relation Name"?: string
  readonly "Actual Rows": number
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Node>
}

const scoresOf = (store: TraceStore["Service"], where: Space, trace: number) =>
  Effect.map(store.scores(where, traceId(trace), { limit: 10, maxBytes: 1e6 }), ({ items }) => items.length)

describeOnBothDatabases("the ages of traces, a little below and above each bound", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    it.effect("K1: a deleted trace is remembered for as long, though the clock was behind as it was deleted", () =>
      Effect.gen(function* () {
        const [store, sql, where] = [yield* TraceStore, yield* SqlClient.SqlClient, { ...space, project: "prj_behind" }]
        yield* store.record(where, [spanOf({ trace: 1, id: 1 })], hostItself)
        yield* whileClockBehind(store.remove(where, traceId(1)))
        const deletedAt = sql`select deleted_at from agent_operations.trace_heads where project_id = 'prj_behind'`
        assert.strictEqual(yield* daysAhead(deletedAt), 400)
      })
    )

    it.effect(
      "T18: a score whose trace never came goes once nobody gave it for longer than traces are kept, and not before",
      () =>
        Effect.gen(function* () {
          const [store, sql, where] = [
            yield* TraceStore,
            yield* SqlClient.SqlClient,
            { ...space, project: "prj_strays" }
          ]
          yield* store.record(where, [spanOf({ trace: 1, id: 1, startNano: yield* nowNano })], hostItself)
          for (const trace of [1, 2, 3, 4]) yield* store.putScore(where, score(trace))
          const given = (trace: number, minutes: number) => sql`
          update agent_operations.trace_scores
          set updated_at = now() - interval '9 days' - ${minutes}::int * interval '1 minute'
          where tenant_id = ${where.tenant} and project_id = ${where.project} and trace_id = ${traceId(trace)}::uuid`
          for (const trace of [1, 2, 3]) yield* given(trace, trace === 3 ? -10 : 10)
          assert.strictEqual((yield* upkeepOf(store)).scores, 0)
          assert.strictEqual((yield* over({ retention: "9 days" })(upkeepOf)).scores, 1)
          const left = yield* Effect.forEach([1, 2, 3, 4], (trace) => scoresOf(store, where, trace))
          assert.deepStrictEqual(left, [1, 0, 1, 1])
        })
    )

    it.effect(
      "T18: of many scores each round looks at those alone that are old, each once, and at no younger ones",
      () =>
        Effect.gen(function* () {
          const [store, sql, where] = [yield* TraceStore, yield* SqlClient.SqlClient, { ...space, project: "prj_old" }]
          yield* store.record(where, [spanOf({ trace: 1, id: 1, startNano: yield* nowNano })], hostItself)
          const give = (trace: number, from: number, to: number, days: number) => sql`
          insert into agent_operations.trace_scores (tenant_id, project_id, trace_id, span_id, name, identifier, id, data_type,
            number_value, source, annotator_kind, metadata, created_by, updated_at)
          select ${where.tenant}, ${where.project}, ${traceId(trace)}::uuid, n, 'old', '', 'sc_' || n, 'NUMERIC', 1, 'API',
            'CODE', '{}', '{}', now() - ${days}::int * interval '1 day'
          from generate_series(${from}::int, ${to}::int) as n`
          // Younger ones among the pages of older ones, as after a time of deletes.
          yield* give(1, 1, 10_000, 0)
          // What the planner knows is from before any was old.
          yield* sql`analyze agent_operations.trace_scores`
          yield* give(1, 10_001, 12_500, 10)
          yield* give(2, 12_501, 12_505, 10)
          yield* give(1, 12_506, 22_500, 0)
          const looked: Array<number> = []
          const nodesOf = (node: Node): ReadonlyArray<Node> => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
          const rowsOf = (plan: Node) =>
            nodesOf(plan)
              .filter(
                (node) =>
                  node["Relation Name"] === "trace_scores" && !["ModifyTable", "Tid Scan"].includes(node["Node Type"])
              )
              .reduce((sum, node) => sum + node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0), 0)
          /** Explains what deletes scores, and undoes that. */
          const explained = (statement: Statement.Statement<unknown>) =>
            Effect.gen(function* () {
              if (!statement.compile()[0].includes("delete from agent_operations.trace_scores")) return statement
              const explain = sql<{ "QUERY PLAN": ReadonlyArray<{ Plan: Node }> }>`
              explain (analyze, format json) ${statement}`
              const undone = sql.withTransaction(Effect.flatMap(explain, (rows) => Effect.fail({ rows })))
              const { rows } = yield* Effect.flip(undone) as Effect.Effect<{ rows: Effect.Success<typeof explain> }>
              looked.push(rowsOf(rows[0]!["QUERY PLAN"][0]!.Plan))
              return statement
            }).pipe(Effect.provideService(Statement.CurrentTransformer, undefined))
          const { scores } = yield* Effect.provideService(
            over({ retention: "9 days" })(upkeepOf),
            Statement.CurrentTransformer,
            explained as never
          )
          assert.strictEqual(scores, 5)
          // Others of this file have left some.
          const [{ others }] = (yield* sql<{ others: number }>`
          select count(*)::int as others from agent_operations.trace_scores
          where updated_at < now() - interval '9 days' and project_id <> ${where.project}`) as [{ others: number }]
          assert.deepStrictEqual(looked, [...Array.from({ length: 10 }, () => 250), 5 + others])
        })
    )

    it.effect("T19: a deleted trace is refused for 30 days, and forgotten after them, with nothing of another's", () =>
      Effect.gen(function* () {
        const [store, sql] = [yield* TraceStore, yield* SqlClient.SqlClient]
        const others = [
          { ...space, tenant: "org_other" },
          { ...space, project: "prj_other" }
        ]
        for (const where of [space, ...others]) {
          yield* store.record(
            where,
            [1, 2, 3].map((trace) => spanOf({ trace, id: 1 })),
            hostItself
          )
          for (const trace of [1, 2, 3]) yield* store.putScore(where, score(trace))
        }
        for (const trace of [1, 2]) yield* store.remove(space, traceId(trace))
        const age = (trace: number, minutes: number) => sql`
          update agent_operations.trace_heads set deleted_at = now() - interval '30 days' - ${minutes}::int * interval '1 minute'
          where tenant_id = ${space.tenant} and project_id = ${space.project} and trace_id = ${traceId(trace)}::uuid`
        yield* age(1, 10)
        yield* age(2, -10)
        assert.strictEqual((yield* upkeepOf(store)).tombstones, 1)
        assert.deepStrictEqual(yield* headsOf(space), [2, 3])
        assert.strictEqual(yield* scoresOf(store, space, 3), 1)
        for (const where of others) {
          assert.deepStrictEqual(yield* headsOf(where), [1, 2, 3])
          for (const trace of [1, 2, 3]) assert.strictEqual(yield* scoresOf(store, where, trace), 1)
        }
        // What is forgotten may come again; what is remembered may not.
        assert.strictEqual(yield* store.putScore(space, score(2)), "TRACE_DELETED")
        yield* store.record(
          space,
          [1, 2].map((trace) => spanOf({ trace, id: 2 })),
          hostItself
        )
        assert.isDefined(yield* store.one(space, traceId(1)))
        assert.isUndefined(yield* store.one(space, traceId(2)))
      })
    )

    it.effect("T20: a week is dropped an hour after all of it is older than the retention", () =>
      Effect.gen(function* () {
        const [store, sql, now] = [yield* TraceStore, yield* SqlClient.SqlClient, yield* nowNano]
        const where = { ...space, project: "prj_weeks" }
        const [{ monday }] = (yield* sql<{ monday: bigint }>`
          select (extract(epoch from date_trunc('week', now() at time zone 'utc')) * 1000000000)::bigint as monday`) as [
          { monday: bigint }
        ]
        const before = monday - 3n * week
        yield* recordThen(where, [
          spanOf({ trace: 1, id: 1, startNano: before - hour }),
          spanOf({ trace: 2, id: 1, startNano: before + hour })
        ])
        for (const trace of [1, 2]) yield* store.putScore(where, score(trace))
        /** The upkeep where the oldest that is kept began so long after that Monday. */
        const upkeepAt = (after: bigint) =>
          over({ retention: `${Number((now - before - after) / 1_000_000n)} millis` })(upkeepOf)
        for (const after of [-10n * minute, hour - 10n * minute]) {
          yield* upkeepAt(after)
          assert.deepStrictEqual(yield* headsOf(where), [1, 2])
        }
        assert.strictEqual((yield* upkeepAt(hour + 10n * minute)).heads, 1)
        assert.deepStrictEqual(yield* headsOf(where), [2])
        assert.deepStrictEqual([yield* scoresOf(store, where, 1), yield* scoresOf(store, where, 2)], [0, 1])
        assert.deepStrictEqual(yield* upkeepOf(store), { heads: 0, dropped: 0, scores: 0, tombstones: 0 })
      })
    )

    it.effect("T20: a trace is read up to the retention, and not beyond it", () =>
      Effect.gen(function* () {
        const [store, now] = [yield* TraceStore, yield* nowNano]
        const where = { ...space, project: "prj_read" }
        const kept = 90n * 24n * hour
        yield* recordThen(where, [
          spanOf({ trace: 1, id: 1, startNano: now - kept + 10n * minute }),
          spanOf({ trace: 2, id: 1, startNano: now - kept - minute })
        ])
        const ids = [traceId(1), traceId(2)]
        assert.sameMembers([...(yield* store.present(where, ids))], ids)
        const within = over({ retention: "90 days" })
        assert.deepStrictEqual([...(yield* within((store) => store.present(where, ids)))], [traceId(1)])
        const listed = yield* within((store) => store.list(where, { limit: 10 }))
        assert.deepStrictEqual(
          listed.items.map(({ traceId }) => traceId),
          [traceId(1)]
        )
      })
    )

    it.effect("T20: a trace is as old as its arrival, whatever start another reports of it, first or later", () =>
      Effect.gen(function* () {
        const [sql, now, where] = [yield* SqlClient.SqlClient, yield* nowNano, { ...space, project: "prj_arrived" }]
        const other = { id: "00000000-0000-0000-0000-00000000000a", replaces: false }
        const owner = { ...other, id: "00000000-0000-0000-0000-00000000000b" }
        const ids = [traceId(1), traceId(2)]
        yield* Effect.gen(function* () {
          const store = yield* TraceStore
          // Ten days after it came, when it started almost as long ago as is taken.
          const early = (trace: number) => spanOf({ trace, id: 1, startNano: now - 100n * 24n * hour })
          const own = (trace: number) => spanOf({ trace, id: 2, startNano: now - 10n * 24n * hour })
          for (const [span, by] of [
            [own(1), owner],
            [early(1), other],
            [early(2), other],
            [own(2), owner]
          ] as const)
            assert.deepStrictEqual(yield* store.record(where, [span], by), [])
          for (const trace of [1, 2]) yield* store.putScore(where, score(trace))
          const cameAt = (nano: bigint | null) => sql`
            update agent_operations.trace_heads set arrived_at = to_timestamp(${nano}::bigint / 1e9)
            where project_id = ${where.project}`
          const read = Effect.gen(function* () {
            const listed = (yield* store.list(where, { limit: 10, includeTotal: true })).total
            const one = yield* Effect.forEach(ids, (id) =>
              Effect.map(
                store.spans(where, id, { limit: 10, maxBytes: 1e6, bodies: true }),
                (page) => page?.items.map(({ sent }) => sent.spanId) ?? []
              )
            )
            return [listed, [...(yield* store.present(where, ids))].toSorted(), one]
          })
          const [all, none] = [
            [2, ids, Array.from(ids, () => [spanId(1), spanId(2)])],
            [0, [], [[], []]]
          ]
          yield* cameAt(now - 10n * 24n * hour)
          yield* upkeepOf(store)
          assert.deepStrictEqual(yield* read, all)
          assert.deepStrictEqual([yield* scoresOf(store, where, 1), yield* scoresOf(store, where, 2)], [1, 1])
          yield* cameAt(now - 90n * 24n * hour + 10n * minute)
          assert.deepStrictEqual(yield* read, all)
          yield* cameAt(now - 90n * 24n * hour - minute)
          assert.deepStrictEqual(yield* read, none)
          // As what came before it was noted.
          yield* cameAt(null)
          assert.deepStrictEqual(yield* read, none)
        }).pipe(Effect.provide(TraceStore.layerWith({ retention: "90 days" })))
      })
    )

    it.effect(
      "T6: a trace that has not ended is running for 15 minutes after its last change, by both that tell it",
      () =>
        Effect.gen(function* () {
          const [store, sql, now] = [yield* TraceStore, yield* SqlClient.SqlClient, yield* nowNano]
          const where = { ...space, project: "prj_idle" }
          yield* store.record(
            where,
            [1, 2].map((trace) => spanOf({ trace, id: 1, startNano: now - hour, endNano: null })),
            hostItself
          )
          const touch = (trace: number, seconds: number) => sql`
          update agent_operations.trace_heads
          set touched_at = now() - interval '15 minutes' - ${seconds}::int * interval '1 second'
          where project_id = ${where.project} and trace_id = ${traceId(trace)}::uuid`
          yield* touch(1, -600)
          yield* touch(2, 1)
          const withStatus = (value: string) =>
            Effect.map(
              store.list(where, { limit: 10, filters: [{ field: "trace.status", operator: "eq", value }] }),
              ({ items }) => items.map(({ traceId }) => traceId)
            )
          assert.deepStrictEqual(yield* withStatus("running"), [traceId(1)])
          assert.deepStrictEqual(yield* withStatus("incomplete"), [traceId(2)])
          const { items } = yield* store.list(where, { limit: 10 })
          const statuses = items.map((one) => [
            one.traceId,
            traceOf(one, { id: one.traceId, projectId: "", ...one, idleNanos: 15n * minute, scores: {} }).status
          ])
          assert.sameDeepMembers(statuses, [
            [traceId(1), "running"],
            [traceId(2), "incomplete"]
          ])
        })
    )
  })
})
