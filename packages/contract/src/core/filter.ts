import type { FieldType } from "./record.ts"
import { parseTime } from "./time.ts"
import { utf8Bytes } from "../definition/size.ts"

/** How a filter compares a field with its value. */
export const operators = ["eq", "ne", "lt", "lte", "gt", "gte", "contains", "in", "exists"] as const

type Operator = (typeof operators)[number]

/** The types of field that an operator can compare; the others compare any. */
const comparable: Readonly<Partial<Record<Operator, ReadonlyArray<FieldType>>>> = {
  lt: ["string", "number", "timestamp", "duration", "json"],
  lte: ["string", "number", "timestamp", "duration", "json"],
  gt: ["string", "number", "timestamp", "duration", "json"],
  gte: ["string", "number", "timestamp", "duration", "json"],
  contains: ["string", "strings", "json"]
}

/** How many values the list of `in` may have, and how many bytes the text of `contains`: databases compare each with each. */
const most: Readonly<Partial<Record<Operator, number>>> = { in: 1000, contains: 1024 }

/** What is wrong with the length of a filter's list or text, whatever its field is. */
export const findLengthFault = (operator: Operator, value: unknown): string | undefined => {
  const isList = Array.isArray(value)
  const length = isList ? value.length : typeof value === "string" ? utf8Bytes(value) : 0
  const bound = (operator === "in") === isList ? most[operator] : undefined
  return bound !== undefined && length > bound
    ? `${operator} takes at most ${bound.toLocaleString("en-US")} ${isList ? "values" : "bytes"}, and these are ${length}.`
    : undefined
}

/** What of a filter does not suit its field. */
export interface FilterFault {
  readonly at: "operator" | "value"
  readonly message: string
}

/**
 * What of a filter does not suit the type of its field.
 *
 * - `exists` takes a boolean, or nothing (which is `true`).
 * - `in` takes an array of values of the field's type, at most 1,000.
 * - `contains` takes a string, at most 1 KiB: a part of a string, or an item of a list. In JSON it takes anything.
 * - `eq` and `ne` also take `null`. A list is compared with a list.
 * - A timestamp is compared with a time in RFC 3339 (see `parseTime`), a duration with a string (`"1.5s"`) or a number of
 *   milliseconds.
 */
export const findFilterFault = (
  { field, operator, value }: { readonly field: string; readonly operator: Operator; readonly value?: unknown },
  type: FieldType
): FilterFault | undefined => {
  if (comparable[operator]?.includes(type) === false) {
    return { at: "operator", message: `${operator} can't compare ${field}, which is ${described[type]}.` }
  }
  const fault = (message: string): FilterFault => ({ at: "value", message })
  if (operator === "exists") {
    return value === undefined || typeof value === "boolean" ? undefined : fault("exists needs true or false.")
  }
  if (value === undefined) return fault(`${operator} needs a value.`)
  const tooLong = findLengthFault(operator, value)
  if (tooLong !== undefined) return fault(tooLong)
  if (operator === "in") {
    return Array.isArray(value) && value.every((item) => suits[type](item))
      ? undefined
      : fault(`in needs an array of values for ${field}, which is ${described[type]}.`)
  }
  if (value === null && (operator === "eq" || operator === "ne")) return undefined
  const fits = operator === "contains" && type === "strings" ? suits.string : suits[type]
  return fits(value) ? undefined : fault(`The value does not fit ${field}, which is ${described[type]}.`)
}

const isString = (value: unknown) => typeof value === "string"

const suits: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  string: isString,
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  timestamp: (value) => typeof value === "string" && parseTime(value) !== undefined,
  duration: (value) => typeof value === "string" || typeof value === "number",
  strings: (value) => Array.isArray(value) && value.every(isString),
  json: () => true
}

const described: Readonly<Record<FieldType, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  timestamp: "a time in RFC 3339",
  duration: "a duration",
  strings: "a list of strings",
  json: "open JSON"
}
