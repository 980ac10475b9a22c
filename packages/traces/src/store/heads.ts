import { lookUp } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { type Column, namesOf, rowsAs, selectOf, traceIdsAs } from "./columns.ts"
import { combined, headColumns, type HeadWrite, type NewHead, ofHeadSpan, type SummaryWrite } from "./head-columns.ts"
import { partsOf } from "./head-writes.ts"
import { type Space, type TraceRef, traceIdOf } from "./keys.ts"

/** A head that is locked. */
export interface LockedHead extends TraceRef {
  /** That of the head span. */
  readonly headKey: string
  readonly spanCount: number
  readonly deleted: boolean
}

const key: Column<SummaryWrite> = ["trace_id", "uuid", ({ traceId }) => traceId]
const bucket: Column<NewHead> = ["bucket", "date", ({ bucket }) => bucket]
const claimed = [key, bucket, ...headColumns]
const changed = [key, ...headColumns]
const summed = [key, ...combined.map(([column]) => column)]

const sum = (name: string) => `coalesce(h.${name} + d.${name}, h.${name}, d.${name})`

// The head span's before its key: each is set from the row as it was.
const additions = [
  ...ofHeadSpan.map(([name, type]) => {
    const added = type === "jsonb" ? `d.${name}::jsonb` : `d.${name}`
    return `${name} = case when d.head_key collate "C" < h.head_key then ${added} else h.${name} end`
  }),
  ...combined.map(([[name, type], by]) => {
    const added = type === "text" ? `d.${name} collate "C"` : `d.${name}`
    return `${name} = ${by === "sum" ? sum(name) : `${by}(h.${name}, ${added})`}`
  })
].join(", ")

const assigned = <Row>(columns: ReadonlyArray<Column<Row>>) =>
  columns.map(([name, type]) => `${name} = d.${name}${type === "jsonb" ? "::jsonb" : ""}`).join(", ")

const touched = "touched_at = greatest(h.touched_at, now())"

/** The heads of traces: each is one row, and whoever changes a trace locks it first. */
export const makeHeads = (sql: SqlClient.SqlClient) => {
  const ofSpace = ({ tenant, project }: Space) => sql`h.tenant_id = ${tenant} and h.project_id = ${project}`

  /** A head by its row's ID. */
  const byId = (space: Space, columns: string, of: string) => sql`
    select ${sql.literal(columns)} from agent_operations.trace_heads as h
    where ${ofSpace(space)} and h.trace_id = ${sql.literal(of)}.trace_id`

  const update =
    <Row>(columns: ReadonlyArray<Column<Row>>, assignments: string) =>
    (space: Space, heads: ReadonlyArray<Row>) =>
      sql`
        update agent_operations.trace_heads as h set ${sql.literal(`${assignments}, ${touched}`)}
        from ${lookUp(sql, rowsAs(sql, "d", columns, heads), "locked", byId(space, "h.ctid as place", "d"))}
        where ${ofSpace(space)} and h.ctid = locked.place`

  /** A statement for so many heads as it may write. */
  const inParts =
    <Row extends HeadWrite, A, E>(write: (space: Space, heads: ReadonlyArray<Row>) => Effect.Effect<A, E>) =>
    (space: Space, heads: ReadonlyArray<Row>): Effect.Effect<ReadonlyArray<A>, E> =>
      Effect.forEach(partsOf(heads), (part) => write(space, part))

  const claim = inParts(
    ({ tenant, project }: Space, heads: ReadonlyArray<NewHead>) =>
      sql<{ trace_id: string }>`
        insert into agent_operations.trace_heads as h (tenant_id, project_id, ${sql.literal(namesOf(claimed))})
        select ${tenant}, ${project}, ${sql.literal(selectOf(claimed, "d"))} from ${rowsAs(sql, "d", claimed, heads)}
        order by d.trace_id
        on conflict (tenant_id, project_id, trace_id) do update set touched_at = h.touched_at where false
        returning trace_id::text`
  )

  return {
    /**
     * Inserts the heads that are missing, whole, and locks all, in the order of their IDs: so requests that race wait for
     * each other in one order only. A row that conflicts is locked even where it is not updated.
     */
    claim: (space: Space, heads: ReadonlyArray<NewHead>): Effect.Effect<ReadonlySet<string>, SqlError.SqlError> =>
      Effect.map(
        claim(
          space,
          heads.toSorted((a, b) => (a.traceId < b.traceId ? -1 : 1))
        ),
        (rows) => new Set(rows.flat().map(({ trace_id }) => traceIdOf(trace_id)))
      ),

    /** What there is of heads that are locked. */
    read: (
      space: Space,
      traceIds: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyMap<string, LockedHead>, SqlError.SqlError> =>
      Effect.map(
        sql<{ trace_id: string; bucket: string; head_key: string; span_count: number; deleted: boolean }>`
          select h.* from ${lookUp(
            sql,
            traceIdsAs(sql, "asked", traceIds),
            "h",
            byId(
              space,
              "h.trace_id::text, h.bucket, h.head_key, h.span_count, h.deleted_at is not null as deleted",
              "asked"
            )
          )}`,
        (rows) =>
          new Map(
            rows.map((row) => {
              const traceId = traceIdOf(row.trace_id)
              const { bucket, head_key: headKey, span_count: spanCount, deleted } = row
              return [traceId, { traceId, bucket, headKey, spanCount, deleted }]
            })
          )
      ),

    /** Adds to heads what spans that are new add to them: as much work for a large trace as for a small one. */
    grow: inParts(update(changed, additions)),

    /** Replaces heads by what all of their spans say. */
    replace: inParts(update(changed, assigned(headColumns))),

    /** Replaces what all of their spans say, where their head spans are as they were. */
    resum: update(summed, assigned(summed.slice(1)))
  }
}
