import { translateSqlErrors } from "@agent-operations/database"
import { recordCopy } from "@agent-operations/error-envelope"
import { Context, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makeFields } from "./fields.ts"
import { makeFolding } from "./folding.ts"
import { makeHeads } from "./heads.ts"
import { makeIngest } from "./ingest.ts"
import type { Space } from "./keys.ts"
import { makeMetrics } from "./metrics/index.ts"
import { makeReads } from "./reads.ts"
import { makeRemove } from "./remove.ts"
import { readContents } from "./contents.ts"
import { makeRowReads } from "./row-reads.ts"
import { makeScores } from "./scores.ts"
import { makeSearch } from "./search.ts"
import { makeSqlSpanStorage } from "./sql-span-storage.ts"
import type { SpanStorage } from "./SpanStorage.ts"
import { makePrepareWeeks, makeRemovals } from "./upkeep.ts"

recordCopy("@agent-operations/traces", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

export interface TraceStoreOptions {
  /** How old a trace may be that is read; what is older is dropped. Default: no limit. */
  readonly retention?: Duration.Input | undefined
  /** For how long a trace that has not ended is `running` after its last change. Default: 15 minutes. */
  readonly idle?: Duration.Input | undefined
  /** How many spans a trace may have. Default: 100,000. */
  readonly spansOfTrace?: number | undefined
  /** Where facts and bodies are kept. Default: in the same database. */
  readonly storage?: ((sql: SqlClient.SqlClient) => SpanStorage) | undefined
}

/** A function whose database failures are told as `Unavailable` or `Timeout`, and every other as a defect. */
const translated =
  <Args extends ReadonlyArray<unknown>, A, E, R>(verb: (...args: Args) => Effect.Effect<A, E, R>) =>
  (...args: Args) =>
    translateSqlErrors(verb(...args))

const make = (options: TraceStoreOptions) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const storage = (options.storage ?? makeSqlSpanStorage)(sql)
    const retention = options.retention === undefined ? undefined : Duration.fromInputUnsafe(options.retention)
    const retentionNanos = retention && Duration.toNanosUnsafe(retention)
    const idleNanos = Duration.toNanosUnsafe(Duration.fromInputUnsafe(options.idle ?? "15 minutes"))
    const reading = { retentionNanos, idleNanos }
    const folding = makeFolding(sql)
    // So that no search asks for it.
    yield* Effect.ignore(folding)
    const search = makeSearch(sql, folding)
    const reads = makeReads(sql, storage, reading, search)
    const scores = makeScores(sql)
    const rows = makeRowReads(sql, reading, search)
    const ingest = makeIngest(sql, {
      heads: makeHeads(sql),
      storage,
      spansOfTrace: options.spansOfTrace ?? 100_000
    })
    return {
      /** The built-in fields of traces and spans of a project, by their paths. */
      fields: (space: Space) => makeFields(sql, space, { idleNanos }),
      /** Takes in the spans of a request, and tells which it did not keep: when this ends, the others are committed. */
      record: translated(ingest.record),
      /** Takes in all spans of a request, or none where it tells which it would not keep. */
      recordWhole: translated(ingest.recordWhole),
      list: translated(reads.list),
      one: translated(reads.one),
      present: translated(reads.present),
      evidence: translated(reads.evidence),
      spans: translated(reads.spans),
      spanScores: translated(reads.spanScores),
      metrics: translated(makeMetrics(sql, storage, reading)),
      /** Values of the traces that a page view shows, in its order. */
      traceRows: translated(rows.traces),
      /** What some traces were given and answered, of those that the project has. */
      contents: (space: Space, traceIds: ReadonlyArray<string>) =>
        translateSqlErrors(readContents(rows.traces, space, traceIds)),
      /** Values of the spans of a trace that a page view shows, in its order. */
      spanRows: translated(rows.spans),
      remove: translated(makeRemove(sql, storage)),
      putScore: translated(scores.put),
      scores: translated(scores.list),
      removeScore: translated(scores.remove),
      /** Makes room for the weeks to come, once an hour, by any process. */
      prepareWeeks: translateSqlErrors(makePrepareWeeks(sql, storage)),
      /** What is removed for good once its time has passed. */
      removals: makeRemovals(sql, storage, retention)
    }
  })

/**
 * Traces, as their spans say: whoever sends what, in which order and how often, the same set of spans is the same trace.
 * Laws: T1 to T8, T11, T12, T18 to T21.
 *
 * @example
 * const store = yield* TraceStore
 * const refused = yield* store.record(space, spans, hostItself) // committed
 * const { items } = yield* store.list(space, { limit: 50 })
 */
export class TraceStore extends Context.Service<TraceStore, Effect.Success<ReturnType<typeof make>>>()(
  "@agent-operations/traces/TraceStore"
) {
  static readonly layerWith = (options: TraceStoreOptions) => Layer.effect(TraceStore, make(options))
  static readonly layer = TraceStore.layerWith({})
}
