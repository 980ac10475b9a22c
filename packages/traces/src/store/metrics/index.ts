import type { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { Space } from "../keys.ts"
import type { SpanStorage } from "../SpanStorage.ts"
import { readGroups } from "./groups.ts"
import type { MetricsAnswer, MetricsQuery, ReadingOptions } from "./MetricsQuery.ts"
import { scoreSource } from "./score-source.ts"
import { spanSource } from "./span-source.ts"
import { traceSource } from "./trace-source.ts"

/** Metrics over spans, whose facts are in the database of the heads. */
export const makeSpanMetrics =
  (sql: SqlClient.SqlClient): SpanStorage["metrics"] =>
  (space, query, options) =>
    readGroups(sql, spanSource(sql, space, query, options), query)

/** Metrics over traces and scores, which are the store's own, and over spans, which are the storage's. Laws: T17, T20. */
export const makeMetrics =
  (sql: SqlClient.SqlClient, storage: SpanStorage, options: ReadingOptions) =>
  (space: Space, query: MetricsQuery): Effect.Effect<MetricsAnswer, SqlError.SqlError> => {
    if (query.over === "spans") return storage.metrics(space, query, options)
    const source = query.over === "traces" ? traceSource : scoreSource
    return readGroups(sql, source(sql, space, query, options), query)
  }
