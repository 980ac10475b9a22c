import { inTurnsIfLong, parsedJson } from "@agent-operations/operations"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Filter } from "../rows/filter.ts"
import { beginningOfJson, longText, type TextField } from "../trace.ts"
import type { Fields, SqlField } from "./fields.ts"
import { makeFilters } from "./filters.ts"
import { type HeadRow, headSelectionWith, lengthOf, storedTrace } from "./head-columns.ts"
import type { Space } from "./keys.ts"
import type { NamedScores, ScoredTrace } from "./reads.ts"
import type { Search } from "./search.ts"

/** Where a trace is in the order of the list: newest start first, then by ID, descending. */
export interface TracePosition {
  readonly startNano: bigint
  readonly traceId: string
}

/** Which traces to list, and how many. */
export interface TraceListOptions {
  readonly limit: number
  /** At most so many bytes of JSON, but for a single trace. Law: P5. */
  readonly maxBytes?: number | undefined
  readonly after?: TracePosition | undefined
  /** Starts from this time on, and before that one. */
  readonly from?: bigint | undefined
  readonly to?: bigint | undefined
  /** On fields of traces: all must hold. */
  readonly filters?: ReadonlyArray<Filter> | undefined
  /** A part, in any case, of name, user, session, input or output, or the beginning of an ID. */
  readonly search?: string | undefined
  /** Whether to count what there is on any page, at the moment of this one. Law: P4. */
  readonly includeTotal?: boolean | undefined
}

/** A trace as a list has it: of an input or output that is long, the beginning of its text. */
export interface ListedTrace extends ScoredTrace {
  readonly truncated: ReadonlyArray<TextField>
}

export interface TracePage {
  readonly items: ReadonlyArray<ListedTrace>
  /** What the next page comes after; null where there is none. */
  readonly next: TracePosition | null
  readonly total?: number
}

const textFields: ReadonlyArray<TextField> = ["input", "output"]

const isLong = (field: TextField) => `octet_length(h.${field}) > ${longText.bytes}`
const shown = (field: TextField) =>
  `case when ${isLong(field)} then left(h.${field}, ${longText.read}) else h.${field} end`

/** A head of which no more is read of a long text than is shown. */
const listed = `${headSelectionWith(shown("input"), shown("output"))},
  coalesce(${isLong("input")}, false) as long_input, coalesce(${isLong("output")}, false) as long_output`

/** What of a head takes its bytes, but for names and numbers, which are fewer than `others`. */
const weighed = ["tags", "attributes", "metadata", "input", "output", "error", "scores"]
  .map((name) => `coalesce(octet_length(p.${name}), 0)`)
  .join(" + ")
const others = 4096

interface ListedRow extends HeadRow {
  /** JSON. */
  readonly scores: string
  readonly long_input: boolean
  readonly long_output: boolean
}

/** A trace of a row, with the beginning of a long text as what it is. */
function* listedTrace(row: ListedRow): Generator<void, ListedTrace> {
  const truncated = textFields.filter((field) => row[`long_${field}`])
  const short = Object.fromEntries(truncated.map((field) => [field, JSON.stringify(beginningOfJson(row[field]!))]))
  const trace = yield* storedTrace({ ...row, ...short })
  return { ...trace, scores: (yield* parsedJson(row.scores)) as NamedScores, truncated }
}

/** The traces of rows, by steps: each is short, or by steps of its own. Law: K3. */
export function* listedTraces(rows: ReadonlyArray<ListedRow>): Generator<void, ReadonlyArray<ListedTrace>> {
  const items: Array<ListedTrace> = []
  for (const row of rows) {
    items.push(yield* listedTrace(row))
    yield
  }
  return items
}

interface Parts {
  /** The traces of a project that are read. */
  readonly visible: (space: Space) => Statement.Fragment
  /** The same in parts, to be counted. */
  readonly visibleParts: (space: Space) => ReadonlyArray<Statement.Fragment>
  readonly fieldsOf: (space: Space) => Fields
  readonly search: Search
}

/** The newest numeric or boolean scores of a trace itself, by name: with the head, so that they take no statement more. */
const scoresOf = (fields: Fields) => (fields("trace.scores") as SqlField).value

/** Lists traces, newest start first. Laws: T7, T8. */
export const makeListTraces = (sql: SqlClient.SqlClient, { visible, visibleParts, fieldsOf, search }: Parts) => {
  const conditionsOf = makeFilters(sql)

  const matching = (
    own: Statement.Fragment,
    space: Space,
    { from, to, filters = [] }: TraceListOptions,
    found: ReadonlyArray<Statement.Fragment>
  ) =>
    sql.and([
      own,
      ...(from === undefined ? [] : [sql`h.started_ns >= ${from}::bigint`]),
      ...(to === undefined ? [] : [sql`h.started_ns < ${to}::bigint`]),
      ...conditionsOf.split(fieldsOf(space), filters).conditions,
      ...found
    ])

  return Effect.fnUntraced(function* (space: Space, options: TraceListOptions) {
    const { limit, after, includeTotal, maxBytes = Number.MAX_SAFE_INTEGER } = options
    const found = yield* search(options.search)
    const beyond =
      after === undefined
        ? sql.literal("")
        : sql`and (h.started_ns, h.trace_id) < (${after.startNano}::bigint, ${after.traceId}::uuid)`
    // What does not fit is not sent: a page of large traces would be held whole else.
    const page = sql`
      select q.* from (
        select p.*, row_number() over place as nth, sum(${sql.literal(weighed)} + ${others}) over place as bytes,
          count(*) over ()::int as found
        from (
          select ${sql.literal(listed)}, ${scoresOf(fieldsOf(space))}::text as scores, h.started_ns as place_ns, h.trace_id as place_id
          from agent_operations.trace_heads as h where ${matching(visible(space), space, options, found)} ${beyond}
          order by h.started_ns desc, h.trace_id desc limit ${limit + 1}
        ) as p
        window place as (order by p.place_ns desc, p.place_id desc)
      ) as q where q.nth = 1 or (q.nth <= ${limit} and q.bytes <= ${maxBytes})`
    const counts = visibleParts(space).map(
      (part) =>
        sql`((select count(*) from agent_operations.trace_heads as h where ${matching(part, space, options, found)}))`
    )
    // By one statement, so that both are of one moment.
    const rows = includeTotal
      ? yield* sql<(ListedRow | { readonly trace_id: null }) & { readonly total: number; readonly found: number }>`
          select page.*, counted.total from (
            select sum(part.count)::int as total from (values ${sql.csv(counts)}) as part(count)
          ) as counted left join (${page}) as page on true
          order by page.nth`
      : yield* sql<ListedRow & { readonly total?: number; readonly found: number }>`${page} order by q.nth`
    const heads = rows.filter((row): row is typeof row & ListedRow => row.trace_id !== null)
    const items = yield* inTurnsIfLong(lengthOf(heads), listedTraces(heads))
    const last = items.at(-1)
    return {
      items,
      next:
        last === undefined || heads.length === heads[0]!.found
          ? null
          : { startNano: last.summary.startNano, traceId: last.traceId },
      ...(includeTotal ? { total: rows[0]?.total ?? 0 } : {})
    } satisfies TracePage
  })
}
