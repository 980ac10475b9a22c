import { containing } from "@agent-operations/database"
import type { SqlClient, Statement } from "effect/sql"

/** A text as it stands within a text of JSON: other than it is where it has quotes, backslashes or line breaks. */
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

const idPrefix = (search: string): string | undefined => {
  const digits = search.toLowerCase().replaceAll("-", "")
  return /^[0-9a-f]{1,32}$/.test(digits) ? digits : undefined
}

/** The traces `h` that a search finds: by a part, in any case, of what they say, or by the beginning of their ID. */
export const makeSearch =
  (sql: SqlClient.SqlClient) =>
  (search: string): Statement.Fragment => {
    const part = containing(search)
    const inJson = escaped(search) === search ? [part] : [part, containing(escaped(search))]
    const inBodies = sql.or(inJson.flatMap((part) => [sql`h.input ilike ${part}`, sql`h.output ilike ${part}`]))
    const prefix = idPrefix(search)
    const byId =
      prefix === undefined
        ? sql.literal("")
        : sql`or h.trace_id between ${prefix.padEnd(32, "0")}::uuid and ${prefix.padEnd(32, "f")}::uuid`
    return sql`(h.name ilike ${part} or h.user_id ilike ${part} or h.session_id ilike ${part} or ${inBodies} ${byId})`
  }
