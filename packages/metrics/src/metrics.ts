import { MetricsChart, metrics as metricsFamily, metricsCharts } from "@agent-operations/contract/metrics"
import { definitionHandlers } from "@agent-operations/definitions"
import { recordCopy } from "@agent-operations/error-envelope"
import { type Cursors, type FamilyModule, implement } from "@agent-operations/operations"
import { type EncodedRevisionStore, migrations } from "@agent-operations/revision-store"
import type { TraceStore } from "@agent-operations/traces/store"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { makeAnswerQuery } from "./answer-query.ts"
import { queryChart } from "./query-chart.ts"

recordCopy("@agent-operations/metrics", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** A module that keeps traces: what `traces()` returns. */
export interface TracesModule<R, E> {
  readonly layer: Layer.Layer<TraceStore, E, R>
}

const queries = Effect.map(makeAnswerQuery, (answerQuery) => ({
  query: (input: Parameters<typeof answerQuery>[0] & Parameters<typeof answerQuery>[1]) => answerQuery(input, input)
}))

const charts = Effect.gen(function* () {
  return { ...(yield* definitionHandlers(MetricsChart)), query: yield* queryChart }
})

/**
 * Metrics and metrics charts, as a module for a host's list of families, over the traces of another module of that list.
 *
 * @example
 * const recorded = traces({ retention: "90 days" })
 * const kit = await createAgentOperations({ families: [views(), recorded, metrics(recorded)], database })
 */
export const metrics = <R, E>(
  over: TracesModule<R, E>
): FamilyModule<
  typeof metricsFamily | typeof metricsCharts,
  never,
  R | EncodedRevisionStore | Cursors | SqlClient,
  E
> => ({
  families: [metricsFamily, metricsCharts],
  // The layer is the same value as in the list, so that there is one store.
  layer: Layer.merge(implement(metricsFamily, queries), implement(metricsCharts, charts)).pipe(
    Layer.provide(over.layer)
  ),
  migrations: [migrations]
})
