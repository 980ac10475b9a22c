import { sqlState } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

/**
 * Texts with a part of theirs in the other case. Somewhere each is not found: the first in Turkish and Azeri, the second in
 * Lithuanian, the next two in the locale C, and the last by ICU, for which the sigma of the part ends a word.
 */
const samples = [
  ["INVOICE", "invoice"],
  ["PERCHÌ", "perchì"],
  ["ÉTÉ", "été"],
  ["ЖУК", "жук"],
  ["ΟΔΟΣΗΜΑ", "ΟΔΟΣ"]
] as const

/** What PostgreSQL may have that folds case by Unicode alone, quickest first: of 17, of glibc, of ICU. */
const candidates = ["pg_c_utf8", "C.utf8", "en_US.utf8", "und-x-icu"]

/** Whether the server says that it can't, and was reached for that. */
const isOfServer = (error: SqlError.SqlError) => /^(?:0A|22|42)/.test(sqlState(error) ?? "")

/** How `ilike` folds case by Unicode, whatever the locale of the database: an operand's `collate`, or nothing. */
const findFolding = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const pairs = sql.csv(samples.map(([text, part]) => sql`(${text}::text, ${part}::text)`))
  const foundBy = (folding: Statement.Fragment) =>
    sql<{ readonly found: number }>`
      select count(*)::int as found from (values ${pairs}) as sample(text, part)
      where text ilike '%' || part || '%' ${folding}`.pipe(
      Effect.map(([row]) => row?.found ?? 0),
      // Not every encoding has these texts, and ICU not every encoding.
      Effect.catchIf(isOfServer, () => Effect.succeed(0))
    )
  let best = sql.literal("")
  let most = yield* foundBy(best)
  if (most === samples.length) return best
  const known = yield* sql<{ readonly name: string }>`
    select collname as name from pg_catalog.pg_collation where collnamespace = 'pg_catalog'::regnamespace
      and collencoding in (-1, pg_char_to_encoding(getdatabaseencoding()))`
  const names = new Set(known.map(({ name }) => name))
  for (const name of candidates.filter((one) => names.has(one))) {
    const folding = sql.literal(`collate pg_catalog."${name}"`)
    const found = yield* foundBy(folding)
    if (found > most) [best, most] = [folding, found]
  }
  return best
})

/** The same, asked for once; where the database does not answer, the next time again. */
export const makeFolding = (sql: SqlClient.SqlClient): Effect.Effect<Statement.Fragment, SqlError.SqlError> => {
  let known: Statement.Fragment | undefined
  return Effect.suspend(() =>
    known === undefined
      ? Effect.tap(findFolding(sql), (found) => Effect.sync(() => (known = found)))
      : Effect.succeed(known)
  )
}
