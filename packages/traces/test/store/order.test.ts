import { describeOnBothDatabases } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { hostItself } from "../../src/store/keys.ts"
import type { Recorder, Space } from "../../src/store/keys.ts"
import type { Span } from "../../src/span.ts"
import { compareRanks, winners } from "../../src/winners.ts"
import { TraceStore } from "../../src/store/TraceStore.ts"
import { expected, noon, oneSession, spanOf, stored, storeOn } from "./traces.ts"

const hour = 3_600_000_000_000n

/** Versions of few spans in few traces, so that they meet: some without an end, some at the end of a week. */
const version = fc
  .record({
    trace: fc.integer({ min: 1, max: 4 }),
    id: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(0x7fff_ffff_ffff)),
    start: fc.integer({ min: -90, max: 90 }),
    length: fc.option(fc.integer({ min: -1, max: 20 })),
    parent: fc.option(fc.integer({ min: 1, max: 6 })),
    version: fc.integer({ min: 0, max: 2 }),
    outcome: fc.constantFrom("unset", "ok", "error"),
    attributes: fc.record(
      {
        "gen_ai.operation.name": fc.constantFrom("chat", "embeddings", "execute_tool"),
        "gen_ai.usage.input_tokens": fc.integer({ min: 0, max: 1000 }),
        "gen_ai.usage.cost": fc.double({ min: 0, max: 10, noNaN: true }),
        "user.id": fc.constantFrom("ada", "bob", "Zoë"),
        "session.id": fc.string({ minLength: 1, maxLength: 5, unit: "grapheme-ascii" }),
        "langfuse.trace.name": fc.constantFrom("named", "other"),
        "langfuse.environment": fc.constantFrom("production", "test"),
        "service.version": fc.constantFrom("1", "2"),
        "input.value": fc.string({ maxLength: 10, unit: "grapheme-ascii" })
      },
      { requiredKeys: [] }
    )
  })
  .map(({ trace, id, start, length, parent, ...rest }) => {
    const startNano = noon + BigInt(start) * hour
    const endNano = length === null ? null : startNano + BigInt(length) * 1_000_000n
    const parentId = parent === null ? null : parent.toString(16).padStart(16, "0")
    return spanOf({ trace, id, startNano, endNano, parentId, ...rest })
  })

const requests = fc.array(fc.array(version, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 8 })

/** The same requests in another order, some of them twice. */
const shuffled = requests.chain((sent) =>
  fc
    .tuple(fc.shuffledSubarray(sent, { minLength: sent.length }), fc.subarray(sent))
    .map(([order, again]) => ({ sent, order: [...order, ...again] }))
)

const recorder = (digit: string, replaces = false): Recorder => ({
  id: `00000000-0000-0000-0000-00000000000${digit}`,
  replaces
})

/** Two that may replace their own spans alone, and one that may replace any. */
const recorders = [recorder("a"), recorder("b"), recorder("d", true)]

/** Requests of theirs. */
const signed = requests.chain((sent) =>
  fc.tuple(...sent.map((spans) => fc.record({ spans: fc.constant(spans), by: fc.constantFrom(...recorders) })))
)

const placeOf = (span: { readonly traceId: string; readonly spanId: string }) => `${span.traceId} ${span.spanId}`

/** The versions of a request that may be kept, as ingestion looks at them: one of each span. */
const wonIn = (spans: ReadonlyArray<Span>) =>
  [...Map.groupBy(spans, ({ sent }) => sent.traceId).values()].flatMap((versions) => winners(versions))

let projects = 0
const freshSpace = (): Space => ({ tenant: "org_a", project: `prj_${projects++}` })

const runs = 15

describeOnBothDatabases("spans in any order", (database) => {
  layer(storeOn(database), { excludeTestServices: true })((it) => {
    const property = <A>(arbitrary: fc.Arbitrary<A>, holds: (value: A) => Effect.Effect<void, unknown, TraceStore>) =>
      Effect.flatMap(Effect.context<TraceStore>(), (context) =>
        Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(arbitrary, (value) => Effect.runPromise(Effect.provide(holds(value), context))),
            { numRuns: runs }
          )
        )
      )

    it.effect("T2, T3, T5: whatever the order and the repetition, a trace is what the pure function says", () =>
      property(
        shuffled,
        Effect.fnUntraced(function* ({ sent, order }) {
          const [store, where] = [yield* TraceStore, freshSpace()]
          for (const spans of order) assert.deepStrictEqual(yield* store.record(where, spans, hostItself), [])
          assert.deepStrictEqual(yield* stored(where), expected(sent.flat()) as never)
        })
      )
    )

    it.effect("T2, T3, T5: requests of one turn, and ones that race, end in the same", () =>
      property(
        shuffled,
        Effect.fnUntraced(function* ({ sent, order }) {
          const [store, where] = [yield* TraceStore, freshSpace()]
          yield* Effect.forEach(
            order,
            (spans, n) => {
              // clock: of another turn each, whichever
              const turn = n % 2 === 0 ? Effect.yieldNow : Effect.sleep(n % 3)
              return Effect.andThen(turn, store.record(where, spans, hostItself))
            },
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(yield* stored(where), expected(sent.flat()) as never)
        })
      )
    )

    it.effect("T2, T3, T25: whoever began a span decides whose versions are accepted, which alone make its state", () =>
      property(
        signed,
        Effect.fnUntraced(function* (sent) {
          const [store, where] = [yield* TraceStore, freshSpace()]
          const begun = new Map<string, { readonly by: Recorder; rank: Uint8Array }>()
          const accepted: Array<Span> = []
          for (const { spans, by } of sent) {
            const refused = yield* store.record(where, spans, by)
            const [own, others] = [[] as Array<Span>, [] as Array<Span>]
            for (const span of wonIn(spans)) {
              const there = begun.get(placeOf(span.sent))
              const isTaken =
                there !== undefined && !by.replaces && there.by !== by && compareRanks(there.rank, span.rank) !== 0
              ;(isTaken ? others : own).push(span)
            }
            const told = new Set(refused.map((one) => `${placeOf(one)} ${one.reason}`))
            assert.sameMembers(
              [...told],
              others.map(({ sent }) => `${placeOf(sent)} SPAN_TAKEN`)
            )
            for (const { sent, rank } of own) {
              const there = begun.get(placeOf(sent)) ?? { by, rank }
              begun.set(placeOf(sent), { by: there.by, rank: compareRanks(rank, there.rank) > 0 ? rank : there.rank })
            }
            accepted.push(...own)
          }
          assert.deepStrictEqual(yield* stored(where), expected(accepted) as never)
        })
      )
    )

    it.effect("T2, T3, T25: where recorders race, what is stored is what was accepted, and nothing of the rest", () =>
      property(
        signed,
        Effect.fnUntraced(function* (sent) {
          const [store, where] = [yield* TraceStore, freshSpace()]
          const answers = yield* Effect.forEach(sent, ({ spans, by }) => store.record(where, spans, by), {
            concurrency: "unbounded"
          })
          const accepted = sent.flatMap(({ spans }, n) => {
            const refused = new Set(answers[n]!.map(placeOf))
            return wonIn(spans).filter((span) => !refused.has(placeOf(span.sent)))
          })
          assert.deepStrictEqual(yield* stored(where), expected(accepted) as never)
        })
      )
    )

    it.effect("T11, T25: of a request that is kept whole or not at all, one span of another's undoes the rest", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        const [ours, theirs] = [recorder("a"), recorder("b")]
        const began = [1, 2].map((id) => spanOf({ trace: 1, id }))
        yield* store.recordWhole(where, began, ours)
        const later = [
          spanOf({ trace: 1, id: 2, version: 1 }),
          spanOf({ trace: 1, id: 3 }),
          spanOf({ trace: 2, id: 1 })
        ]
        const { traceId, spanId } = later[0]!.sent
        assert.deepStrictEqual(yield* store.recordWhole(where, later, theirs), [
          { traceId, spanId, reason: "SPAN_TAKEN" }
        ])
        assert.deepStrictEqual(yield* stored(where), expected(began) as never)
        // What is there already is not replaced by being sent again, whoever does.
        assert.deepStrictEqual(yield* store.recordWhole(where, began, theirs), [])
      })
    )

    it.effect("T4: sending again changes nothing, not even when a trace was touched", () =>
      Effect.gen(function* () {
        const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
        const spans = [1, 2, 3].map((id) => spanOf({ trace: 1, id, attributes: { "input.value": "x".repeat(id) } }))
        yield* store.record(where, spans, hostItself)
        const rows = (table: string) => sql`
          select to_jsonb(t)::text as row from agent_operations.${sql.literal(table)} as t
          where project_id = ${where.project} order by 1`
        const all = Effect.forEach(["trace_heads", "trace_spans", "trace_chunks"], rows)
        const before = yield* all
        yield* store.record(where, spans, hostItself)
        yield* store.record(where, spans.slice(1), hostItself)
        yield* Effect.forEach(spans, (span) => store.record(where, [span], hostItself), { concurrency: "unbounded" })
        assert.deepStrictEqual(yield* all, before)
      })
    )

    it.effect("T3: of many versions of one span the body of the winner alone is kept", () =>
      Effect.gen(function* () {
        const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
        const versions = Array.from({ length: 20 }, (_, version) =>
          spanOf({ trace: 1, id: 1, version, name: `v${version}` })
        )
        yield* Effect.forEach(versions, (span) => store.record(where, [span], hostItself), { concurrency: "unbounded" })
        assert.deepStrictEqual(yield* stored(where), expected(versions) as never)
        const chunks = yield* sql`select 1 from agent_operations.trace_chunks where project_id = ${where.project}`
        assert.lengthOf(chunks, 1)
      })
    )

    const races = `T1, T2: requests of the same traces that race all end, and none is chosen as the victim of a deadlock${oneSession(database)}`
    const skipped = oneSession(database) !== ""
    it.effect.skipIf(skipped)(races, () =>
      Effect.gen(function* () {
        const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
        const deadlocks = Effect.map(
          sql<{
            count: number
          }>`select deadlocks::int as count from pg_stat_database where datname = current_database()`,
          ([row]) => row!.count
        )
        const before = yield* deadlocks
        // More than may share a transaction, of the same traces in opposite orders, each with spans of its own.
        const sent = Array.from({ length: 40 }, (_, request) => {
          const spans = Array.from({ length: 80 }, (_, n) =>
            spanOf({ trace: 1 + ((n * 7) % 20), id: 1 + n + (request % 10) * 40, version: request % 3 })
          )
          return request % 2 === 0 ? spans : spans.toReversed()
        })
        yield* Effect.forEach(sent, (spans) => store.record(where, spans, hostItself), { concurrency: 12 })
        assert.deepStrictEqual(yield* stored(where), expected(sent.flat()) as never)
        yield* sql`select pg_stat_clear_snapshot()::text`
        // clock: PostgreSQL counts them a second later; beside load some would be missed, and none made up
        yield* Effect.sleep("1200 millis")
        assert.strictEqual((yield* deadlocks) - before, 0)
      })
    )
  })
})
