import type { SqlClient, Statement } from "effect/sql"

/** A column of rows that are sent as arrays: its name, its type, and its value in each row. */
export type Column<Row> =
  | readonly [name: string, type: "text", value: (row: Row) => string | null]
  | readonly [name: string, type: "jsonb", value: (row: Row) => string]
  | readonly [name: string, type: "bytea", value: (row: Row) => Uint8Array]
  | readonly [
      name: string,
      type: "uuid" | "date" | "bigint" | "integer" | "smallint" | "numeric" | "boolean" | "double precision",
      value: (row: Row) => bigint | number | boolean | string | null
    ]

/** An array of what needs no quotes, as PostgreSQL reads one. */
export const arrayText = (values: ReadonlyArray<bigint | number | boolean | string | null>): string => {
  let text = "{"
  for (let n = 0; n < values.length; n++) text += n === 0 ? String(values[n]) : `,${String(values[n])}`
  return `${text}}`
}

// An array of nulls alone tells no type.
const ofTexts = (values: ReadonlyArray<string | null>) =>
  values.every((value) => value === null) ? arrayText(values) : values

const valuesOf = <Row>([, type, value]: Column<Row>, rows: ReadonlyArray<Row>) => {
  const values = rows.map<bigint | number | boolean | string | Uint8Array | null>(value)
  switch (type) {
    case "text":
    case "jsonb":
      return ofTexts(values as ReadonlyArray<string | null>)
    case "bytea":
      return values
    default:
      return arrayText(values as ReadonlyArray<bigint>)
  }
}

/** The names of columns, as a list of SQL. */
export const namesOf = <Row>(columns: ReadonlyArray<Column<Row>>, prefix = ""): string =>
  columns.map(([name]) => `${prefix}${name}`).join(", ")

/**
 * Rows as a table, in a `from`: an array for each column. Tenant and project are never among them, so that a planner of a
 * distributed database knows them by equality.
 *
 * @example
 * sql`select s.name from ${rowsAs(sql, "s", [["name", "text", ({ name }) => name]], spans)}`
 */
export const rowsAs = <Row>(
  sql: SqlClient.SqlClient,
  alias: string,
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<Row>
): Statement.Fragment => {
  const arrays = columns.map((column) => {
    // An array of text is sent as it is, and read as JSON row by row.
    const type = column[1] === "jsonb" ? "text" : column[1]
    return sql`${valuesOf(column, rows)}::${sql.literal(type)}[]`
  })
  return sql`unnest(${sql.csv(arrays)}) as ${sql.literal(`${alias}(${namesOf(columns)})`)}`
}

/** IDs of traces as a table of one column, `trace_id`. */
export const traceIdsAs = (
  sql: SqlClient.SqlClient,
  alias: string,
  traceIds: ReadonlyArray<string>
): Statement.Fragment => rowsAs(sql, alias, [["trace_id", "uuid", (id) => id]], traceIds)

/** The values of `rowsAs`, as a list of SQL. */
export const selectOf = <Row>(columns: ReadonlyArray<Column<Row>>, alias: string): string =>
  columns.map(([name, type]) => `${alias}.${name}${type === "jsonb" ? "::jsonb" : ""}`).join(", ")
