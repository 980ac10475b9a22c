import { sqlState, WorkClass } from "@agent-operations/database"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import type { Json } from "../../json.ts"
import type { MetricsAnswer, MetricsGroup, MetricsQuery } from "./MetricsQuery.ts"
import { aggregateOf } from "./numbers.ts"
import { periodOf } from "./periods.ts"
import type { Dimension, Source } from "./source.ts"

type Row = Readonly<Record<string, unknown>> & { readonly groups: number }

/** How long a value of JSON may be that rows are grouped by. */
const maxDimensionBytes = 1024

const shown = ({ codes, isJson }: Dimension, column: string) => {
  if (codes !== undefined) return `(array['${codes.join("','")}'])[${column} + 1]`
  return isJson === true ? `case when octet_length(${column}) <= ${maxDimensionBytes} then ${column} end` : column
}

/** The statement that a query is: groups, in order. */
const statementOf = (sql: SqlClient.SqlClient, source: Source, query: MetricsQuery): Statement.Statement<Row> => {
  const { granularity, orderBy } = query
  const dimensions = query.dimensions.map((name, n) => ({
    ...source.dimension(name),
    column: `g.d${n}`,
    name: `d${n}`
  }))
  const time = granularity === undefined ? undefined : periodOf(sql, granularity, source.time, query)
  const keys = [
    ...(time === undefined ? [] : [sql`${time} as time`]),
    ...dimensions.map(({ value, name }) => sql`${value} as ${sql.literal(name)}`)
  ]
  const values = query.measures.map((measure, n) => `${aggregateOf(source.rows, source.numbers, measure)} as m${n}`)
  // Of no rows there is a group only where nothing is grouped by.
  const grouped = keys.length === 0 ? "having count(*) > 0" : `group by ${keys.map((_, n) => n + 1).join(", ")}`
  const groups = sql`
    select ${sql.csv([...keys, sql.literal(values.join(", "))])} from ${source.from}
    where ${sql.and([...source.conditions])} ${sql.literal(grouped)} limit ${query.maxGroups + 1}`

  const told = [
    ...(time === undefined ? [] : ["g.time"]),
    ...dimensions.map((dimension) => `${shown(dimension, dimension.column)} as ${dimension.name}`),
    ...dimensions.flatMap(({ isJson, column }, n) =>
      isJson === true ? [`bool_or(octet_length(${column}) > ${maxDimensionBytes}) over () as long${n}`] : []
    ),
    ...values.map((_, n) => `g.m${n}`),
    "(count(*) over ())::int as groups"
  ]
  const first = orderBy.by === "time" ? "g.time" : `g.m${orderBy.by}`
  const order = [
    `${first} ${orderBy.direction} nulls last`,
    ...(time === undefined ? [] : ["g.time"]),
    ...dimensions.map((dimension) => `${shown(dimension, dimension.column)} collate "C"`)
  ]
  return sql<Row>`
    select ${sql.literal(told.join(", "))} from (${groups}) as g
    order by ${sql.literal(order.join(", "))} limit ${query.limit + 1}`
}

const valueOf = (dimension: Dimension, value: unknown): Json =>
  value === null || dimension.isJson !== true ? (value as string | null) : (JSON.parse(value as string) as Json)

const answerOf = (source: Source, query: MetricsQuery, rows: ReadonlyArray<Row>): MetricsAnswer => {
  if ((rows[0]?.groups ?? 0) > query.maxGroups) return { _tag: "TooManyGroups" }
  const long = query.dimensions.findIndex((_, n) => rows[0]?.[`long${n}`] === true)
  if (long !== -1) return { _tag: "LongDimension", index: long, maxBytes: maxDimensionBytes }
  const dimensions = query.dimensions.map(source.dimension)
  const groups = rows.slice(0, query.limit).map((row): MetricsGroup => ({
    startNano: query.granularity === undefined ? null : (row["time"] as bigint),
    dimensions: dimensions.map((dimension, n) => valueOf(dimension, row[`d${n}`])),
    values: query.measures.map((_, n) => row[`m${n}`] as number | null)
  }))
  return { _tag: "Groups", groups, hasMore: rows.length > query.limit }
}

const numberOutOfRange = "22003"

/** Answers a query over a source by one statement, and so at one moment. */
export const readGroups = (sql: SqlClient.SqlClient, source: Source, query: MetricsQuery) =>
  Effect.map(statementOf(sql, source, query), (rows) => answerOf(source, query, rows)).pipe(
    Effect.provideService(WorkClass, "search"),
    Effect.catchIf(
      (error) => sqlState(error) === numberOutOfRange,
      () => Effect.succeed<MetricsAnswer>({ _tag: "OutOfRange" })
    )
  )
