import { Effect, Metric } from "effect"

const accepted = Metric.counter("agent_operations_spans_accepted", {
  description: "Spans that were committed, or were there.",
  incremental: true
})
const rejected = Metric.counter("agent_operations_spans_rejected", {
  description: "Spans of requests that were taken, which were not kept themselves.",
  incremental: true
})

/** Counts the spans of a request that was taken, for `/metrics` and exporters of metrics. */
export const countSpans = (kept: number, refused: number): Effect.Effect<void> =>
  Effect.andThen(Metric.update(accepted, kept), refused === 0 ? Effect.void : Metric.update(rejected, refused))
