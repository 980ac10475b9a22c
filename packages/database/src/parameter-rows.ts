import type { SqlClient, Statement } from "effect/sql"

/** A column of parameters: its SQL type, and its value in each row. */
export type ParameterColumn =
  | readonly [type: "text", values: ReadonlyArray<string>]
  | readonly [type: "integer", values: ReadonlyArray<number | null | undefined>]

const asArray = ([type, values]: ParameterColumn) =>
  type === "text" ? values : `{${values.map((value) => value ?? "null").join(",")}}`

/**
 * Parameters as the rows of a table, in a `from`. A row that is alone is given as values: PostgreSQL plans for arrays of
 * some length or other, finds the plan that it could keep too dear, and plans again each time, which takes longer than
 * looking up one row.
 *
 * @example
 * sql`select u.name from ${parameterRows(sql, [["text", ids]])} as asked(id) join users as u on u.id = asked.id`
 */
export const parameterRows = (
  sql: SqlClient.SqlClient,
  columns: readonly [ParameterColumn, ...ReadonlyArray<ParameterColumn>]
): Statement.Fragment =>
  columns[0][1].length === 1
    ? sql`(select ${sql.csv(columns.map(([type, [value]]) => sql`${value ?? null}::${sql.literal(type)}`))})`
    : sql`unnest(${sql.csv(columns.map((column) => sql`${asArray(column)}::${sql.literal(column[0])}[]`))})`
