import type { Field, Records } from "../../core/record.ts"
import { recordFilters } from "../record-filters.ts"
import { traceRecords } from "../traces/records.ts"
import type { MetricsSource } from "./measures.ts"

/** What a span holds, which is not read to count it. */
const held: ReadonlySet<string> = new Set(["input", "output", "error", "tags", "attributes", "metadata"])

/** The fields that filters may name: those of spans that are known without reading what a span holds. */
const filterFields = {
  trace: traceRecords.trace,
  span: Object.fromEntries(Object.entries<Field>(traceRecords.span).filter(([name]) => !held.has(name))),
  score: {
    name: "string",
    spanId: "string",
    dataType: "string",
    value: "number",
    label: "string",
    source: "string",
    annotatorKind: "string",
    identifier: "string"
  }
} as const satisfies Records

/** The records whose fields filters may name, by what is counted. */
export const filterRecords: Readonly<Record<MetricsSource, ReadonlyArray<keyof typeof filterFields>>> = {
  traces: ["trace"],
  spans: ["span", "trace"],
  scores: ["score", "trace"]
}

/** The filters of a query, of which `queryIssues` tells which records they may be of. */
export const metricsFilters = recordFilters(
  "MetricsFilter",
  filterFields,
  "a field of a trace, a score, or of a span but for what it holds, such as trace.environment or span.model"
)
