import { inTransaction } from "@agent-operations/database"
import { describeOnBothDatabases, describeStepsOnBothDatabases } from "@agent-operations/testing"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { headSpanOf } from "../../src/head-span.ts"
import type { Span } from "../../src/span.ts"
import { makeHeads } from "../../src/store/heads.ts"
import { makeIngest } from "../../src/store/ingest.ts"
import { bucketOf, hostItself, type Space } from "../../src/store/keys.ts"
import type { TracePosition } from "../../src/store/list-traces.ts"
import type { SpanPosition, SpanStorage } from "../../src/store/SpanStorage.ts"
import { readScores, type Score } from "../../src/store/score-rows.ts"
import { makeFolding } from "../../src/store/folding.ts"
import { makeSearch } from "../../src/store/search.ts"
import { makeSqlSpanStorage } from "../../src/store/sql-span-storage.ts"
import { TraceStore } from "../../src/store/TraceStore.ts"
import { headOf } from "../../src/trace-head.ts"
import {
  expected,
  noon,
  oneSession,
  recordThen,
  score,
  space,
  spanId,
  spanOf,
  stored,
  storeOn,
  traceId,
  upkeepOf
} from "./traces.ts"

const minute = 60_000_000_000n

let projects = 0
const freshSpace = (): Space => ({ ...space, project: `prj_${projects++}` })

const all = { limit: 1000, maxBytes: 1e9, bodies: true } as const

/** Without what tells objects apart that are the same JSON. */
const plain = (value: object): unknown => JSON.parse(JSON.stringify(value))

const equal = (field: string, value: string) => ({ filters: [{ field, operator: "eq", value }] as const })

/** All pages of a walk. */
const walk = <After, P extends { readonly next: After | null }, E, R>(
  page: (after: After | undefined) => Effect.Effect<P, E, R>
): Effect.Effect<ReadonlyArray<P>, E, R> =>
  Effect.gen(function* () {
    const pages: Array<P> = []
    for (let after: After | undefined; ;) {
      const found: P = yield* page(after)
      pages.push(found)
      if (found.next === null) return pages
      after = found.next
    }
  })

describeOnBothDatabases("a store of traces", (database) => {
  layer(storeOn(database, { spansOfTrace: 10 }), { excludeTestServices: true })((it) => {
    it.effect("T8, T9: a walk yields every trace once, newest start first, also where starts are the same", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        const spans = Array.from({ length: 11 }, (_, n) =>
          spanOf({ trace: n + 1, id: 1, startNano: noon - BigInt(n % 4) * minute })
        )
        yield* store.record(where, spans, hostItself)
        const pages = yield* walk((after: TracePosition | undefined) =>
          store.list(where, { limit: 3, after, includeTotal: true })
        )
        assert.deepStrictEqual(
          pages.map(({ items, total }) => [items.length, total]),
          [
            [3, 11],
            [3, 11],
            [3, 11],
            [2, 11]
          ]
        )
        const order = (of: { readonly startNano: bigint; readonly traceId: string }) => `${of.startNano} ${of.traceId}`
        assert.deepStrictEqual(
          pages.flatMap(({ items }) =>
            items.map(({ traceId, summary }) => order({ traceId, startNano: summary.startNano }))
          ),
          spans
            .map(({ sent }) => order(sent))
            .toSorted()
            .toReversed()
        )
      })
    )

    it.effect("T1: spans whose partition another process dropped are stored in a new one", () =>
      Effect.gen(function* () {
        const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
        // Weeks have partitions of their own from the retention on, and this one is far from those of other tests
        const later = (BigInt(Date.now()) / 60_000n + 20n * 7n * 24n * 60n) * minute
        const at = (trace: number, start: bigint) => spanOf({ trace, id: trace, startNano: start, endNano: start })
        const drop = Effect.forEach(
          ["trace_spans", "trace_chunks"],
          (table) => sql`drop table ${sql.literal(`agent_operations.${table}_${bucketOf(later).replaceAll("-", "")}`)}`
        )
        yield* store.record(where, [at(1, later)], hostItself)
        yield* drop
        assert.deepStrictEqual(yield* store.record(where, [at(2, later), at(3, noon)], hostItself), [])
        yield* drop
        assert.deepStrictEqual(yield* store.recordWhole(where, [at(4, later)], hostItself), [])
        yield* drop
        // By its head this one is of the week that is gone, whenever it starts.
        const late = spanOf({ trace: 4, id: 5, parentId: spanId(4), startNano: noon, endNano: noon })
        assert.deepStrictEqual(yield* store.record(where, [late], hostItself), [])
        const { items } = (yield* store.spans(where, traceId(4), all))!
        assert.deepStrictEqual(
          items.map(({ sent }) => sent.spanId),
          [spanId(5)]
        )
      })
    )

    it.effect(
      "K3: room in the week of a trace that is there already is made outside of the transaction, and once",
      () =>
        Effect.gen(function* () {
          const [where, sql] = [freshSpace(), yield* SqlClient.SqlClient]
          const prepared: Array<boolean> = []
          let claims = 0
          const [port, heads] = [makeSqlSpanStorage(sql), makeHeads(sql)]
          const storage: SpanStorage = {
            ...port,
            prepare: (...given) =>
              Effect.flatMap(inTransaction(sql), (open) => {
                prepared.push(open)
                return port.prepare(...given)
              })
          }
          const counted: typeof heads = {
            ...heads,
            claim: (...given) => {
              claims++
              return heads.claim(...given)
            }
          }
          const ingest = makeIngest(sql, { heads: counted, storage, spansOfTrace: 100 })
          const first = (BigInt(Date.now()) / 60_000n + 40n * 7n * 24n * 60n) * minute
          const late = first + 3n * 7n * 24n * 60n * minute
          const record = Effect.fnUntraced(function* (id: number, startNano: bigint) {
            const before = claims
            const span = spanOf({ trace: 1, id, startNano, endNano: null })
            assert.deepStrictEqual(yield* ingest.record(where, [span], hostItself), [])
            return claims - before
          })
          assert.strictEqual(yield* record(1, first), 1)
          assert.strictEqual(yield* record(2, late), 2)
          assert.strictEqual(yield* record(3, late), 1)
          assert.deepStrictEqual([...new Set(prepared)], [false])
          const [bucket] = yield* sql<{ max: bigint }>`
          select max_started_ns as max from agent_operations.trace_buckets where bucket = ${bucketOf(first)}::date`
          assert.isTrue(bucket!.max > late)
          const store = yield* TraceStore
          assert.lengthOf((yield* store.spans(where, traceId(1), all))!.items, 3)
          // In a transaction of the host there is no outside.
          const joined = sql.withTransaction(record(4, late + 60n * minute))
          assert.strictEqual(yield* joined, 2)
          assert.lengthOf((yield* store.spans(where, traceId(1), all))!.items, 4)
        })
    )

    it.effect("T5, T23: a span more costs a trace of many the same: nothing of what is there is read", () =>
      Effect.gen(function* () {
        const [where, sql] = [freshSpace(), yield* SqlClient.SqlClient]
        const storage = makeSqlSpanStorage(sql)
        const called: Array<string> = []
        const watched = new Proxy(storage, {
          get: (target, name: keyof SpanStorage) => {
            called.push(name)
            return target[name]
          }
        })
        const ingest = makeIngest(sql, { heads: makeHeads(sql), storage: watched, spansOfTrace: 100_000 })
        const span = (id: number) =>
          spanOf({ trace: 1, id, startNano: noon + BigInt(id), parentId: id === 1 ? null : spanId(1) })
        for (let id = 1; id <= 60; id++) yield* ingest.record(where, [span(id)], hostItself)
        assert.deepStrictEqual([...new Set(called)].toSorted(), ["insert", "pack", "prepare"])
        const store = yield* TraceStore
        assert.strictEqual((yield* store.one(where, traceId(1)))!.summary.spanCount, 60)
        // The rows that change are the span's own and its trace's.
        const rows = yield* sql<{ count: number }>`
          select count(*)::int as count from agent_operations.trace_chunks
          where tenant_id = ${where.tenant} and project_id = ${where.project}`
        assert.strictEqual(rows[0]!.count, 60)
      })
    )

    it.effect("T5, K3: heads are made anew of few head spans at once, and of none that is as it was", () =>
      Effect.gen(function* () {
        const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
        const done: Array<string> = []
        const storage = makeSqlSpanStorage(sql)
        const ingest = makeIngest(sql, {
          heads: new Proxy(makeHeads(sql), {
            get: (of, name: keyof ReturnType<typeof makeHeads>) => {
              if (name === "resum" || name === "replace") done.push(name)
              return of[name]
            }
          }),
          storage: new Proxy(storage, {
            get: (of, name: keyof SpanStorage) => {
              if (name === "read") done.push(name)
              return of[name]
            }
          }),
          spansOfTrace: 100
        })
        const root = (trace: number, version: number) =>
          spanOf({ trace, id: 1, version, attributes: { "input.value": "a".repeat(1_500_000), version } })
        const child = (trace: number, version: number) =>
          spanOf({ trace, id: 2, version, parentId: spanId(1), attributes: { "user.id": `user ${version}` } })
        const traces = [1, 2, 3, 4, 5]
        const isExpected = Effect.fnUntraced(function* (where: Space, make: (trace: number) => ReadonlyArray<Span>) {
          for (const trace of traces) {
            const { headSpan, summary } = (yield* store.one(where, traceId(trace)))!
            const { headSpan: first, ...sums } = headOf(make(trace))
            assert.deepStrictEqual<unknown>([summary, plain(headSpan)], [sums, plain(headSpanOf(first))])
          }
        })
        const record = (make: (trace: number) => ReadonlyArray<Span>) =>
          Effect.andThen(
            Effect.sync(() => done.splice(0)),
            ingest.record(where, traces.flatMap(make), hostItself)
          )
        yield* record((trace) => [root(trace, 1), child(trace, 1)])
        assert.deepStrictEqual(done, [])
        yield* record((trace) => [child(trace, 2)])
        assert.deepStrictEqual(done, ["resum"])
        yield* isExpected(where, (trace) => [root(trace, 1), child(trace, 2)])
        yield* record((trace) => [root(trace, 2)])
        assert.deepStrictEqual(done, ["read", "read", "read", "replace", "read", "read", "replace"])
        yield* isExpected(where, (trace) => [root(trace, 2), child(trace, 2)])
        // Of the first trace the head span is another now.
        const first = { ...spanOf({ trace: 1, id: 3, startNano: noon - 1n, attributes: { "input.value": "first" } }) }
        yield* record((trace) => (trace === 1 ? [first, child(1, 3)] : [child(trace, 3)]))
        assert.deepStrictEqual(done, ["resum", "read", "replace"])
        yield* isExpected(where, (trace) => [...(trace === 1 ? [first] : []), root(trace, 2), child(trace, 3)])
      })
    )

    it.effect("T8: a walk yields what existed throughout, though starts move and traces come meanwhile", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        const span = (trace: number, minutesAgo: number) =>
          spanOf({ trace, id: minutesAgo + 100, startNano: noon - BigInt(minutesAgo) * minute })
        yield* store.record(
          where,
          Array.from({ length: 12 }, (_, n) => span(n, n)),
          hostItself
        )
        // Of each page the newest trace moves behind the walk, and so does the oldest of all, to its end.
        let page = 0
        const pages = yield* walk((after: TracePosition | undefined) =>
          Effect.gen(function* () {
            const found = yield* store.list(where, { limit: 3, after })
            const meanwhile = page < 3 ? [span(page * 3, 20 + page), span(11, 30 + page), span(50 + page, -1)] : []
            page++
            yield* store.record(where, meanwhile, hostItself)
            return found
          })
        )
        const seen = pages.flatMap(({ items }) => items.map(({ traceId }) => traceId))
        const times = Array.from({ length: 12 }, (_, n) => seen.filter((id) => id === traceId(n)).length)
        assert.deepStrictEqual(times, [2, 1, 1, 2, 1, 1, 2, 1, 1, 1, 1, 1])
      })
    )

    it.effect("lists what filters match, and nothing else", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        const tier = { "customer.tier": "gold", "user.id": "ada", "input.value": "100%_Sure" }
        yield* store.record(
          where,
          [
            spanOf({ trace: 1, id: 1, attributes: tier }),
            spanOf({
              trace: 2,
              id: 1,
              startNano: noon + minute,
              name: "Weather",
              attributes: { "session.id": "s1", "customer.tier": "tin", "output.value": { said: "Rain" } }
            }),
            spanOf({
              trace: 3,
              id: 1,
              startNano: noon + 2n * minute,
              attributes: { "user.id": "bob", "input.value": "100x" }
            })
          ],
          hostItself
        )
        const found = (options: object) =>
          Effect.map(store.list(where, { limit: 10, ...options }), ({ items }) =>
            items.map((one) => Number(`0x${one.traceId}`))
          )
        assert.deepStrictEqual(yield* found({}), [3, 2, 1])
        assert.deepStrictEqual(yield* found({ from: noon + 1n }), [3, 2])
        assert.deepStrictEqual(yield* found({ to: noon + minute }), [1])
        assert.deepStrictEqual(yield* found(equal("trace.userId", "ada")), [1])
        assert.deepStrictEqual(yield* found(equal("trace.sessionId", "s1")), [2])
        assert.deepStrictEqual(yield* found(equal("trace.attributes.customer.tier", "gold")), [1])
        assert.deepStrictEqual(yield* found(equal("trace.attributes.customer.tier", "none")), [])
        assert.deepStrictEqual(yield* found({ search: "0%_s" }), [1])
        assert.deepStrictEqual(yield* found({ search: "BOB" }), [3])
        for (const search of ["wEAther", "S1", "rain", '{"said":'])
          assert.deepStrictEqual(yield* found({ search }), [2])
        for (const search of ["tin", "gold", "agent", "2015", "\\"])
          assert.deepStrictEqual(yield* found({ search }), [])
        assert.deepStrictEqual(yield* found({ search: "b", from: noon + minute, to: noon + minute + 1n }), [])
        assert.deepStrictEqual(yield* found({ search: "100", filters: equal("trace.userId", "ada").filters }), [1])
        const both = [...equal("trace.userId", "ada").filters, ...equal("trace.sessionId", "s1").filters]
        assert.deepStrictEqual(yield* found({ filters: both }), [])
        const narrowed = { from: noon + 1n, to: noon + 2n * minute, limit: 1, includeTotal: true }
        assert.strictEqual((yield* store.list(where, narrowed)).total, 1)
        assert.strictEqual((yield* store.list(where, { limit: 1, search: "100", includeTotal: true })).total, 2)
        assert.deepStrictEqual(yield* found({ search: "000000000000000000000000-0000" }), [3, 2, 1])
      })
    )

    it.effect("T8: a search finds a long part as it finds a short one, in any case", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const search = makeSearch(sql, makeFolding(sql))
        const part = '***=(.*) Size "50%" \\ 😀, a\nsecond line'
        const texts = [`x ${part} y`, `${part.toUpperCase()} y`, part.slice(1), part.replace(".", "x")]
        const [condition] = yield* search(part)
        const found = yield* Effect.forEach(
          texts,
          (text) =>
            sql<{ found: ReadonlyArray<boolean> }>`
            select array_agg((${condition!}) is true order by h.nth) as found from (
              select 1 as nth, ${text}::text as name, null::text as user_id, null::text as session_id, null::text as input, null::text as output
              union all select 2, null, null, null, ${JSON.stringify({ text })}::text, null
            ) as h`
        )
        assert.deepStrictEqual(
          found.map(([row]) => row?.found),
          [true, true, false, false].map((is) => [is, is])
        )
      })
    )

    it.effect("K3: what ilike looks for is short, however long the search is", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const search = makeSearch(sql, makeFolding(sql))
        const sought = (text: string) =>
          Effect.map(search(text), ([condition]) => {
            const [statement, values] = sql`select ${condition!}`.compile()
            return [...statement.matchAll(/ilike \$(\d+)/g)].map(([, n]) => values[Number(n) - 1])
          })
        assert.deepStrictEqual(
          yield* sought("a".repeat(32)),
          Array.from({ length: 5 }, () => `%${"a".repeat(32)}%`)
        )
        assert.deepStrictEqual(yield* sought("a".repeat(33)), [])
      })
    )

    it.effect("T9, T12: pages of spans, by count and by bytes, yield each once by (start, ID), with its own body", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        const spans = [7, 0xffff_ffff, 3, 9, 5].map((id, n) =>
          spanOf({
            trace: 1,
            id,
            startNano: noon + BigInt(n % 2),
            parentId: n < 3 ? spanId(1) : null,
            attributes: { "input.value": "x".repeat(id === 3 ? 300_000 : 100) }
          })
        )
        for (const part of [spans.slice(0, 2), spans.slice(2)]) yield* store.record(where, part, hostItself)
        const [whole] = expected(spans)
        for (const options of [{ limit: 2 }, { limit: 1 }, { limit: 10, maxBytes: 3000 }, { limit: 10, maxBytes: 1 }]) {
          const pages = yield* walk((after: SpanPosition | undefined) =>
            Effect.map(store.spans(where, traceId(1), { ...all, ...options, after }), (page) => page!)
          )
          assert.deepStrictEqual(
            pages.flatMap(({ items }) => items.map(({ body }) => Buffer.from(body!).toString())),
            whole!.spans.map(({ body }) => body)
          )
          assert.isAbove(pages.length, 1)
        }
        const children = yield* store.spans(where, traceId(1), { ...all, parentId: spanId(1), bodies: false })
        assert.deepStrictEqual(
          children!.items.map(({ sent, body }) => [sent.spanId, body]),
          [
            [spanId(3), null],
            [spanId(7), null],
            [spanId(0xffff_ffff), null]
          ]
        )
        const some = yield* store.spans(where, traceId(1), {
          ...all,
          ids: [spanId(7), spanId(99), spanId(3)],
          limit: 1
        })
        assert.deepStrictEqual(
          some!.items.map(({ sent }) => sent.spanId),
          [spanId(3)]
        )
        const rest = yield* store.spans(where, traceId(1), {
          ...all,
          ids: [spanId(7), spanId(99), spanId(3)],
          after: some!.next ?? undefined
        })
        assert.deepStrictEqual(
          rest!.items.map(({ sent }) => sent.spanId),
          [spanId(7)]
        )
        const roots = yield* store.spans(where, traceId(1), { ...all, parentId: null })
        assert.lengthOf(roots!.items, 2)
        assert.isUndefined(yield* store.spans(where, traceId(2), all))
      })
    )

    it.effect(
      "lists show an input or output of up to 8 KiB whole, and of a longer one the first 2,000 characters",
      () =>
        Effect.gen(function* () {
          const [store, where] = [yield* TraceStore, freshSpace()]
          // In JSON a quote on either side, and of each letter two bytes.
          const [whole, over] = ["é".repeat(4095), "é".repeat(4096)]
          yield* store.record(
            where,
            [
              spanOf({ trace: 1, id: 1, attributes: { "input.value": whole, "output.value": over } }),
              spanOf({ trace: 2, id: 1, attributes: { "input.value": over, "output.value": whole } }),
              spanOf({ trace: 3, id: 1, attributes: { "input.value": { said: over } } })
            ],
            hostItself
          )
          const { items } = yield* store.list(where, { limit: 10 })
          const cut = over.slice(0, 2000)
          assert.deepStrictEqual(
            items.map(({ headSpan: { input, output }, truncated }) => [input, output, truncated]),
            [
              [`{"said":"${over}`.slice(0, 2000), null, ["input"]],
              [cut, whole, ["input"]],
              [whole, cut, ["output"]]
            ]
          )
          assert.strictEqual((yield* store.one(where, traceId(1)))!.headSpan.output, over)
        })
    )

    it.effect("T4, T6: a trace is touched by a span that is new and by a version that wins, and by nothing else", () =>
      Effect.gen(function* () {
        const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
        const others = freshSpace()
        const running = spanOf({ trace: 1, id: 1, endNano: null })
        /** Whether a write touches a trace that was still for an hour. */
        const touches = Effect.fnUntraced(function* (write: Effect.Effect<unknown, unknown>) {
          yield* sql`
            update agent_operations.trace_heads set touched_at = now() - interval '1 hour'
            where tenant_id = ${where.tenant} and project_id = ${where.project}`
          yield* write
          const { touchedNano, nowNano } = (yield* store.one(where, traceId(1)))!
          return nowNano - touchedNano < 30n * minute
        })
        yield* store.record(where, [running], hostItself)
        const written: Array<boolean> = []
        for (const write of [
          store.record(where, [running], hostItself),
          store.putScore(where, score(1)),
          store.record(where, [spanOf({ trace: 2, id: 1 })], hostItself),
          store.record(others, [spanOf({ trace: 1, id: 7 })], hostItself),
          store.record(where, [spanOf({ trace: 1, id: 2, parentId: spanId(1) })], hostItself),
          store.record(where, [spanOf({ trace: 1, id: 1 })], hostItself),
          store.record(where, [running], hostItself),
          store.recordWhole(where, [spanOf({ trace: 1, id: 3, parentId: spanId(1) })], hostItself)
        ])
          written.push(yield* touches(write))
        assert.deepStrictEqual(written, [false, false, false, false, true, true, false, true])
      })
    )

    it.effect(
      "tells what traces were given and answered, of those that the project has, and of what is too long that it is",
      () =>
        Effect.gen(function* () {
          const [store, where] = [yield* TraceStore, freshSpace()]
          const most = 256 * 1024
          // With its quotes.
          const [whole, over] = ["x".repeat(most - 2), "x".repeat(most - 1)]
          const said = { "input.value": "asked", "output.value": { b: 1 }, metadata: '{"c":2}' }
          yield* store.record(
            where,
            [
              spanOf({ trace: 1, id: 1, attributes: said }),
              spanOf({ trace: 2, id: 1 }),
              spanOf({ trace: 3, id: 1, attributes: { "input.value": over, "output.value": whole } })
            ],
            hostItself
          )
          const ids = [1, 2, 3, 4].map(traceId)
          assert.deepStrictEqual(Object.fromEntries(yield* store.contents(where, ids)), {
            [traceId(1)]: { input: '"asked"', output: '{"b":1}', metadata: '{"c": 2}' },
            [traceId(2)]: { input: null, output: null, metadata: "{}" },
            [traceId(3)]: { input: false, output: JSON.stringify(whole), metadata: "{}" }
          })
          assert.deepStrictEqual([...(yield* store.contents(freshSpace(), ids))], [])
          assert.sameMembers([...(yield* store.present(where, ids))], ids.slice(0, 3))
          assert.deepStrictEqual([...(yield* store.present(freshSpace(), ids))], [])
        })
    )

    it.effect("T12: a trace that is too large is told by its size alone, and one that is not comes whole", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        yield* store.record(
          where,
          [1, 2, 3].map((id) => spanOf({ trace: 1, id })),
          hostItself
        )
        yield* store.putScore(where, score(1, { metadata: JSON.stringify("x".repeat(5000)) }))
        const read = (bytes: number, spans: number) => store.evidence(where, traceId(1), { bytes, spans })
        const found = yield* read(1e6, 3)
        assert.strictEqual(found._tag, "Found")
        if (found._tag === "Found")
          assert.deepStrictEqual([found.spans.length, found.scores.length, found.trace.scores], [3, 1, { helpful: 1 }])
        const large = yield* read(5000, 3)
        assert.strictEqual(large._tag, "TooLarge")
        if (large._tag === "TooLarge") assert.deepStrictEqual([large.spans, large.scores], [3, 1])
        assert.strictEqual((yield* read(1e6, 2))._tag, "TooLarge")
        assert.strictEqual((yield* store.evidence(where, traceId(2), { bytes: 1, spans: 1 }))._tag, "NotFound")
      })
    )

    it.effect("T11: a full trace keeps the spans that it has and refuses others, whole and in order", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        const spans = Array.from({ length: 14 }, (_, n) => spanOf({ trace: 1, id: n + 1, version: 1 }))
        assert.deepStrictEqual(yield* store.record(where, spans.slice(0, 8), hostItself), [])
        const refused = yield* store.record(where, spans.slice(4), hostItself)
        assert.deepStrictEqual(
          refused,
          [11, 12, 13, 14].map((id) => ({ traceId: traceId(1), spanId: spanId(id), reason: "TRACE_FULL" as const }))
        )
        const again = spanOf({ trace: 1, id: 3, version: 2 })
        assert.lengthOf(yield* store.record(where, [again, spans[12]!], hostItself), 1)
        assert.deepStrictEqual(yield* stored(where), expected([...spans.slice(0, 10), again]) as never)

        assert.lengthOf(
          yield* store.record(
            where,
            Array.from({ length: 12 }, (_, n) => spanOf({ trace: 2, id: n + 1 })),
            hostItself
          ),
          2
        )
        const two = yield* store.one(where, traceId(2))
        assert.strictEqual(two!.summary.spanCount, 10)
      })
    )

    it.effect("T19: of a deleted trace nothing is left, and its spans and scores are refused, others' are not", () =>
      Effect.gen(function* () {
        const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
        const spans = [1, 2].flatMap((trace) => [1, 2].map((id) => spanOf({ trace, id })))
        yield* store.record(where, spans, hostItself)
        yield* store.putScore(where, score(1))
        assert.strictEqual(yield* store.remove(where, traceId(1)), 2)
        assert.isUndefined(yield* store.remove(where, traceId(1)))
        assert.isUndefined(yield* store.remove(where, traceId(9)))
        for (const table of ["trace_spans", "trace_chunks", "trace_scores"]) {
          const rows = yield* sql`
            select 1 from agent_operations.${sql.literal(table)} where project_id = ${where.project}
              and trace_id = ${traceId(1)}::uuid`
          assert.lengthOf(rows, 0, table)
        }
        assert.lengthOf(yield* store.record(where, spans, hostItself), 2)
        assert.strictEqual(yield* store.putScore(where, score(1)), "TRACE_DELETED")
        assert.deepStrictEqual(yield* stored(where), expected(spans.slice(2)) as never)
        assert.isUndefined(yield* store.one(where, traceId(1)))
        // In another project the same ID is another trace. Law: A3.
        const other = freshSpace()
        assert.deepStrictEqual(yield* store.record(other, spans, hostItself), [])
        assert.deepStrictEqual(yield* stored(other), expected(spans) as never)

        yield* sql`update agent_operations.trace_heads set deleted_at = now() - interval '31 days' where deleted_at is not null`
        const { tombstones } = yield* upkeepOf(store)
        assert.isAtLeast(tombstones, 1)
        assert.deepStrictEqual(yield* store.record(where, spans, hostItself), [])
      })
    )

    it.effect("T19: deleting a trace while it grows leaves all of it or nothing", () =>
      Effect.gen(function* () {
        const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
        for (let trace = 1; trace <= 8; trace++) {
          const send = (id: number) => store.record(where, [spanOf({ trace, id })], hostItself)
          yield* send(1)
          yield* Effect.all(
            // clock: a moment later each time, whichever it is
            [send(2), Effect.andThen(Effect.sleep(trace % 4), store.remove(where, traceId(trace))), send(3)],
            {
              concurrency: "unbounded"
            }
          )
          yield* store.putScore(where, score(trace))
        }
        for (const table of ["trace_spans", "trace_chunks", "trace_scores"])
          assert.lengthOf(
            yield* sql`select 1 from agent_operations.${sql.literal(table)} where project_id = ${where.project}`,
            0,
            table
          )
      })
    )

    it.effect("T18: a trace takes as many scores as answers hold, and replaces those that it has", () =>
      Effect.gen(function* () {
        const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
        const { most } = limits.traces["scores of a trace itself, or of one span"]
        yield* store.putScore(where, score(1, { id: "scr_a0", name: "n0" }))
        yield* sql`
          insert into agent_operations.trace_scores (tenant_id, project_id, trace_id, span_id, name, identifier, id, data_type,
            number_value, source, annotator_kind, metadata, created_by)
          select s.tenant_id, s.project_id, s.trace_id, s.span_id, 'n' || n, '', 'scr_a' || n, s.data_type, n, s.source,
            s.annotator_kind, s.metadata, s.created_by
          from agent_operations.trace_scores as s, generate_series(1, ${most - 2}::int) as n
          where s.tenant_id = ${where.tenant} and s.project_id = ${where.project}`
        assert.include(yield* store.putScore(where, score(1, { id: "scr_b", name: "last" })), { id: "scr_b" })
        assert.strictEqual(yield* store.putScore(where, score(1, { id: "scr_c", name: "over" })), "TOO_MANY_SCORES")
        assert.include(yield* store.putScore(where, score(1, { id: "scr_d", name: "n7" })), { id: "scr_a7" })
        const ofSpan = score(1, { id: "scr_e", name: "over", spanId: spanId(1) })
        assert.include(yield* store.putScore(where, ofSpan), { id: "scr_e" })
      })
    )

    it.effect("T18: a score replaces by its key only, keeps its ID, and may come before its trace", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        const first = yield* store.putScore(where, score(1, { id: "scr_1" }))
        const second = yield* store.putScore(where, score(1, { id: "scr_2", value: false, dataType: "BOOLEAN" }))
        assert.include(first, { id: "scr_1" })
        assert.include(second, { id: "scr_1", value: false })
        const others = [{ name: "other" }, { identifier: "me" }, { spanId: spanId(1) }, { traceId: traceId(2) }]
        for (const [n, key] of others.entries())
          yield* store.putScore(where, score(1, { id: `scr_${n + 3}`, value: "good", dataType: "CATEGORICAL", ...key }))
        const page = yield* store.scores(where, traceId(1), { limit: 3, maxBytes: 1e6 })
        assert.deepStrictEqual([page.items.map(({ id }) => id), page.next], [["scr_5", "scr_4", "scr_3"], "scr_3"])
        const rest = yield* store.scores(where, traceId(1), { limit: 3, maxBytes: 1e6, after: page.next! })
        assert.deepStrictEqual([rest.items.map(({ id }) => id), rest.next], [["scr_1"], null])
        const ofSpan = yield* store.scores(where, traceId(1), { limit: 3, maxBytes: 1e6, spanId: spanId(1) })
        assert.deepStrictEqual(
          ofSpan.items.map(({ id, value }) => [id, value]),
          [["scr_5", "good"]]
        )
        // Of the database, that is no less than the bytes of a score.
        const [newest, ...older] = yield* readScores(yield* SqlClient.SqlClient)(where, traceId(1))
        const pagesOf = (maxBytes: number) =>
          Effect.map(
            walk((after: string | undefined) => store.scores(where, traceId(1), { limit: 10, maxBytes, after })),
            (pages) => pages.map(({ items }) => items.length)
          )
        const two = newest!.encodedBytes + older[0]!.encodedBytes
        assert.deepStrictEqual(
          [yield* pagesOf(two), yield* pagesOf(two - 1), yield* pagesOf(1)],
          [
            [2, 2],
            [1, 2, 1],
            [1, 1, 1, 1]
          ],
          "P5"
        )
        yield* store.record(where, [spanOf({ trace: 1, id: 1 })], hostItself)
        assert.deepStrictEqual((yield* store.one(where, traceId(1)))!.scores, { helpful: 0 })
        const remove = (space: Space, id: string) => store.removeScore(space, id, hostItself, () => Effect.void)
        assert.deepStrictEqual(yield* remove(where, "scr_1"), { traceId: traceId(1), name: "helpful" })
        assert.strictEqual(yield* remove(where, "scr_1"), "NOT_FOUND")
        assert.strictEqual(yield* remove(freshSpace(), "scr_3"), "NOT_FOUND")
        assert.deepStrictEqual((yield* store.one(where, traceId(1)))!.scores, {})
      })
    )

    it.effect(
      "T18: of several scores of a name the one that was given last is the trace's, also where it was there first",
      () =>
        Effect.gen(function* () {
          const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
          yield* store.record(where, [spanOf({ trace: 1, id: 1 })], hostItself)
          const give = (identifier: string, value: number) =>
            store.putScore(where, score(1, { id: `scr_${identifier}`, identifier, value }))
          for (const [days, identifier] of [
            [2, "first"],
            [1, "second"]
          ] as const) {
            yield* give(identifier, days)
            yield* sql`
            update agent_operations.trace_scores set created_at = created_at - ${days}::int * interval '1 day',
              updated_at = updated_at - ${days}::int * interval '1 day'
            where tenant_id = ${where.tenant} and id = ${`scr_${identifier}`}`
          }
          const scores = Effect.map(store.one(where, traceId(1)), (trace) => trace!.scores)
          assert.deepStrictEqual(yield* scores, { helpful: 1 })
          yield* give("first", 7)
          assert.deepStrictEqual(yield* scores, { helpful: 7 })
          assert.deepStrictEqual((yield* store.list(where, { limit: 1 })).items[0]?.scores, { helpful: 7 })
        })
    )

    it.effect("P5: scores of traces and spans count in the bytes of a page, and are of whole spans", () =>
      Effect.gen(function* () {
        const [store, where] = [yield* TraceStore, freshSpace()]
        const ids = [1, 2, 3, 4]
        yield* store.record(
          where,
          ids.flatMap((trace) => [
            spanOf({ trace, id: 1 }),
            ...(trace === 1 ? [2, 3, 4] : []).map((id) => spanOf({ trace, id }))
          ]),
          hostItself
        )
        const names = ["a", "b"].map((name) => name.repeat(300))
        for (const name of names) {
          for (const trace of ids) yield* store.putScore(where, score(trace, { name }))
          // The second span has none.
          for (const id of [1, 3, 4]) yield* store.putScore(where, score(1, { name, spanId: spanId(id) }))
        }
        const ofSpans = (maxBytes?: number) =>
          Effect.map(store.spanScores(where, traceId(1), ids.map(spanId), maxBytes), ({ scores, count }) => [
            count,
            [...scores].map(([id, own]) => [id, Object.keys(own)])
          ])
        const scored = (...ids: ReadonlyArray<number>) => ids.map((id) => [spanId(id), names])
        assert.deepStrictEqual(yield* ofSpans(), [4, scored(1, 3, 4)])
        assert.deepStrictEqual(yield* ofSpans(1400), [3, scored(1, 3)])
        for (const maxBytes of [1300, 1]) assert.deepStrictEqual(yield* ofSpans(maxBytes), [2, scored(1)])
        // Of a trace other things are reckoned as 4 KiB.
        const listed = (maxBytes: number) =>
          Effect.map(store.list(where, { limit: 10, maxBytes }), ({ items }) => items.length)
        assert.deepStrictEqual([yield* listed(4 * 5000), yield* listed(4 * 4500)], [4, 3])
      })
    )

    it.effect("T18: a score is replaced whole but for its ID, who made it and when", () =>
      Effect.gen(function* () {
        const [store, where, sql] = [yield* TraceStore, freshSpace(), yield* SqlClient.SqlClient]
        const said = (n: number) =>
          ({
            ...{
              id: `scr_${n}`,
              by: `{"n":${n}}`,
              label: `label ${n}`,
              explanation: `why ${n}`,
              metadata: `{"m":${n}}`
            },
            ...{ spanId: spanId(7), identifier: "mine" }
          }) as const
        const first = score(1, { ...said(1), value: 0.5, dataType: "NUMERIC", source: "EVAL", annotatorKind: "LLM" })
        const second = score(1, {
          ...said(2),
          value: "so",
          dataType: "TEXT",
          source: "ANNOTATION",
          annotatorKind: "HUMAN"
        })
        yield* store.putScore(where, first)
        yield* sql`
          update agent_operations.trace_scores set created_at = created_at - interval '1 day',
            updated_at = updated_at - interval '1 day'
          where tenant_id = ${where.tenant} and project_id = ${where.project}`
        const read = Effect.map(store.scores(where, traceId(1), { limit: 2, maxBytes: 1e6 }), ({ items }) => items)
        const [before] = yield* read
        const { by, recorder: _, ...written } = first
        assert.deepInclude(before, { ...written, createdBy: by })
        assert.deepStrictEqual(before!.updatedAt, before!.createdAt)
        const { by: __, id: ___, recorder: ____, ...rewritten } = second
        const { id, createdAt, createdBy } = before!
        const replaced = (yield* store.putScore(where, second)) as Score
        const [after, ...more] = yield* read
        assert.deepStrictEqual(replaced, { ...rewritten, id, createdAt, createdBy, updatedAt: after!.updatedAt })
        assert.deepInclude(after, replaced)
        assert.deepStrictEqual(more, [])
        assert.isAbove(after!.updatedAt.getTime(), before!.updatedAt.getTime())
      })
    )

    it.effect("A3, T21: the same IDs in another tenant or project are other traces", () =>
      Effect.gen(function* () {
        const store = yield* TraceStore
        const places = [
          { tenant: "org_one", project: "p" },
          { tenant: "org_two", project: "p" },
          { tenant: "org_one", project: "q" }
        ]
        const sent = places.map(({ tenant, project }) =>
          [1, 2].map((id) => spanOf({ trace: 1, id, name: `${tenant} ${project}` }))
        )
        yield* Effect.forEach(places, (place, n) => store.record(place, sent[n]!, hostItself), {
          concurrency: "unbounded"
        })
        for (const [n, place] of places.entries())
          assert.deepStrictEqual(yield* stored(place), expected(sent[n]!) as never)
        yield* store.remove(places[0]!, traceId(1))
        assert.deepStrictEqual(yield* stored(places[0]!), [])
        assert.deepStrictEqual(yield* stored(places[1]!), expected(sent[1]!) as never)
        assert.deepStrictEqual(yield* stored(places[2]!), expected(sent[2]!) as never)
      })
    )
  })
})

const week = 7n * 24n * 60n * minute

describeStepsOnBothDatabases("the partitions of traces", (database) => {
  layer(storeOn(database, { retention: "5 days" }), { excludeTestServices: true })((it) => {
    const partitions = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql<{
          name: string
        }>`select name from agent_operations.trace_partitions() where parent = 'trace_spans' order by 1`,
        (rows) => rows.map(({ name }) => name)
      )
    )
    const now = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql<{ nano: bigint }>`select (extract(epoch from now()) * 1000000000)::bigint as nano`,
        ([row]) => row!.nano
      )
    )

    it.effect(
      "T20: are made ahead and as they are needed, and dropped when all in them is older than the retention",
      () =>
        Effect.gen(function* () {
          const [store, sql, time] = [yield* TraceStore, yield* SqlClient.SqlClient, yield* now]
          const spans = [-6n, -4n, -2n, 0n].map((weeks, n) =>
            spanOf({ trace: n + 1, id: 1, startNano: time + weeks * week, endNano: null })
          )
          yield* recordThen(space, spans)
          // Old ones share a partition, unless it was there before they came.
          assert.deepStrictEqual((yield* partitions).at(-1), "trace_spans_before")
          yield* upkeepOf(store)
          const kept = yield* partitions
          assert.notInclude(kept, "trace_spans_before")
          assert.isAtLeast(kept.length, 3)
          const left = yield* stored(space)
          assert.deepStrictEqual(
            left.map(({ traceId }) => traceId),
            [traceId(4)]
          )
          yield* store.record(space, [spanOf({ trace: 5, id: 1, startNano: time - 24n * 60n * minute })], hostItself)
          assert.lengthOf(yield* stored(space), 2)
          const heads = yield* sql`select 1 from agent_operations.trace_heads`
          assert.lengthOf(heads, 2)
          const again = yield* upkeepOf(store)
          assert.deepStrictEqual(again, { heads: 0, dropped: 0, scores: 0, tombstones: 0 })
        })
    )

    it.effect("K3: are locked by whoever makes one, and not by whoever finds one", () =>
      Effect.gen(function* () {
        const [sql, time] = [yield* SqlClient.SqlClient, (yield* now) + 60n * week]
        const port = makeSqlSpanStorage(sql)
        const locksOf = (startNano: bigint) =>
          sql.withTransaction(
            Effect.andThen(
              port.prepare([{ bucket: bucketOf(time), startNano }]),
              Effect.map(
                sql<{ count: number }>`
                  select count(*)::int as count from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
                ([row]) => row!.count
              )
            )
          )
        assert.strictEqual(yield* locksOf(time), 1)
        assert.strictEqual(yield* locksOf(time + 100n * 60n * minute), 0)
        yield* sql`
          drop table ${sql.literal(`agent_operations.trace_chunks_${bucketOf(time).replaceAll("-", "")}`)}`
        assert.strictEqual(yield* locksOf(time), 1)
      })
    )

    it.effect.skipIf(oneSession(database) !== "")(
      `T20: are dropped in the order in which statements lock their tables, so that none is a deadlock's victim${oneSession(database)}`,
      () =>
        Effect.gen(function* () {
          const [store, sql, time, where] = [yield* TraceStore, yield* SqlClient.SqlClient, yield* now, freshSpace()]
          yield* store.record(where, [spanOf({ trace: 1, id: 1, startNano: time })], hostItself)
          yield* upkeepOf(store)
          yield* sql`select agent_operations.make_trace_partition('1990-01-01', '1990-01-08', '_old')::text`
          const waiting = (count: number) =>
            sql`select 1 from pg_locks where not granted and database = (
              select oid from pg_database where datname = current_database())`.pipe(
              Effect.repeat({ until: (rows) => rows.length >= count, schedule: Schedule.spaced("5 millis") })
            )
          // In transactions, of which each has a session of its own.
          const [locked, released] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const locker = yield* Effect.forkChild(
            sql.withTransaction(
              sql`lock table only agent_operations.trace_chunks in access exclusive mode`.pipe(
                Effect.andThen(Deferred.succeed(locked, undefined)),
                Effect.andThen(Deferred.await(released))
              )
            )
          )
          yield* Deferred.await(locked)
          const drop = yield* Effect.forkChild(
            sql.withTransaction(
              sql<{ dropped: number }>`select agent_operations.drop_trace_partitions('1990-02-01') as dropped`
            )
          )
          yield* waiting(1)
          const reader = yield* Effect.forkChild(sql.withTransaction(store.spans(where, traceId(1), all)))
          yield* waiting(2)
          yield* Deferred.succeed(released, undefined)
          assert.deepStrictEqual(yield* Fiber.join(drop), [{ dropped: 2 }])
          assert.lengthOf((yield* Fiber.join(reader))!.items, 1)
          yield* Fiber.join(locker)
        })
    )

    it.effect("T20: hide a trace from the second that it is older than the retention", () =>
      Effect.gen(function* () {
        const [store, time, where] = [yield* TraceStore, yield* now, freshSpace()]
        const day = 24n * 60n * minute
        const starts = [time - 5n * day + 60n * minute, time - 5n * day - minute]
        yield* recordThen(
          where,
          starts.map((startNano, n) => spanOf({ trace: n + 1, id: 1, startNano }))
        )
        assert.deepStrictEqual(
          (yield* stored(where)).map(({ traceId }) => traceId),
          [traceId(1)]
        )
        assert.isUndefined(yield* store.one(where, traceId(2)))
      })
    )
  })
})
