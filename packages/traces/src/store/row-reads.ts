import { inTurns } from "@agent-operations/operations"
import { hasPart } from "@agent-operations/operations/has-part"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import type { FieldType } from "@agent-operations/contract/records"
import type { Json } from "../json.ts"
import { type FieldPath, parseFieldPath } from "../rows/field-path.ts"
import { type Filter, passes } from "../rows/filter.ts"
import type { Sort } from "../rows/compare-values.ts"
import { valueAt } from "../rows/value-at.ts"
import { type SpanAnswer, spanAnswerBySteps } from "../span-answer.ts"
import { toTime } from "../time.ts"
import { bodyFinder } from "./chunks.ts"
import { type FactRow, factSelection, readFacts } from "./fact-columns.ts"
import { type FieldOptions, type Fields, makeFields, type SqlField } from "./fields.ts"
import { makeFilters } from "./filters.ts"
import { type Space, spanIdOf, spanKey, type TraceRef, traceIdOf } from "./keys.ts"
import { makeSorts, type SortPosition } from "./sorts.ts"
import type { Search } from "./search.ts"
import { makeVisible, makeVisibleById } from "./visible.ts"

/**
 * A value of a row: a string, a number, a time in RFC 3339, or null; what is a list, an object or open JSON as its text, and
 * false where that is longer than 256 KiB.
 */
export type RowValue = string | number | null | false

/** Where a page of rows ended. */
export interface RowPosition {
  /** The texts of the last row's sort keys. */
  readonly keys: ReadonlyArray<string | null>
  readonly startNano: bigint
  readonly id: string
}

export interface ReadRow extends RowPosition {
  /** Of the paths that were asked for, in their order. */
  readonly values: ReadonlyArray<RowValue>
  /** Whether it passes what is looked for in bodies. */
  readonly passes: boolean
}

/** The first rows, whose texts have 32 MiB at most, and at least one if there is one; and whether there are more. */
export interface ReadRows {
  readonly rows: ReadonlyArray<ReadRow>
  readonly more: boolean
}

/** A filter, or several of which all or any hold. */
export type RowCondition =
  | Filter
  | { readonly all: ReadonlyArray<RowCondition> }
  | { readonly any: ReadonlyArray<RowCondition> }

/** Which rows to read, and what of them. What is no built-in field that the database has is refused as a defect. */
export interface RowOptions {
  readonly limit: number
  /** Starts from this time on, and before that one. */
  readonly from?: bigint | undefined
  readonly to?: bigint | undefined
  readonly conditions: ReadonlyArray<RowCondition>
  readonly sorts: ReadonlyArray<Sort>
  readonly after?: RowPosition | undefined
  /** Built-in paths, such as `trace.name`. */
  readonly paths: ReadonlyArray<string>
}

export interface RowTraceOptions extends RowOptions {
  readonly search?: string | undefined
}

export interface RowSpanOptions extends RowOptions {
  readonly trace: TraceRef
  /** Filters on what bodies have. They leave no row out: `passes` tells. */
  readonly bodyFilters: ReadonlyArray<Filter>
  /** A part, in any case, of name, input or output, or the beginning of an ID: `passes` tells. */
  readonly search?: string | undefined
}

const largestValue = 256 * 1024

/** How many bytes are read at once, but for one row. */
const largestRead = 32 * 1024 * 1024

/** Stands for a text that is too long. No JSON text is this. */
const tooLong = "!"

const exactTexts = new Set(["input", "output", "error"])

/** What is compressed is taken for four times as large as it is stored: how large it is, is known once it is read. */
const stored = (column: string) =>
  `pg_column_size(${column}) * case when pg_column_compression(${column}) is null then 1 else 4 end`

/** About how large what a trace has of a field is, from what the database knows without reading it. */
const lengths: Readonly<Record<string, string>> = {
  input: "coalesce(octet_length(h.input), 0)",
  output: "coalesce(octet_length(h.output), 0)",
  error: "coalesce(octet_length(h.error), 0)",
  attributes: stored("h.attributes"),
  metadata: stored("h.metadata")
}

/** How often a part of a field is told at most, where some paths are of it or of what is around it. */
const timesTold = (paths: ReadonlyArray<FieldPath>, name: string): number => {
  const own = paths.filter((path) => path.name === name)
  const told = new Set(own.map(({ keys }) => keys.join("\0")))
  const around = ({ keys }: FieldPath) =>
    Array.from({ length: keys.length + 1 }, (_, n) => keys.slice(0, n).join("\0")).filter((keys) => told.has(keys))
      .length
  return Math.max(0, ...own.map(around))
}

/** Whether what is read of a type may be long. */
const isLong = (type: FieldType) => type === "json" || type === "strings"

interface KeyedRow extends Readonly<Record<`k${number}`, string | null>>, Readonly<Record<`c${number}`, unknown>> {
  readonly found: number
}

interface SpanRow extends KeyedRow, FactRow {
  readonly chunk: Uint8Array | null
}

type Sql<A> = Effect.Effect<A, SqlError.SqlError>

/** Reads what page views show, value by value: a row that only a formula looks at costs what the formula looks at. */
export const makeRowReads = (
  sql: SqlClient.SqlClient,
  { retentionNanos, ...idle }: FieldOptions & { readonly retentionNanos: bigint | undefined },
  search: Search
) => {
  const visible = makeVisible(sql, retentionNanos)
  const filters = makeFilters(sql)
  const sorts = makeSorts(sql)

  const fieldAt = (fields: Fields, path: string): SqlField => {
    const field = fields(path)
    if (field?.by !== "sql") throw new TypeError(`The database does not have ${path}.`)
    return field
  }

  const conditionOf = (fields: Fields, condition: RowCondition): Statement.Fragment => {
    if ("all" in condition) return sql.and(condition.all.map((part) => conditionOf(fields, part)))
    if ("any" in condition) return sql`(${sql.or(condition.any.map((part) => conditionOf(fields, part)))})`
    return sql`(${filters.condition(fieldAt(fields, condition.field), condition)})`
  }

  /** A value as it is selected: of JSON its text, unless that is too long. */
  const selected = ({ record, name, keys }: FieldPath, { type, value }: SqlField): Statement.Fragment => {
    if (!isLong(type)) return value
    // What the database makes of a text has another order of keys.
    const text =
      record === "trace" && keys.length === 0 && exactTexts.has(name) ? sql.literal(`h.${name}`) : sql`(${value})::text`
    return sql`(select case when octet_length(one.text) > ${sql.literal(String(largestValue))} then ${tooLong} else one.text end
      from (select ${text} as text offset 0) as one)`
  }

  const valueOf = (type: SqlField["type"], value: unknown): RowValue => {
    if (value === tooLong && isLong(type)) return false
    if (value === null || value === undefined) return null
    if (type === "timestamp") return toTime(value as bigint)
    return value as string | number
  }

  /** What a statement selects for some paths that the database has, and how a row of it is read. */
  const columnsOf = (fields: Fields, paths: ReadonlyArray<string>) => {
    const known = paths.map((path) => [parseFieldPath(path)!, fieldAt(fields, path)] as const)
    return {
      selection: known.map(([path, field], n) => sql`${selected(path, field)} as ${sql.literal(`c${n}`)}`),
      long: known.flatMap(([, { type }], n) => (isLong(type) ? [`c${n}`] : [])),
      read: (row: KeyedRow) => known.map(([, { type }], n) => valueOf(type, row[`c${n}`]))
    }
  }

  const keysOf = (row: KeyedRow, count: number) => Array.from({ length: count }, (_, n) => row[`k${n}`] ?? null)

  const withNames = (keys: ReadonlyArray<Statement.Fragment>) =>
    keys.map((key, n) => sql`${key} as ${sql.literal(`k${n}`)}`)

  const sortedBy = (fields: Fields, record: "trace" | "span", by: ReadonlyArray<Sort>) => {
    const sorted = sorts.make(fields, record, by)
    if (sorted === undefined) throw new TypeError("The database does not have every field that rows are sorted by.")
    return sorted
  }

  const range = (column: string, { from, to }: Pick<RowOptions, "from" | "to">) => [
    ...(from === undefined ? [] : [sql`${sql.literal(column)} >= ${from}::bigint`]),
    ...(to === undefined ? [] : [sql`${sql.literal(column)} < ${to}::bigint`])
  ]

  /** Of rows in their order, those that fit what is read at once, with their place and how many there are. */
  const fitting = (alias: "h" | "f", rows: Statement.Fragment, length: string) => {
    const name = sql.literal(alias)
    return sql`(
      select * from (
        select ${name}.*, row_number() over place as nth, sum(${sql.literal(length)}) over place as bytes,
          (count(*) over ())::int as found
        from (${rows}) as ${name} window place as (rows unbounded preceding)
      ) as ${name} where nth = 1 or bytes <= ${largestRead}
    ) as ${name}`
  }

  /** Selects columns of rows in their order, of those whose texts, which are among the columns, fit what is read at once. */
  const selectShort = (
    {
      columns,
      from,
      place
    }: { readonly columns: Statement.Fragment; readonly from: Statement.Fragment; readonly place: string },
    texts: ReadonlyArray<string>,
    names: ReadonlyArray<string>
  ) => {
    const nth = sql.literal(place)
    if (texts.length === 0) return sql`select ${columns} from ${from} order by ${nth}`
    const length = texts.map((name) => `coalesce(octet_length(${name}), 0)`).join(" + ")
    return sql`
      select ${sql.literal(names.join(", "))} from (
        select *, sum(${sql.literal(length)}) over (order by nth rows unbounded preceding) as bytes
        from (select ${columns}, ${nth} from ${from} order by ${nth}) as selected
      ) as selected where nth = 1 or bytes <= ${largestRead} order by nth`
  }

  const moreThan = (rows: ReadonlyArray<KeyedRow>, limit: number) =>
    rows.length > 0 && (rows[0]!.found > rows.length || rows[0]!.found === limit)

  const traces = Effect.fnUntraced(function* (
    space: Space,
    options: RowTraceOptions
  ): Effect.fn.Return<ReadRows, SqlError.SqlError> {
    const fields = makeFields(sql, space, idle)
    const { keys, order, after } = sortedBy(fields, "trace", options.sorts)
    const { selection, long, read } = columnsOf(fields, options.paths)
    const { limit } = options
    const sortedLong = options.sorts.map(({ field }) => parseFieldPath(field)!).filter(({ type }) => isLong(type))
    const conditions = sql.and([
      visible(space),
      ...range("h.started_ns", options),
      ...(yield* search(options.search)),
      ...options.conditions.map((condition) => conditionOf(fields, condition)),
      ...(options.after === undefined ? [] : [sql`(${after(options.after)})`])
    ])
    const told = options.paths.map((path) => parseFieldPath(path)!)
    const large = Object.entries(lengths).flatMap(([name, length]) => {
      const times = timesTold(told, name) + sortedLong.filter((path) => path.name === name).length
      return times === 0 ? [] : [times === 1 ? length : `${times}::bigint * (${length})`]
    })
    const rows = sql`
      select h.* from agent_operations.trace_heads as h where ${conditions} order by ${order} limit ${limit}`
    const columns = sql.csv([
      sql.literal("h.trace_id::text as id, h.started_ns, h.found"),
      ...withNames(keys),
      ...selection
    ])
    const from = fitting("h", rows, ["0", ...large].join(" + "))
    const keyNames = keys.map((_, n) => `k${n}`)
    const texts = [...(sortedLong.length === 0 ? [] : keyNames), ...long]
    const names = ["id", "started_ns", "found", ...keyNames, ...selection.map((_, n) => `c${n}`)]
    const selected = yield* sql<KeyedRow & { readonly id: string; readonly started_ns: bigint }>`
      ${selectShort({ columns, from, place: "h.nth" }, texts, names)}`
    return {
      rows: selected.map((row) => ({
        id: traceIdOf(row.id),
        startNano: row.started_ns,
        keys: keysOf(row, keys.length),
        values: read(row),
        passes: true
      })),
      more: moreThan(selected, limit)
    }
  })

  const spans = (space: Space, options: RowSpanOptions): Sql<ReadRows> => {
    const { tenant, project } = space
    const { traceId, bucket } = options.trace
    const fields = makeFields(sql, space, idle)
    const { keys, order, after } = sortedBy(fields, "span", options.sorts)
    const ofBodies = options.paths.map((path) => (fields(path)?.by === "process" ? parseFieldPath(path)! : undefined))
    const {
      selection,
      long,
      read: readOwn
    } = columnsOf(
      fields,
      options.paths.filter((_, n) => ofBodies[n] === undefined)
    )
    const { bodyFilters, search = "" } = options
    const bodies = search !== "" || bodyFilters.length > 0 || ofBodies.some((path) => path !== undefined)
    const passesBody = bodyPredicate(bodyFilters, search)
    const position: SortPosition | undefined =
      options.after === undefined ? undefined : { ...options.after, id: spanKey(options.after.id) }
    const head = makeVisibleById(sql, retentionNanos)(space, sql`${traceId}::uuid`)
    const conditions = sql.and([
      head,
      sql`f.tenant_id = ${tenant} and f.project_id = ${project} and f.trace_id = ${traceId}::uuid
        and f.bucket = ${bucket}::date`,
      ...range("f.started_ns", options),
      ...options.conditions.map((condition) => conditionOf(fields, condition)),
      ...(position === undefined ? [] : [sql`(${after(position)})`])
    ])
    const spans = sql`
      select f.* from agent_operations.trace_heads as h cross join agent_operations.trace_spans as f
      where ${conditions} order by ${order} limit ${options.limit}`
    const columns = sql.csv([
      sql.literal(`${factSelection("f")}, f.found, ${bodies ? "f.chunk_body" : "null::bytea"} as chunk`),
      ...withNames(keys),
      ...selection
    ])
    // A chunk comes with the first of its spans alone.
    const withChunks = (rows: Statement.Fragment) => sql`(
      select * from (
        select f.*, c.body as chunk_body,
          sum(octet_length(c.body)) over (order by f.nth rows unbounded preceding) as bytes_of_chunks
        from (select f.*, row_number() over (partition by f.chunk_id order by f.nth) as nth_of_chunk from ${rows}) as f
        left join agent_operations.trace_chunks as c on f.nth_of_chunk = 1 and c.tenant_id = ${tenant}
          and c.project_id = ${project} and c.trace_id = ${traceId}::uuid and c.bucket = ${bucket}::date
          and c.chunk_id = f.chunk_id
      ) as f where f.nth = 1 or coalesce(f.bytes_of_chunks, 0) <= ${largestRead}
    ) as f`
    function* read(found: ReadonlyArray<SpanRow>): Generator<void, ReadonlyArray<ReadRow>> {
      const bodyOf = bodyFinder(found)
      const read: Array<ReadRow> = []
      for (const row of found) {
        const body = bodyOf(row)
        const answer = body === null ? undefined : yield* spanAnswerBySteps({ ...readFacts(row, body), body })
        const own = readOwn(row)
        let next = 0
        const values: Array<RowValue> = []
        for (const path of ofBodies) {
          values.push(path === undefined ? own[next++]! : textAt(answer ?? {}, path))
          if (path !== undefined) yield
        }
        read.push({
          id: spanIdOf(row.span_id),
          startNano: row.started_ns,
          keys: keysOf(row, keys.length),
          values,
          passes: answer === undefined || (yield* passesBody(answer))
        })
        yield
      }
      return read
    }
    const shown = ofBodies.filter((path) => path !== undefined)
    const times = Math.max(1, ...shown.map(({ name }) => timesTold(shown, name)))
    const length = times === 1 ? "f.encoded_bytes" : `${times} * f.encoded_bytes::bigint`
    const rows = fitting("f", spans, bodies ? length : "0")
    const from = sql`agent_operations.trace_heads as h cross join ${bodies ? withChunks(rows) : rows} where ${head}`
    return Effect.flatMap(sql<SpanRow>`${selectShort({ columns, from, place: "f.nth" }, long, ["*"])}`, (rows) =>
      Effect.map(inTurns(read(rows)), (read) => ({ rows: read, more: moreThan(rows, options.limit) }))
    )
  }

  return { traces, spans }
}

/** Whether a span passes filters on its body, and is found by a search: by steps, as a body may be long. */
const bodyPredicate = (filters: ReadonlyArray<Filter>, search: string) => {
  const paths = filters.map((filter) => ({ filter, path: parseFieldPath(filter.field)! }))
  const part = search.toLowerCase()
  const partOfJson = JSON.stringify(part).slice(1, -1)
  const has = (value: Json) => {
    if (value === null) return false
    return typeof value === "string"
      ? hasPart(value.toLowerCase(), part)
      : hasPart(JSON.stringify(value).toLowerCase(), partOfJson)
  }
  return function* (span: SpanAnswer): Generator<void, boolean> {
    for (const { filter, path } of paths) {
      if (!passes(filter, path.type, valueAt(span, path))) return false
      yield
    }
    return part === "" || has(span.name) || has(span.input) || has(span.output) || span.id.startsWith(part)
  }
}

/** The value of a path of a span's body, as the database would tell it. */
const textAt = (answer: object, path: FieldPath): RowValue => {
  const value = valueAt(answer, path)
  if (value === null) return null
  const text = JSON.stringify(value)
  return Buffer.byteLength(text) > largestValue ? false : text
}

const ofBodies = new Set(["input", "output", "error", "tags", "attributes", "metadata"])

/** Whether a built-in path is of a span's body, which the database does not read: what is filtered and sorted by it elsewhere. */
export const isOfBody = (path: string): boolean => {
  const found = parseFieldPath(path)
  return found?.record === "span" && ofBodies.has(found.name)
}
