import type { FieldType } from "@agent-operations/contract/records"
import { hasPart } from "@agent-operations/operations/has-part"
import type { Json } from "../json.ts"
import { parseTime } from "../time.ts"
import { compareText } from "./compare-values.ts"

/** How a filter of a page view compares a field with its value. */
export type FilterOperator = "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains" | "in" | "exists"

/** A filter of a page view. */
export interface Filter {
  readonly field: string
  readonly operator: FilterOperator
  readonly value?: Json
}

const sameKeys = (a: object, b: object) => {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key))
}

/** Whether two values of JSON are the same: of objects, in whatever order their keys are. */
export const sameJson = (a: Json, b: Json): boolean => {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, n) => sameJson(item, b[n]))
  }
  const [left, right] = [a as { readonly [key: string]: Json }, b as { readonly [key: string]: Json }]
  return sameKeys(left, right) && Object.keys(left).every((key) => sameJson(left[key]!, right[key]!))
}

const unitNanos: Readonly<Record<string, number>> = { h: 3.6e12, m: 6e10, s: 1e9, ms: 1e6, us: 1e3, ns: 1 }

/** The milliseconds of a duration such as `1.5s` or `1h30m`, or of a number of them; undefined where it is none. */
const durationOf = (value: Json): number | undefined => {
  if (typeof value === "number") return value
  if (typeof value !== "string" || !/^-?(?:\d+(?:\.\d+)?(?:h|ms|m|us|s|ns))+$/.test(value)) return undefined
  let nanos = 0
  for (const [, amount, unit] of value.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|us|s|ns)/g))
    nanos += Number(amount) * unitNanos[unit!]!
  return (value.startsWith("-") ? -nanos : nanos) / 1e6
}

/** The nanoseconds of a time in RFC 3339; undefined where a value is none. */
export const timeOf = (value: Json): bigint | undefined => (typeof value === "string" ? parseTime(value) : undefined)

/** The order of two values that can be compared: undefined where they cannot. */
const orderOf = (type: FieldType, actual: Json, value: Json): number | undefined => {
  if (type === "timestamp" || type === "duration") {
    const [a, b] = type === "timestamp" ? [timeOf(actual), timeOf(value)] : [durationOf(actual), durationOf(value)]
    return a === undefined || b === undefined ? undefined : a < b ? -1 : a > b ? 1 : 0
  }
  if (typeof actual === "number" && typeof value === "number") return actual < value ? -1 : actual > value ? 1 : 0
  return typeof actual === "string" && typeof value === "string" ? compareText(actual, value) : undefined
}

const equals = (type: FieldType, actual: Json, value: Json): boolean => {
  if (actual === null || value === null || (type !== "timestamp" && type !== "duration")) return sameJson(actual, value)
  return orderOf(type, actual, value) === 0
}

const contains = (type: FieldType, actual: Json, value: Json): boolean => {
  if (type === "timestamp" || type === "duration") return false
  if (Array.isArray(actual)) return (actual as ReadonlyArray<Json>).some((item) => sameJson(item, value))
  // Half a surrogate pair is no part of a whole one.
  return typeof actual === "string" && typeof value === "string" && value.isWellFormed() && hasPart(actual, value)
}

/**
 * Whether a value of a type passes a filter: null where a row has none. `eq` compares type and value, and `ne` is its
 * negation; the others hold for no null. Timestamps and durations are compared by value.
 */
export const passes = ({ operator, value = null }: Filter, type: FieldType, actual: Json): boolean => {
  const order = () => (actual === null ? undefined : orderOf(type, actual, value))
  switch (operator) {
    case "eq":
      return equals(type, actual, value)
    case "ne":
      return !equals(type, actual, value)
    case "lt":
      return (order() ?? 0) < 0
    case "lte":
      return (order() ?? 1) <= 0
    case "gt":
      return (order() ?? 0) > 0
    case "gte":
      return (order() ?? -1) >= 0
    case "contains":
      return contains(type, actual, value)
    case "in":
      return Array.isArray(value) && (value as ReadonlyArray<Json>).some((item) => equals(type, actual, item))
    case "exists":
      return (actual !== null) === (value !== false)
  }
}
