import { upkeepMigrations } from "@agent-operations/database"
import type { TestDatabase } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Span } from "../../src/span.ts"
import { bucketOf, type Recorder, type Space } from "../../src/store/keys.ts"
import { migrations } from "../../src/store/migrations.ts"
import type { SpanStorage, TraceSpans } from "../../src/store/SpanStorage.ts"
import { headOf } from "../../src/trace-head.ts"
import { noon, spanId, spanOf, traceId } from "./traces.ts"

class Storage extends Context.Service<Storage, SpanStorage>()("test/Storage") {}

const bucket = bucketOf(noon)

let projects = 0
const freshSpace = (): Space => ({ tenant: "org_a", project: `prj_${projects++}` })

const trace = (n: number, spans: ReadonlyArray<Span>): TraceSpans => ({ traceId: traceId(n), bucket, spans })

const some = (n: number, ids: ReadonlyArray<number>, version = 0) =>
  ids.map((id) => spanOf({ trace: n, id, version, startNano: noon + BigInt(id), name: `${id} at ${version}` }))

const ours: Recorder = { id: "00000000-0000-0000-0000-00000000000a", replaces: false }
const theirs: Recorder = { id: "00000000-0000-0000-0000-00000000000b", replaces: false }

const summaryOf = (spans: ReadonlyArray<Span>) => {
  const { headSpan: _, ...summary } = headOf(spans)
  return summary
}

const all = { limit: 100, maxBytes: 1e9, bodies: true } as const

/** What every storage of facts and bodies does, whatever engine it is of. */
export const spanStorageSuite = (database: TestDatabase, make: (sql: SqlClient.SqlClient) => SpanStorage): void => {
  const storage = Layer.effect(Storage, Effect.map(SqlClient.SqlClient, make)).pipe(
    Layer.provideMerge(database.migrated([migrations, upkeepMigrations])),
    Layer.orDie
  )
  layer(storage, { excludeTestServices: true })((it) => {
    /** A storage with room for what the tests put into it, and a project of their own. */
    const ready = Effect.gen(function* () {
      const port = yield* Storage
      yield* port.prepare([{ bucket, startNano: noon }])
      return [port, freshSpace()] as const
    })
    const bodies = (port: SpanStorage, space: Space, n: number) =>
      Effect.map(port.page(space, trace(n, []), all), ({ items }) =>
        items.map(({ sent, body }) => [sent.spanId, JSON.parse(Buffer.from(body!).toString()).name as string])
      )

    it.effect("T4: inserts what is not there, and tells how much that was", () =>
      Effect.gen(function* () {
        const [port, space] = yield* ready
        const sent = [trace(1, some(1, [1, 2])), trace(2, some(2, [1]))]
        assert.deepStrictEqual(Object.fromEntries(yield* port.insert(space, sent, ours)), {
          [traceId(1)]: 2,
          [traceId(2)]: 1
        })
        const more = [trace(1, some(1, [2, 3], 5)), trace(2, some(2, [1], 5))]
        assert.deepStrictEqual(Object.fromEntries(yield* port.insert(space, more, ours)), { [traceId(1)]: 1 })
        assert.deepStrictEqual(yield* bodies(port, space, 1), [
          [spanId(1), "1 at 0"],
          [spanId(2), "2 at 0"],
          [spanId(3), "3 at 5"]
        ])
        assert.deepStrictEqual(
          [...(yield* port.known(space, sent[0]!, [spanId(1), spanId(3), spanId(4)]))].toSorted(),
          [spanId(1), spanId(3)]
        )
      })
    )

    it.effect("T3: replaces versions of lower rank, whole, and tells in which traces", () =>
      Effect.gen(function* () {
        const [port, space] = yield* ready
        yield* port.insert(space, [trace(1, some(1, [1, 2], 2)), trace(2, some(2, [1], 2))], ours)
        const replaced = yield* port.replace(
          space,
          [trace(1, [...some(1, [1], 1), ...some(1, [2], 3)]), trace(2, some(2, [1], 2))],
          ours
        )
        assert.deepStrictEqual(
          { traces: [...replaced.traces], taken: replaced.taken },
          { traces: [traceId(1)], taken: [] }
        )
        assert.deepStrictEqual(yield* bodies(port, space, 1), [
          [spanId(1), "1 at 2"],
          [spanId(2), "2 at 3"]
        ])
        const { sent, facts, status, rank } = yield* port.read(space, trace(1, []), spanId(2))
        const [expected] = some(1, [2], 3)
        assert.deepStrictEqual([sent.name, facts, status], ["2 at 3", expected!.facts, expected!.status])
        assert.deepStrictEqual(Buffer.from(rank), Buffer.from(expected!.rank))
      })
    )

    it.effect("T25: leaves what another began, says so unless it is there already, and leaves whose it is", () =>
      Effect.gen(function* () {
        const [port, space] = yield* ready
        yield* port.insert(space, [trace(1, some(1, [1, 2], 2))], ours)
        const { traces, taken } = yield* port.replace(
          space,
          [trace(1, [...some(1, [1], 2), ...some(1, [2], 3)])],
          theirs
        )
        assert.deepStrictEqual([[...traces], taken], [[], [{ traceId: traceId(1), spanId: spanId(2) }]])
        const mayReplace = yield* port.replace(space, [trace(1, some(1, [2], 3))], { ...theirs, replaces: true })
        assert.deepStrictEqual([[...mayReplace.traces], mayReplace.taken], [[traceId(1)], []])
        assert.lengthOf((yield* port.replace(space, [trace(1, some(1, [2], 4))], theirs)).taken, 1)
        const again = yield* port.replace(space, [trace(1, some(1, [2], 5))], ours)
        assert.deepStrictEqual([[...again.traces], again.taken], [[traceId(1)], []])
        assert.deepStrictEqual(yield* bodies(port, space, 1), [
          [spanId(1), "1 at 2"],
          [spanId(2), "2 at 5"]
        ])
      })
    )

    it.effect("T25: of what was begun before that was kept, the end is its owner's", () =>
      Effect.gen(function* () {
        const [port, space] = yield* ready
        const open = [1, 2].map((id) => spanOf({ trace: 1, id, endNano: null }))
        const versions = (id: number) => [2, 3].map((version) => spanOf({ trace: 1, id, version }))
        yield* port.insert(space, [trace(1, [...open, spanOf({ trace: 1, id: 3 })])], ours)
        yield* SqlClient.SqlClient.use(
          (sql) => sql`update agent_operations.trace_spans set recorder = null where project_id = ${space.project}`
        )
        const taken = (spans: ReadonlyArray<Span>, by: Recorder) =>
          Effect.map(port.replace(space, [trace(1, spans)], by), (replaced) => replaced.taken.map((one) => one.spanId))
        // One that has its end is nobody's.
        assert.deepStrictEqual(yield* taken([versions(1)[0]!, versions(3)[0]!], theirs), [spanId(3)])
        assert.deepStrictEqual(yield* taken([versions(1)[1]!], ours), [spanId(1)])
        assert.deepStrictEqual(yield* taken([versions(1)[1]!], theirs), [])
      })
    )

    it.effect("T10: tells each fact of a span as it was, with and without bodies, inserted and replaced", () =>
      Effect.gen(function* () {
        const [port, space] = yield* ready
        const attributes = {
          "gen_ai.operation.name": "embeddings",
          "gen_ai.request.model": "m",
          "gen_ai.provider.name": "p",
          "gen_ai.usage.input_tokens": 100,
          "gen_ai.usage.output_tokens": 20,
          "gen_ai.usage.total_tokens": 121,
          "gen_ai.usage.cache_read.input_tokens": 3,
          "gen_ai.usage.cache_creation.input_tokens": 4,
          "gen_ai.usage.reasoning.output_tokens": 5,
          "gen_ai.usage.cost": 0.25,
          "gen_ai.response.time_to_first_chunk": 0.5,
          "langfuse.trace.name": "trace",
          "user.id": "ada",
          "session.id": "s1",
          "langfuse.environment": "test",
          "service.version": "1.2"
        }
        const whole = (version: number) =>
          spanOf({
            ...{ trace: 1, id: 0xa, parentId: spanId(0xb), startNano: noon + 1n, endNano: noon + 2_000_003n },
            ...{ kind: "consumer", outcome: "error", name: `whole ${version}`, attributes, version }
          })
        const estimated = spanOf({ trace: 1, id: 0xc, startNano: noon + 5n, endNano: null })
        const bare = { ...estimated, facts: { ...estimated.facts, cost: 1e-7, costSource: "estimated" as const } }
        const told = ({ sent, facts, status, body }: Span, withBody: boolean) => {
          const { traceName: _, userId: __, sessionId: ___, environment: ____, release: _____, ...shown } = facts
          const { traceId, spanId, parentId, name, kind, startNano, endNano, version } = sent
          const stored = { traceId, spanId, parentId, name, kind, startNano, endNano, version }
          return { sent: stored, status, facts: shown, body: withBody ? Buffer.from(body).toString() : null }
        }
        const isTold = Effect.fnUntraced(function* (spans: ReadonlyArray<Span>) {
          for (const withBody of [true, false]) {
            const { items } = yield* port.page(space, trace(1, []), { ...all, bodies: withBody })
            assert.deepStrictEqual(
              items.map(({ body, ...rest }) => ({
                ...rest,
                body: body === null ? null : Buffer.from(body).toString()
              })),
              spans.map((span) => told(span, withBody))
            )
          }
          for (const span of spans) {
            const { sent, facts, status } = yield* port.read(space, trace(1, []), span.sent.spanId)
            assert.deepStrictEqual([sent.name, status, facts], [span.sent.name, span.status, span.facts])
          }
        })
        assert.notInclude(Object.values(whole(0).facts), null)
        yield* port.insert(space, [trace(1, [whole(0), bare])], ours)
        yield* isTold([whole(0), bare])
        yield* port.insert(space, [trace(1, some(1, [0xd]))], ours)
        yield* port.replace(space, [trace(1, [spanOf({ trace: 1, id: 0xc, startNano: noon + 5n }), whole(9)])], ours)
        const replaced = yield* port.page(space, trace(1, []), { ...all, limit: 1, bodies: false })
        assert.deepStrictEqual({ ...replaced.items[0] }, told(whole(9), false) as never)
        const { facts } = yield* port.read(space, trace(1, []), spanId(0xc))
        assert.deepStrictEqual([facts.cost, facts.costSource, facts.model], [null, null, null])
      })
    )

    it.effect("T5: adds up what is there as the pure function does", () =>
      Effect.gen(function* () {
        const [port, space] = yield* ready
        const usage = { "gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 7, "user.id": "ada" }
        const spans = [
          ...some(1, [3, 9]),
          spanOf({ trace: 1, id: 0xffff, parentId: spanId(9), attributes: usage, outcome: "error" }),
          spanOf({ trace: 1, id: 4, endNano: null, parentId: spanId(3), startNano: noon - 5n, attributes: usage })
        ]
        yield* port.insert(space, [trace(1, spans), trace(2, some(2, [1]))], ours)
        const summaries = yield* port.summarize(space, [trace(1, []), trace(2, []), trace(3, [])])
        assert.sameDeepMembers(
          summaries.map(({ summary }) => summary),
          [summaryOf(spans), summaryOf(some(2, [1]))] as never
        )
      })
    )

    it.effect("T17, A3: counts spans of a project by what they say", () =>
      Effect.gen(function* () {
        const [port, space] = yield* ready
        const hour = 3_600_000_000_000n
        const chat = (id: number, model: string, millis: number | null, startNano = noon) =>
          spanOf({
            trace: 1,
            id,
            startNano,
            endNano: millis === null ? null : startNano + BigInt(millis) * 1_000_000n,
            attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": model, "gen_ai.usage.cost": 0.1 }
          })
        const spans = [
          chat(1, "a", 1),
          chat(2, "a", 4),
          chat(3, "a", null),
          chat(4, "b", 2),
          chat(5, "a", 7, noon + hour)
        ]
        for (const where of [space, freshSpace()]) yield* port.insert(where, [trace(1, spans)], ours)
        const query = {
          over: "spans",
          measures: [
            { measure: "count", aggregation: "count" },
            { measure: "durationMs", aggregation: "p50" },
            { measure: "cost", aggregation: "sum" }
          ],
          dimensions: ["model"],
          granularity: "hour",
          from: noon - 5n,
          to: noon + 2n * hour,
          filters: [{ field: "span.type", operator: "eq", value: "generation" }],
          orderBy: { by: "time", direction: "asc" },
          limit: 10,
          maxGroups: 10
        } as const
        const reading = { retentionNanos: undefined, idleNanos: 0n }
        const first = { startNano: noon, dimensions: ["a"], values: [3, 2.5, 0.3] }
        const second = { startNano: noon, dimensions: ["b"], values: [1, 2, 0.1] }
        const third = { startNano: noon + hour, dimensions: ["a"], values: [1, 7, 0.1] }
        const told = (groups: ReadonlyArray<object>, hasMore = false) => ({ _tag: "Groups", groups, hasMore })
        assert.deepStrictEqual(yield* port.metrics(space, query, reading), told([first, second, third]) as never)
        assert.deepStrictEqual(
          yield* port.metrics(space, { ...query, limit: 1, orderBy: { by: 1, direction: "desc" } }, reading),
          told([third], true) as never
        )
        assert.deepStrictEqual(yield* port.metrics(space, { ...query, to: noon }, reading), told([]) as never)
        assert.deepStrictEqual(yield* port.metrics(space, { ...query, maxGroups: 2 }, reading), {
          _tag: "TooManyGroups"
        })
      })
    )

    it.effect("T19, A3: removes all that there is of a trace, and nothing of another", () =>
      Effect.gen(function* () {
        const [port, space] = yield* ready
        const other = freshSpace()
        for (const where of [space, other])
          yield* port.insert(where, [trace(1, some(1, [1, 2])), trace(2, some(2, [1]))], ours)
        assert.strictEqual(yield* port.remove(space, trace(1, [])), 2)
        assert.deepStrictEqual(yield* bodies(port, space, 1), [])
        assert.lengthOf(yield* bodies(port, space, 2), 1)
        assert.lengthOf(yield* bodies(port, other, 1), 2)
      })
    )

    it.effect("T20: tells for what it has made room, but for what may be undone", () =>
      Effect.gen(function* () {
        const [port, sql] = [yield* Storage, yield* SqlClient.SqlClient]
        const startNano = noon + 5n * 10n ** 17n
        const starts = [0n, 1n, 2n].map((hours) => ({
          bucket: bucketOf(startNano),
          startNano: startNano + hours * 3_600_000_000_000n
        }))
        const [first, second, third] = starts
        const room = () => starts.map((start) => port.hasRoom([start]))
        yield* sql.withTransaction(port.prepare([first!]))
        assert.deepStrictEqual(room(), [false, false, false])
        yield* port.prepare([first!, second!])
        assert.deepStrictEqual(room(), [true, true, false])
        assert.isFalse(port.hasRoom([first!, third!]))
        assert.isTrue(port.hasRoom([]))
      })
    )

    it.effect("T20: drops buckets that are wholly before a day, and can make room for them again", () =>
      Effect.gen(function* () {
        const [port, space] = yield* ready
        const far = bucketOf(noon + 10n ** 18n)
        yield* port.prepare([{ bucket: far, startNano: noon + 10n ** 18n }])
        const late = { ...trace(1, some(1, [1])), bucket: far }
        yield* port.insert(space, [late, trace(2, some(2, [1]))], ours)
        assert.isAbove(yield* port.drop(far), 0)
        assert.deepStrictEqual(yield* bodies(port, space, 2), [])
        assert.lengthOf((yield* port.page(space, late, all)).items, 1)
        yield* port.prepare([{ bucket, startNano: noon }])
        yield* port.insert(space, [trace(2, some(2, [1]))], ours)
        assert.lengthOf(yield* bodies(port, space, 2), 1)
      })
    )
  })
}
