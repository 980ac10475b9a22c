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

/** The first millisecond, in nanoseconds, that is no less than a time. */
const roundedUp = (nanos: bigint): bigint => {
  const down = nanos - (((nanos % milliNanos) + milliNanos) % milliNanos)
  return down === nanos ? nanos : down + milliNanos
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
    switch (type) {
      case "string":
        if (typeof given !== "string" || !isStorable(given)) return never
        return byIndex?.(given) ?? sql`${value} = ${given}::text`
      case "number":
        return typeof given === "number" ? sql`${value} = ${String(given)}::float8` : never
      case "timestamp": {
        const nanos = timeOf(given)
        if (nanos === undefined || nanos % milliNanos !== 0n || nanos > latestNano || nanos < 0n) return never
        return sql`${value} >= ${nanos}::bigint and ${compareTimes(value, "lte", nanos)}`
      }
      case "strings":
      case "json":
        if (!isStorableJson(given)) return never
        return byIndex?.(given) ?? sql`${value} = ${JSON.stringify(given)}::jsonb`
      default:
        return never
    }
  }

  const contains = ({ type, value }: SqlField, given: Json): Statement.Fragment => {
    if (!isStorableJson(given)) return never
    switch (type) {
      case "string":
        return typeof given === "string" ? sql`strpos(${value}, ${given}::text) > 0` : never
      case "strings":
        return typeof given === "string" ? sql`${value} @> ${JSON.stringify([given])}::jsonb` : never
      case "json": {
        const item = sql`when 'array' then exists (
          select from jsonb_array_elements(${value}) as item where item.value = ${JSON.stringify(given)}::jsonb)`
        const part =
          typeof given === "string"
            ? sql`when 'string' then strpos(${value} #>> '{}', ${given}::text) > 0`
            : sql.literal("")
        return sql`case jsonb_typeof(${value}) ${item} ${part} end`
      }
      default:
        return never
    }
  }

  /** Equal to one of many values, of which none is null, by one array: a long list is one parameter. */
  const oneOfMany = ({ type, value }: SqlField, given: ReadonlyArray<Json>): Statement.Fragment => {
    switch (type) {
      case "string": {
        const texts = given.filter((item) => typeof item === "string").filter(isStorable)
        return texts.length === 0 ? never : sql`${value} = any(${texts}::text[])`
      }
      case "number":
        return sql`${value} = any(${arrayText(given.filter((item) => typeof item === "number"))}::float8[])`
      case "timestamp": {
        const millis = given.flatMap((item) => {
          const nanos = timeOf(item)
          return nanos === undefined || nanos % milliNanos !== 0n || nanos > latestNano || nanos < 0n
            ? []
            : [nanos / milliNanos]
        })
        return sql`${value} / ${milliNanos}::bigint = any(${arrayText(millis)}::bigint[])`
      }
      case "strings":
      case "json": {
        const texts = given.filter(isStorableJson).map((item) => JSON.stringify(item))
        return texts.length === 0 ? never : sql`${value} = any(${texts}::text[]::jsonb[])`
      }
      default:
        return never
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
