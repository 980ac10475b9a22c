import type { Granularity } from "@agent-operations/contract/metrics"
import type { SqlClient, Statement } from "effect/sql"
import { dayNanos, milliNanos, nanosOfMillis } from "../../time.ts"
import { arrayText } from "../columns.ts"

const second = 1_000_000_000n

/** Periods of one length, and a time at which one begins: 1970 began on a Thursday. */
const lengths = {
  minute: { length: 60n * second, origin: 0n },
  hour: { length: 3600n * second, origin: 0n },
  day: { length: dayNanos, origin: 0n },
  week: { length: 7n * dayNanos, origin: 4n * dayNanos }
} as const

const nanosOf = (year: number, month: number) => nanosOfMillis(Date.UTC(year, month))

/** The starts of the months that a range touches. */
const monthsOf = (from: bigint, to: bigint): ReadonlyArray<bigint> => {
  const first = new Date(Number(from / milliNanos))
  const starts: Array<bigint> = []
  for (let n = 0; n === 0 || starts.at(-1)! < to; n++) {
    starts.push(nanosOf(first.getUTCFullYear(), first.getUTCMonth() + n))
  }
  return starts
}

/** The start of the period that a time, in nanoseconds within the range, is in, likewise: in UTC, by integers alone. */
export const periodOf = (
  sql: SqlClient.SqlClient,
  granularity: Granularity,
  time: string,
  { from, to }: { readonly from: bigint; readonly to: bigint }
): Statement.Fragment => {
  if (granularity === "month") {
    const starts = sql`${arrayText(monthsOf(from, to))}::bigint[]`
    return sql`(${starts})[width_bucket(${sql.literal(time)}, ${starts})]`
  }
  const { length, origin } = lengths[granularity]
  return sql.literal(origin === 0n ? `${time} - ${time} % ${length}` : `${time} - (${time} - ${origin}) % ${length}`)
}
