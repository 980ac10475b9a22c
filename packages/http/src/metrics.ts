import { type Context, Metric } from "effect"

const boundaries = Metric.boundariesFromIterable([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000])

const requests = Metric.counter("agent_operations_requests", { description: "Requests answered.", incremental: true })
const duration = Metric.histogram("agent_operations_request_duration_milliseconds", {
  description: "How long requests took to answer.",
  boundaries
})

/** The metrics of one route and status. There are few of them, so each pair is made once. */
const made = new Map<string, Map<number, ReturnType<typeof make>>>()

const make = (route: string, status: number) => {
  const attributes = { route, status: String(status) }
  return {
    requests: Metric.withAttributes(requests, attributes),
    duration: Metric.withAttributes(duration, attributes)
  }
}

const metricsOf = (route: string, status: number) => {
  let ofRoute = made.get(route)
  if (ofRoute === undefined) made.set(route, (ofRoute = new Map()))
  let metrics = ofRoute.get(status)
  if (metrics === undefined) ofRoute.set(status, (metrics = make(route, status)))
  return metrics
}

/** Counts an answer, and how many milliseconds it took, in the registry of the context. */
export const measure = (route: string, status: number, took: number, context: Context.Context<never>) => {
  const metrics = metricsOf(route, status)
  metrics.requests.updateUnsafe(1, context)
  metrics.duration.updateUnsafe(took, context)
}
