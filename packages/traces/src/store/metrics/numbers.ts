import type { Aggregation, Measure } from "@agent-operations/contract/metrics"
import type { MeasureOf } from "./MetricsQuery.ts"

/** A number of a row. */
export interface NumberOf {
  /** As reads answer it: a `float8`, or null. */
  readonly value: string
  /** An exact multiple of it, and what times that is the number: sums of doubles depend on their order. */
  readonly exact: string
  readonly unit?: string
}

/** What the measure `count` goes by. */
export interface RowsOf {
  /** Whether a row counts as an error. */
  readonly isError: string
  readonly userId: string
  readonly sessionId: string
}

export type Numbers = Readonly<Partial<Record<Measure, NumberOf>>>

/** A time between two columns, in milliseconds: null without an end, and 0 where that is before the start. */
export const millisBetween = (start: string, end: string): NumberOf => {
  // Of null and 0 the greatest is 0.
  const nanos = `case when ${end} > ${start} then ${end} - ${start} when ${end} is not null then 0 end`
  return { value: `(${nanos})::float8 / 1e6`, exact: nanos, unit: "0.000001" }
}

export const integer = (column: string): NumberOf => ({ value: `${column}::float8`, exact: column })

/** 10^-12 dollars. */
export const pico = "0.000000000001"

const percentiles: Readonly<Partial<Record<Aggregation, number>>> = { p50: 0.5, p90: 0.9, p95: 0.95, p99: 0.99 }

const sumOf = ({ exact, unit }: NumberOf) =>
  unit === undefined ? `sum(${exact})::float8` : `(sum(${exact}) * ${unit})::float8`

const ofNumber = (number: NumberOf, aggregation: Aggregation): string => {
  const percentile = percentiles[aggregation]
  if (percentile !== undefined) return `percentile_cont(${percentile}) within group (order by ${number.value})`
  switch (aggregation) {
    case "sum":
      return sumOf(number)
    case "avg":
      return `${sumOf(number)} / nullif(count(${number.exact}), 0)`
    case "count":
      return `count(${number.exact})::float8`
    default:
      return `${aggregation}(${number.value})`
  }
}

const ofRows = ({ isError, userId, sessionId }: RowsOf, aggregation: Aggregation): string => {
  switch (aggregation) {
    case "errorRate":
      return `count(*) filter (where ${isError})::float8 / count(*)`
    case "distinctUsers":
      return `count(distinct ${userId} collate "C")::float8`
    case "distinctSessions":
      return `count(distinct ${sessionId} collate "C")::float8`
    default:
      return "count(*)::float8"
  }
}

/**
 * The number that a group of rows has for a measure, as SQL. Sums are exact, whatever the order of rows, and become the
 * nearest number at the end; an average is that by the count. Law: T17.
 */
export const aggregateOf = (rows: RowsOf, numbers: Numbers, { measure, aggregation }: MeasureOf): string => {
  if (measure === "count") return ofRows(rows, aggregation)
  const number = numbers[measure]
  if (number === undefined) throw new TypeError(`There is no ${measure} here.`)
  return ofNumber(number, aggregation)
}
