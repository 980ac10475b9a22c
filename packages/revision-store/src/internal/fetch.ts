import { lookUp, parameterRows, WorkClass } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { EncodedSummary, KindPolicy, Space } from "../model.ts"
import { readColumns, summaryColumns, within } from "./fragments.ts"
import type { Remembered } from "./remembered.ts"
import { type ReadRevision, type ReadRow, type SummaryRow, toRead, toSummary } from "./row.ts"

/** Names a revision that is there: the database just said so. */
export interface RevisionName {
  readonly id: string
  readonly revision: number
}

/** The revisions `r` of these names, with the place of each among them. */
const namedRevisions = (sql: SqlClient, space: Space, kind: KindPolicy, names: ReadonlyArray<RevisionName>) =>
  lookUp(
    sql,
    sql`${parameterRows(sql, [
      ["text", names.map(({ id }) => id)],
      ["integer", names.map(({ revision }) => revision)],
      ["integer", names.map((_, index) => index + 1)]
    ])} as asked(id, revision, place)`,
    "r",
    sql`select * from agent_operations.revisions as r
      where ${within(sql, "r", space, kind)} and r.definition_id = asked.id and r.revision = asked.revision`
  )

const identity = (id: string, revision: number) => `${id} ${revision}`

/**
 * How much of a page is read as a short statement, in bytes of JSON. What is more takes its turn: many megabytes at once would
 * fill the memory. Law: K3.
 */
const bytesOfShort = 256 * 1024

/**
 * The content of revisions of one kind in one space, in the order of their names: as many of the first as fit in `maxBytes`,
 * and at least one. Those that are not remembered are read with one statement, or what is long of them with another.
 * Law: P5.
 */
export const fetch = (sql: SqlClient, remembered: Remembered) => {
  const read = (space: Space, kind: KindPolicy, missing: ReadonlyArray<RevisionName>, maxBytes: number) =>
    sql<ReadRow>`
      select ${readColumns(sql, "r")} from (
        select r.*, asked.place, sum(r.encoded_bytes) over (order by asked.place) as total
        from ${namedRevisions(sql, space, kind, missing)}
      ) as r
      where r.place = 1 or r.total <= ${maxBytes}`

  return Effect.fnUntraced(function* (
    space: Space,
    kind: KindPolicy,
    names: ReadonlyArray<RevisionName>,
    maxBytes: number
  ) {
    const found = new Map(
      names.map(({ id, revision }) => [identity(id, revision), remembered.get({ space, kind, id }, revision)])
    )
    const missing = names.filter(({ id, revision }) => found.get(identity(id, revision)) === undefined)
    const add = (rows: ReadonlyArray<ReadRow>) => {
      const revisions = rows.map(toRead)
      for (const revision of revisions) found.set(identity(revision.id, revision.revision), revision)
      return Effect.as(remembered.add(space, kind, revisions), revisions)
    }
    if (missing.length > 0) {
      const short = yield* add(yield* read(space, kind, missing, Math.min(bytesOfShort, maxBytes)))
      const left = maxBytes - short.reduce((sum, { bytes }) => sum + bytes, 0)
      const others = missing.slice(short.length)
      if (others.length > 0 && left > 0) {
        yield* add(yield* Effect.provideService(read(space, kind, others, left), WorkClass, "search"))
      }
    }
    const items: Array<ReadRevision> = []
    let bytes = 0
    for (const { id, revision } of names) {
      const item = found.get(identity(id, revision))
      bytes += item?.bytes ?? 0
      if (item === undefined || (items.length > 0 && bytes > maxBytes)) break
      items.push(item)
    }
    return items
  })
}

/** How `list` and `history` read the revisions of a page. */
export type FetchPage<Item> = (
  space: Space,
  kind: KindPolicy,
  names: ReadonlyArray<RevisionName>,
  maxBytes: number
) => Effect.Effect<ReadonlyArray<Item>, SqlError>

/** The same revisions without what may be large, which the database then does not read either: all of them. */
export const summaries =
  (sql: SqlClient): FetchPage<EncodedSummary> =>
  (space, kind, names) =>
    names.length === 0
      ? Effect.succeed([])
      : Effect.map(
          sql<SummaryRow>`
            select ${summaryColumns(sql)}
            from ${namedRevisions(sql, space, kind, names)}
            order by asked.place`,
          (rows) => rows.map(toSummary)
        )
