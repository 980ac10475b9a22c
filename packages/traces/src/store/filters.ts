import type { SqlClient, Statement } from "effect/sql"
import type { Json } from "../json.ts"
import { type Filter, timeOf } from "../rows/filter.ts"
import { latestNano, milliNanos } from "../time.ts"
import { arrayText } from "./columns.ts"
import type { Fields, SqlField } from "./fields.ts"
import { isStorable, isStorableJson, leastStorable } from "./storable.ts"

type Comparison = "lt" | "lte" | "gt" | "gte"

const signs: Readonly<Record<Comparison, string>> = { lt: "<", lte: "<=", gt: ">", gte: ">=" }

/** How many values of a list are looked for one by one. */
const fewListed = 16

/**
 * How long a part may be that `strpos` and `ilike` look for: they compare as often as the two lengths' product, and nothing ends
 * them.
 */
export const quickPart = 32

const halfPair = /[\ud800-\udbff]$/

/** The first millisecond, in nanoseconds, that is no less than a time. */
const roundedUp = (nanos: bigint): bigint => {
  const down = nanos - (((nanos % milliNanos) + milliNanos) % milliNanos)
  return down === nanos ? nanos : down + milliNanos
}

/** The text of what a field of a type is equal to if it is equal to a value; undefined where no such field is. */
const comparedText = (type: SqlField["type"], given: Json): string | undefined => {
  switch (type) {
    case "string":
      return typeof given === "string" && isStorable(given) ? given : undefined
    case "number":
      return typeof given === "number" ? String(given) : undefined
    case "timestamp": {
      const nanos = timeOf(given)
      const isStored = nanos !== undefined && nanos % milliNanos === 0n && nanos <= latestNano && nanos >= 0n
      return isStored ? String(nanos) : undefined
    }
    case "strings":
    case "json":
      return isStorableJson(given) ? JSON.stringify(given) : undefined
    default:
      return undefined
  }
}

/** Filters of page views as SQL, with the meaning of `passes`. Law: T14. */
export const makeFilters = (sql: SqlClient.SqlClient) => {
  const never = sql.literal("false")

  const compareTexts = (value: Statement.Fragment, operator: Comparison, text: string) => {
    const bound = leastStorable(text)
    // Nothing lies between a text that is not stored and the first behind it.
    const sign = bound === text ? signs[operator] : operator === "lt" || operator === "lte" ? "<" : ">="
    return sql`${value} collate "C" ${sql.literal(sign)} ${bound}::text`
  }

  /** Compares nanoseconds that are read in milliseconds, rounded down, without a function around the column. */
  const compareTimes = (value: Statement.Fragment, operator: Comparison, nanos: bigint) => {
    const below = operator === "lt" || operator === "gte"
    const bound = below ? roundedUp(nanos) : roundedUp(nanos + 1n)
    const least = -latestNano
    const before = operator === "lt" || operator === "lte"
    if (bound > latestNano) return before ? sql`${value} is not null` : never
    return before
      ? sql`${value} < ${bound < least ? least : bound}::bigint`
      : sql`${value} >= ${bound < least ? least : bound}::bigint`
  }

  const compare = ({ type, value }: SqlField, operator: Comparison, given: Json): Statement.Fragment => {
    const sign = sql.literal(signs[operator])
    switch (type) {
      case "string":
        return typeof given === "string" ? compareTexts(value, operator, given) : never
      case "timestamp": {
        const nanos = timeOf(given)
        return nanos === undefined ? never : compareTimes(value, operator, nanos)
      }
      case "number":
        return typeof given === "number" ? sql`${value} ${sign} ${String(given)}::float8` : never
      case "json":
        // Of a case only the branch that is taken is evaluated.
        if (typeof given === "number") {
          return sql`case jsonb_typeof(${value}) when 'number' then (${value})::numeric ${sign} ${String(given)}::numeric end`
        }
        if (typeof given !== "string") return never
        return sql`case jsonb_typeof(${value}) when 'string' then ${compareTexts(sql`(${value} #>> '{}')`, operator, given)} end`
      default:
        return never
    }
  }

  const equals = ({ type, value, equals: byIndex }: SqlField, given: Json): Statement.Fragment => {
    if (given === null) return sql`${value} is null`
    const text = comparedText(type, given)
    if (text === undefined) return never
    switch (type) {
      case "number":
        return sql`${value} = ${text}::float8`
      case "timestamp":
        return sql`${value} >= ${BigInt(text)}::bigint and ${compareTimes(value, "lte", BigInt(text))}`
      case "string":
        return byIndex?.(given) ?? sql`${value} = ${text}::text`
      default:
        return byIndex?.(given) ?? sql`${value} = ${text}::jsonb`
    }
  }

  /**
   * Whether a text has a part. Where it has how a long part begins, it is compared as a pattern, by an automaton: in a time that
   * grows with the text alone, and that can be ended.
   */
  const hasPart = (text: Statement.Fragment, part: string): Statement.Fragment =>
    part.length <= quickPart
      ? sql`strpos(${text}, ${part}::text) > 0`
      : sql`case when strpos(${text}, ${part.slice(0, quickPart).replace(halfPair, "")}::text) > 0
          then ${text} ~ ${`***=${part}`}::text end`

  const contains = ({ type, value }: SqlField, given: Json): Statement.Fragment => {
    if (!isStorableJson(given)) return never
    switch (type) {
      case "string":
        return typeof given === "string" ? hasPart(value, given) : never
      case "strings":
        return typeof given === "string" ? sql`${value} @> ${JSON.stringify([given])}::jsonb` : never
      case "json": {
        const item = sql`when 'array' then exists (
          select from jsonb_array_elements(${value}) as item where item.value = ${JSON.stringify(given)}::jsonb)`
        const part =
          typeof given === "string"
            ? sql`when 'string' then ${hasPart(sql`(${value} #>> '{}')`, given)}`
            : sql.literal("")
        // As a query of its own, before which a statement can be ended: a row may have to pass hundreds of filters.
        return sql`(select case jsonb_typeof(${value}) ${item} ${part} end)`
      }
      default:
        return never
    }
  }

  /** Equal to one of many values, of which none is null, by one array: a long list is one parameter. */
  const oneOfMany = ({ type, value }: SqlField, given: ReadonlyArray<Json>): Statement.Fragment => {
    const texts = given.flatMap((item) => comparedText(type, item) ?? [])
    if (texts.length === 0) return never
    switch (type) {
      case "number":
        return sql`${value} = any(${arrayText(texts)}::float8[])`
      case "timestamp": {
        const millis = arrayText(texts.map((nanos) => BigInt(nanos) / milliNanos))
        return sql`${value} / ${milliNanos}::bigint = any(${millis}::bigint[])`
      }
      case "string":
        return sql`${value} = any(${texts}::text[])`
      default:
        return sql`${value} = any(${texts}::text[]::jsonb[])`
    }
  }

  const oneOf = (field: SqlField, given: ReadonlyArray<Json>): Statement.Fragment => {
    if (given.length === 0) return never
    // Each by an index, or by a range of it, while they are few.
    const few = given.length <= fewListed && field.type !== "string" && field.type !== "number"
    if (few) return sql`(${sql.or(given.map((item) => equals(field, item)))})`
    const many = oneOfMany(
      field,
      given.filter((item) => item !== null)
    )
    return given.includes(null) ? sql`(${field.value} is null or ${many})` : many
  }

  /** Whether a row passes a filter on a field that the database has: null where it does not, so it is not to be negated. */
  const condition = (field: SqlField, { operator, value = null }: Omit<Filter, "field">): Statement.Fragment => {
    switch (operator) {
      case "eq":
        return equals(field, value)
      case "ne":
        return sql`(${equals(field, value)}) is not true`
      case "contains":
        return contains(field, value)
      case "in":
        return Array.isArray(value) ? oneOf(field, value as ReadonlyArray<Json>) : never
      case "exists":
        return value === false ? sql`${field.value} is null` : sql`${field.value} is not null`
      default:
        return compare(field, operator, value)
    }
  }

  return {
    condition,

    /**
     * The conditions of filters, all of which must hold, and the filters that are left to the process: on bodies of spans, and
     * on what is no built-in field.
     *
     * @example
     * const { conditions, left } = filters.split(makeFields(sql, space, options), settings.filters)
     * yield* sql`select … from agent_operations.trace_heads as h where ${sql.and([own, ...conditions])}`
     */
    split: (fields: Fields, filters: ReadonlyArray<Filter>) => {
      const conditions: Array<Statement.Fragment> = []
      const left: Array<Filter> = []
      for (const filter of filters) {
        const field = fields(filter.field)
        if (field?.by === "sql") conditions.push(condition(field, filter))
        else left.push(filter)
      }
      return { conditions, left }
    }
  }
}
