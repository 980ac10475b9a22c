import { containing } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { quickPart } from "./filters.ts"

/** A text as it stands within a text of JSON: other than it is where it has quotes, backslashes or line breaks. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

const idPrefix = (search: string): string | undefined => {
  const digits = search.toLowerCase().replaceAll("-", "")
  return /^[0-9a-f]{1,32}$/.test(digits) ? digits : undefined
}

/** The condition of the traces `h` that a search finds; none without a search. */
export type Search = (search: string | undefined) => Effect.Effect<ReadonlyArray<Statement.Fragment>, SqlError.SqlError>

/** Finds traces by a part, in any case, of what they say, or by the beginning of their ID. */
export const makeSearch = (
  sql: SqlClient.SqlClient,
  folding: Effect.Effect<Statement.Fragment, SqlError.SqlError>
): Search => {
  const condition = (search: string, folded: Statement.Fragment): Statement.Fragment => {
    const has = (column: string, part: string) =>
      part.length <= quickPart
        ? sql`${sql.literal(column)} ilike ${containing(part)} ${folded}`
        : sql`lower(${sql.literal(column)} ${folded}) ~ ('***=' || lower(${part}::text ${folded}))`
    const inJson = escaped(search) === search ? [search] : [search, escaped(search)]
    const inBodies = sql.or(inJson.flatMap((part) => [has("h.input", part), has("h.output", part)]))
    const prefix = idPrefix(search)
    const byId =
      prefix === undefined
        ? sql.literal("")
        : sql`or h.trace_id between ${prefix.padEnd(32, "0")}::uuid and ${prefix.padEnd(32, "f")}::uuid`
    const inNames = sql.or(["h.name", "h.user_id", "h.session_id"].map((column) => has(column, search)))
    return sql`(${inNames} or ${inBodies} ${byId})`
  }
  return (search = "") =>
    search === "" ? Effect.succeed([]) : Effect.map(folding, (folded) => [condition(search, folded)])
}
