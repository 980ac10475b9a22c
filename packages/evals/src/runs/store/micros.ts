import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"

/** The greatest amount that is kept and told: the greatest that JSON has exactly. Sums end there. */
const most = BigInt(Number.MAX_SAFE_INTEGER)

/** An amount as it may be kept. */
export const boundedMicros = (micros: bigint): bigint => (micros > most ? most : micros)

/** An amount as it is told. */
export const toldMicros = (micros: bigint): number => Number(boundedMicros(micros))

/** Sums of amounts, which end at what is kept: one that is too large for its column would fail, and all that is done with it. */
export const makeMicros = (sql: SqlClient.SqlClient) => {
  const whole = (amount: bigint | Fragment) => (typeof amount === "bigint" ? sql`${`${amount}`}::text` : amount)
  return {
    /** Of two amounts, of which the second may be negative. */
    sum: (one: Fragment, other: bigint | Fragment): Fragment =>
      sql`greatest(0, least(${one}::numeric + ${whole(other)}::numeric, ${sql.literal(`${most}`)}))::bigint`,
    /** Of all amounts of a group. */
    sumOf: (column: Fragment): Fragment => sql`least(sum(${column}), ${sql.literal(`${most}`)})::bigint`
  }
}
