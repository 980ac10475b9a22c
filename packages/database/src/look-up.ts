import type { SqlClient, Statement } from "effect/sql"

/**
 * Some rows, each with what a table has for it, in a `from`. `found` reads that by the table's key: it is done row by row, also
 * where PostgreSQL has no statistics yet, takes any two equalities for one row, and would read all of a project. Rows for
 * which there is nothing are left out.
 *
 * @example
 * const asked = sql`${parameterRows(sql, [["text", ids]])} as asked(id)`
 * const named = sql`select u.name from users as u where u.tenant_id = ${tenant} and u.id = asked.id`
 * sql`select u.name from ${lookUp(sql, asked, "u", named)}`
 */
export const lookUp = (
  sql: SqlClient.SqlClient,
  rows: Statement.Fragment,
  alias: string,
  found: Statement.Fragment
): Statement.Fragment => sql`${rows} cross join lateral (${found} offset 0) as ${sql.literal(alias)}`

/** Like {@link lookUp}, with nulls for rows for which there is nothing. */
export const lookUpOrNull = (
  sql: SqlClient.SqlClient,
  rows: Statement.Fragment,
  alias: string,
  found: Statement.Fragment
): Statement.Fragment => sql`${rows} left join lateral (${found} offset 0) as ${sql.literal(alias)} on true`
