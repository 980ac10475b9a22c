import { Metric } from "effect"

const boundaries = Metric.boundariesFromIterable([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000])

const requests = Metric.counter("agent_operations_requests", { description: "Requests answered.", incremental: true })
const duration = Metric.histogram("agent_operations_request_duration_milliseconds", {
  description: "How long requests took to answer.",
  boundaries
})

/** The metrics of one route and status. There are few of them, so each pair is made once. */
const made = new Map<string, ReturnType<typeof make>>()

const make = (route: string, status: number) => {
  const attributes = { route, status: String(status) }
  return {
    requests: Metric.withAttributes(requests, attributes),
    duration: Metric.withAttributes(duration, attributes)
  }
}

export const metricsOf = (route: string, status: number) => {
  const key = `${route} ${status}`
  const known = made.get(key) ?? make(route, status)
  made.set(key, known)
  return known
}
