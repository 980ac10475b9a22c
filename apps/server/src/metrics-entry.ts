import type { HttpEntry } from "@agent-operations/http"
import { Effect } from "effect"

/** What has been counted, for Prometheus. What writes it is loaded when it is first asked for. */
export const metricsEntry: HttpEntry = {
  owner: "the metrics",
  methods: ["GET", "HEAD"],
  path: "/metrics",
  run: () =>
    Effect.gen(function* () {
      const PrometheusMetrics = yield* Effect.promise(() => import("effect/observability/PrometheusMetrics"))
      const body = yield* PrometheusMetrics.format()
      return { status: 200, headers: { "content-type": "text/plain; version=0.0.4" }, body }
    })
}
