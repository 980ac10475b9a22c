import { count, dollars, elapsed, number, visible } from "../../../traces/values.ts"
import { clip } from "../../words.ts"
import type { Query } from "./series.ts"

/** Writes a value of a chart. */
export type WriteValue = (value: number) => string

const own: Readonly<Record<string, WriteValue>> = {
  cost: dollars,
  durationMs: elapsed,
  timeToFirstTokenMs: elapsed
}

const counts: ReadonlySet<string> = new Set(["count", "distinctUsers", "distinctSessions"])

/** How values of a measure are written: by its own unit, or by the chart's. */
export const writerOf = ({ measure, aggregation }: Query["measures"][number], unit: string | null): WriteValue => {
  if (counts.has(aggregation)) return count
  if (aggregation === "errorRate") return (value) => `${number(value * 100)}%`
  const writer = own[measure]
  if (writer !== undefined && (unit === null || ["USD", "$", "ms", "s"].includes(unit))) return writer
  const suffix = unit === null ? "" : ` ${visible(clip(unit, 20))}`
  return (value) => `${number(value)}${suffix}`
}
