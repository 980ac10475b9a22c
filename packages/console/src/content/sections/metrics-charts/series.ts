/** Puts the rows of a query into series: a line, or bars of one colour, for each. */
import type { Operation } from "@agent-operations/contract"
import type { metrics, MetricsChart } from "@agent-operations/contract/metrics"

export type Query = MetricsChart["source"]["query"]
export type Rows = Operation.Result<(typeof metrics)["operations"]["query"]>["rows"]
type Measure = Query["measures"][number]

/** A value at a time in milliseconds, or, without times, of a series as a whole. */
export interface Point {
  readonly time: number | undefined
  readonly value: number
}

export interface Series {
  readonly name: string
  readonly points: ReadonlyArray<Point>
  readonly total: number
}

/** A measure in words: "p95 of durationMs", "sum of cost", "count". */
export const measureName = ({ measure, aggregation }: Measure): string => {
  if (measure !== "count") return `${aggregation} of ${measure}`
  const words: Readonly<Record<string, string>> = {
    errorRate: "error rate",
    distinctUsers: "users",
    distinctSessions: "sessions"
  }
  return words[aggregation] ?? "count"
}

/** What a group is called by its dimensions. */
export const groupName = (dimensions: Rows[number]["dimensions"]): string =>
  Object.values(dimensions)
    .map((value) => (value === null ? "none" : typeof value === "string" ? value : JSON.stringify(value)))
    .join(", ")

/** The series of a query, largest first. */
export const seriesOf = ({ measures }: Pick<Query, "measures">, rows: Rows): ReadonlyArray<Series> => {
  const found = new Map<string, { name: string; points: Array<Point>; total: number }>()
  for (const { time, dimensions, values } of rows) {
    for (const [n, value] of values.entries()) {
      if (value === null) continue
      const group = groupName(dimensions)
      const name = [group, ...(measures.length > 1 ? [measureName(measures[n]!)] : [])].filter((part) => part !== "")
      const key = `${n} ${group}`
      const series = found.get(key) ?? { name: name.join(", ") || measureName(measures[n]!), points: [], total: 0 }
      series.points.push({ time: time === undefined ? undefined : Date.parse(time), value })
      series.total += value
      found.set(key, series)
    }
  }
  return [...found.values()].sort((a, b) => b.total - a.total)
}
