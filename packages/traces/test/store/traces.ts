import { upkeepMigrations } from "@agent-operations/database"
import { embeddedDatabase, type TestDatabase } from "@agent-operations/testing"
import { dropDue } from "@agent-operations/testing/drop-due"
import { Clock, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makeOrigin } from "../../src/body.ts"
import { headSpanOf } from "../../src/head-span.ts"
import type { Json } from "../../src/json.ts"
import { makeSpan } from "../../src/make-span.ts"
import type { SentSpan, Span } from "../../src/span.ts"
import { hostItself, type Space } from "../../src/store/keys.ts"
import { migrations } from "../../src/store/migrations.ts"
import type { ScoreWrite } from "../../src/store/scores.ts"
import { TraceStore, type TraceStoreOptions } from "../../src/store/TraceStore.ts"
import { headOf } from "../../src/trace-head.ts"
import { winners } from "../../src/winners.ts"

export const space: Space = { tenant: "org_a", project: "prj_a" }

/** Why a test of requests that wait for each other is skipped, for the end of its title. */
export const oneSession = (database: TestDatabase) =>
  database.layer === embeddedDatabase ? " (it has one session: nobody waits for another)" : ""

/** The store over an empty, migrated database. */
export const storeOn = (database: TestDatabase, options: TraceStoreOptions = {}) =>
  TraceStore.layerWith(options).pipe(Layer.provideMerge(database.migrated([migrations, upkeepMigrations])), Layer.orDie)

/** A round of upkeep, where the clock runs as it should. */
export const upkeepOf = Effect.fnUntraced(function* ({ prepareWeeks, removals }: TraceStore["Service"]) {
  yield* prepareWeeks
  const { count: heads, partitions: dropped } = yield* dropDue(removals.traces)
  const [{ count: scores }, { count: tombstones }] = [
    yield* dropDue(removals.scores),
    yield* dropDue(removals.tombstones)
  ]
  return { heads, dropped, scores, tombstones }
})

/** Records spans of new traces as though each trace came as it began. */
export const recordThen = Effect.fnUntraced(function* (where: Space, spans: ReadonlyArray<Span>) {
  const [store, sql, system] = [yield* TraceStore, yield* SqlClient.SqlClient, yield* Clock.Clock]
  const before = Object.assign(Object.create(system) as Clock.Clock, { currentTimeMillis: Effect.succeed(0) })
  yield* Effect.provideService(store.record(where, spans, hostItself), Clock.Clock, before)
  const ids = spans.map(({ sent }) => sent.traceId)
  yield* sql`
    update agent_operations.trace_heads set arrived_at = to_timestamp(started_ns / 1e9)
    where tenant_id = ${where.tenant} and project_id = ${where.project} and trace_id = any(${ids}::text[]::uuid[])`
})

export const traceId = (n: number): string => n.toString(16).padStart(32, "0")
export const spanId = (n: number): string => n.toString(16).padStart(16, "0")

/** A Thursday, in the middle of a week. */
export const noon = 1_447_934_400_000_000_000n

const span = makeSpan({ estimate: () => undefined })

export type SpanOptions = Partial<
  Pick<SentSpan, "parentId" | "name" | "kind" | "startNano" | "endNano" | "outcome" | "version">
> & {
  readonly trace: number
  readonly id: number
  readonly attributes?: Readonly<Record<string, Json>>
}

const origin = makeOrigin({ "service.name": "agent" }, {})

/** A version of a span. */
export const spanOf = ({ trace, id, attributes = {}, ...given }: SpanOptions): Span =>
  span({
    traceId: traceId(trace),
    spanId: spanId(id),
    parentId: null,
    name: `span ${id}`,
    kind: "internal",
    outcome: "unset",
    statusMessage: "",
    startNano: noon,
    endNano: noon + 1_000_000n,
    attributes,
    droppedAttributesCount: 0,
    events: [],
    links: [],
    origin,
    version: 0,
    ...given
  })

/** A score of a trace. */
export const score = (trace: number, more: Partial<ScoreWrite> = {}): ScoreWrite => ({
  id: `scr_${Math.random()}`,
  traceId: traceId(trace),
  spanId: null,
  name: "helpful",
  identifier: "",
  dataType: "NUMERIC",
  value: 1,
  label: null,
  recorder: hostItself,
  explanation: null,
  source: "API",
  annotatorKind: "CODE",
  metadata: "{}",
  by: "{}",
  ...more
})

/** What the store is to hold of some versions of spans, by trace: as the pure functions say. */
export const expected = (versions: ReadonlyArray<Span>) =>
  [...Map.groupBy(versions, ({ sent }) => sent.traceId)]
    .map(([traceId, sent]) => {
      const { headSpan, ...summary } = headOf(winners(sent))
      return { traceId, summary, headSpan: headSpanOf(headSpan), spans: byPlace(winners(sent)) }
    })
    .toSorted((a, b) => (a.traceId < b.traceId ? -1 : 1))

const place = ({ sent }: Pick<Span, "sent">) => `${String(sent.startNano).padStart(20, "0")}${sent.spanId}`

const byPlace = (spans: ReadonlyArray<Span>) => spans.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(toText)

/** What of a span reads back the same. */
const toText = ({ facts, status, body }: Pick<Span, "facts" | "status"> & { readonly body: Uint8Array | null }) => {
  const { traceName: _, userId: __, sessionId: ___, environment: ____, release: _____, ...rest } = facts
  return {
    status,
    body: Buffer.from(body!).toString(),
    facts: { ...rest, firstTokenNano: rest.firstTokenNano === null ? null : String(rest.firstTokenNano) }
  }
}

/** What the store holds of a project, every trace with its spans, in the same shape. */
export const stored = Effect.fnUntraced(function* (where: Space = space) {
  const store = yield* TraceStore
  const { items } = yield* store.list(where, { limit: 1000 })
  const traces = yield* Effect.forEach(
    items,
    Effect.fnUntraced(function* ({ traceId, summary, headSpan }) {
      const page = yield* store.spans(where, traceId, { limit: 1000, maxBytes: 1e9, bodies: true })
      return { traceId, summary, headSpan, spans: page!.items.map((one) => toText(one as Span)) }
    })
  )
  return traces.toSorted((a, b) => (a.traceId < b.traceId ? -1 : 1))
})
