import type { SqlClient, Statement } from "effect/sql"
import type { Sort } from "../rows/compare-values.ts"
import { parseFieldPath } from "../rows/field-path.ts"
import type { Fields, SqlField } from "./fields.ts"

/** A part of what rows are sorted by. */
interface Key {
  readonly value: Statement.Fragment
  readonly type: string
  readonly direction: Sort["direction"]
}

/** Where a page ended: the texts of its last row's keys, and where its ties are decided. */
export interface SortPosition {
  readonly keys: ReadonlyArray<string | null>
  readonly startNano: bigint
  /** The ID as the table has it: a UUID of a trace, the key of a span. */
  readonly id: string | bigint
}

/** Of two tables the columns that decide ties: both descending. */
const ties = {
  trace: { start: "h.started_ns", id: "h.trace_id", type: "uuid" },
  span: { start: "f.started_ns", id: "f.span_id", type: "bigint" }
} as const

/** The sorts that are not decided anyway: a last one by the start, newest first, is what ties are decided by. */
const deciding = (record: "trace" | "span", sorts: ReadonlyArray<Sort>): ReadonlyArray<Sort> => {
  const last = sorts.at(-1)
  return last?.field === `${record}.startedAt` && last.direction === "desc" ? sorts.slice(0, -1) : sorts
}

/** What JSON is sorted by: its type, and its number or text. */
const keysOfJson = 3

/** How many keys a position has among rows of a record that are sorted in the database. */
export const countSortKeys = (record: "trace" | "span", sorts: ReadonlyArray<Sort>): number =>
  deciding(record, sorts).reduce(
    (count, { field }) => count + (parseFieldPath(field)?.type === "json" ? keysOfJson : 1),
    0
  )

/** Sorts of page views as SQL, with the order of `compareValues`: null last, ties by (start, ID) descending. Law: T14. */
export const makeSorts = (sql: SqlClient.SqlClient) => {
  const keysOf = ({ type, value }: SqlField, direction: Sort["direction"]): ReadonlyArray<Key> => {
    switch (type) {
      case "string":
        return [{ value: sql`(${value}) collate "C"`, type: "text", direction }]
      case "timestamp":
        return [{ value: sql`(${value} / 1000000)`, type: "bigint", direction }]
      case "strings": {
        const items = sql`(array(select item.value from jsonb_array_elements_text(${value}) as item)) collate "C"`
        return [{ value: items, type: "text[]", direction }]
      }
      case "json":
        // By type first: false, true, numbers, strings, then lists and objects, which are all alike.
        return [
          {
            value: sql`(case jsonb_typeof(${value}) when 'boolean' then (${value})::boolean::int when 'number' then 2
              when 'string' then 3 when 'array' then 4 when 'object' then 4 end)`,
            type: "int",
            direction
          },
          {
            value: sql`(case jsonb_typeof(${value}) when 'number' then (${value})::numeric end)`,
            type: "numeric",
            direction
          },
          {
            value: sql`(case jsonb_typeof(${value}) when 'string' then ${value} #>> '{}' end) collate "C"`,
            type: "text",
            direction
          }
        ]
      default:
        return [{ value: sql`(${value})`, type: "float8", direction }]
    }
  }

  /** What comes after a value of a key; undefined where nothing does. */
  const beyond = ({ value, type, direction }: Key, at: string | null) =>
    at === null
      ? undefined
      : sql`(${value} ${sql.literal(direction === "asc" ? ">" : "<")} ${at}::${sql.literal(type)} or ${value} is null)`

  const same = ({ value, type }: Key, at: string | null) =>
    at === null ? sql`${value} is null` : sql`${value} = ${at}::${sql.literal(type)}`

  /**
   * How rows of traces or spans are sorted: `keys` to be selected as texts, by which a position is told; what to `order` by;
   * and the condition of what comes `after` a position. Undefined where a field is not the database's.
   */
  const make = (fields: Fields, record: "trace" | "span", sorts: ReadonlyArray<Sort>) => {
    const { start, id, type } = ties[record]
    const sorted = deciding(record, sorts).map((sort) => [fields(sort.field), sort] as const)
    if (!sorted.every((one): one is readonly [SqlField, Sort] => one[0]?.by === "sql")) return undefined
    const keys = sorted.flatMap(([field, { direction }]) => keysOf(field, direction))
    return {
      keys: keys.map(({ value }) => sql`(${value})::text`),
      order: sql.csv([
        ...keys.map(({ value, direction }) => sql`${value} ${sql.literal(direction)} nulls last`),
        sql.literal(`${start} desc`),
        sql.literal(`${id} desc`)
      ]),
      after: (position: SortPosition): Statement.Fragment => {
        const tie = sql`(${sql.literal(`${start}, ${id}`)}) < (${position.startNano}::bigint, ${position.id}::${sql.literal(type)})`
        // Each key once: to repeat those before it would take the square of them.
        return keys.reduceRight((rest, key, n) => {
          const at = position.keys[n] ?? null
          const [further, alike] = [beyond(key, at), sql`${same(key, at)} and ${rest}`]
          return further === undefined ? alike : sql`(${further} or ${alike})`
        }, tie)
      }
    }
  }

  return { make }
}
