import type { Aggregation, Granularity, Measure, MetricsSource } from "@agent-operations/contract/metrics"
import type { Json } from "../../json.ts"
import type { Filter } from "../../rows/filter.ts"

/** A measure of rows, and how those of a group become one number. */
export interface MeasureOf {
  readonly measure: Measure
  readonly aggregation: Aggregation
}

/** What of spans, traces or scores to tell, in which groups. What goes together is decided by the contract. */
export interface MetricsQuery {
  readonly over: MetricsSource
  readonly measures: ReadonlyArray<MeasureOf>
  readonly dimensions: ReadonlyArray<string>
  /** Cuts time in UTC; weeks begin on Monday. Undefined: not at all. */
  readonly granularity: Granularity | undefined
  /** Starts from this time on, and before that one. */
  readonly from: bigint
  readonly to: bigint
  readonly filters: ReadonlyArray<Filter>
  /** By the index of a measure, or by time; ties by time and dimensions, and null last. */
  readonly orderBy: { readonly by: number | "time"; readonly direction: "asc" | "desc" }
  /** How many groups to tell, and how many there may be. */
  readonly limit: number
  readonly maxGroups: number
}

/** A group of rows, and a number for each measure: null where no row of it has one. */
export interface MetricsGroup {
  /** When its period begins; null without a granularity. */
  readonly startNano: bigint | null
  readonly dimensions: ReadonlyArray<Json>
  readonly values: ReadonlyArray<number | null>
}

/**
 * The groups of a query, or why they are not told: there are more than may be, a dimension (by its index) has values
 * that are longer than it may have, or a number is beyond those of JSON.
 */
export type MetricsAnswer =
  | { readonly _tag: "Groups"; readonly groups: ReadonlyArray<MetricsGroup>; readonly hasMore: boolean }
  | { readonly _tag: "TooManyGroups" }
  | { readonly _tag: "LongDimension"; readonly index: number; readonly maxBytes: number }
  | { readonly _tag: "OutOfRange" }

/** How what is read is told. */
export interface ReadingOptions {
  /** How old a trace may be that is read; undefined: however old. Law: T20. */
  readonly retentionNanos: bigint | undefined
  /** For how long a trace that has not ended is `running` after its last change. */
  readonly idleNanos: bigint
}
