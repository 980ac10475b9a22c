import type { SqlClient, Statement } from "effect/sql"
import type { Filter } from "../../rows/filter.ts"
import type { Fields } from "../fields.ts"
import { makeFilters } from "../filters.ts"
import type { Numbers, RowsOf } from "./numbers.ts"

/** By what rows are grouped. */
export interface Dimension {
  /** A text, but for codes. */
  readonly value: Statement.Fragment
  /** The texts of codes, from 0. */
  readonly codes?: ReadonlyArray<string>
  /** Whether the text is JSON, of any length. */
  readonly isJson?: boolean
}

/** The rows that a query is over, as SQL. */
export interface Source {
  readonly from: Statement.Fragment
  readonly conditions: ReadonlyArray<Statement.Fragment>
  /** The column of the time that rows count by, in nanoseconds. */
  readonly time: string
  readonly rows: RowsOf
  readonly numbers: Numbers
  readonly dimension: (name: string) => Dimension
}

/** A text that rows are grouped by, in the order of its bytes: the same everywhere, and quick. */
export const textOf = (sql: SqlClient.SqlClient, value: Statement.Fragment): Dimension => ({
  value: sql`(${value}) collate "C"`
})

/** What is asked for that there is not: the contract lets nobody ask for it. */
const isNone = (what: string) => new TypeError(`The database has no ${what}.`)

/** The value of a field, as SQL. */
export const valueOf = (fields: Fields, path: string): Statement.Fragment => {
  const field = fields(path)
  if (field?.by !== "sql") throw isNone(path)
  return field.value
}

/** The conditions of filters, all of which the database decides. */
export const conditionsOf = (sql: SqlClient.SqlClient, fields: Fields, filters: ReadonlyArray<Filter>) => {
  const { conditions, left } = makeFilters(sql).split(fields, filters)
  if (left[0] !== undefined) throw isNone(left[0].field)
  return conditions
}
