import { parseTime } from "@agent-operations/contract/records"
import { EvaluationError } from "@marcbachmann/cel-js"
import { Duration, UnsignedInt } from "@marcbachmann/cel-js/evaluator"
import { CellFailure, missing, tooExpensive, tooLarge } from "./failures.ts"
import { spend } from "./meter.ts"
import type { Cell, JsonValue, ValueType } from "./protocol.ts"

/** The largest value of a cell, in characters of its JSON. */
const largestCell = 256 * 1024

const longestMessage = 200

const described: Readonly<Record<ValueType, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  timestamp: "a timestamp",
  duration: "a duration",
  json: "JSON"
}

const notOf = (valueType: ValueType) => new CellFailure("TYPE_ERROR", `The value is not ${described[valueType]}.`)

const finite = (value: number): number => {
  if (Number.isFinite(value)) return value
  throw new CellFailure("ARITHMETIC", "The number is not finite: something was divided by zero, or grew too large.")
}

const integer = (value: bigint): number => {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return number
  throw new CellFailure("ARITHMETIC", "The integer is beyond 2^53 - 1.")
}

/** A number of either kind; undefined where a value is none. */
const numberOf = (value: unknown): number | undefined => {
  if (typeof value === "number") return finite(value)
  if (typeof value === "bigint") return integer(value)
  return value instanceof UnsignedInt ? integer(value.valueOf()) : undefined
}

const timeOf = (value: unknown): string | undefined =>
  value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : undefined

const text = (value: string): string => {
  if (value.length > largestCell) throw tooLarge
  return value.toWellFormed()
}

const objectOf = (entries: Iterable<readonly [unknown, unknown]>): JsonValue => {
  const made = Object.create(null) as Record<string, JsonValue>
  for (const [key, value] of entries) made[text(String(key))] = jsonOf(value)
  return made
}

/** A value as JSON: times in RFC 3339, durations in milliseconds, bytes in base64. */
const jsonOf = (value: unknown): JsonValue => {
  spend(1)
  if (value === null || value === undefined || typeof value === "boolean") return value ?? null
  if (typeof value === "string") return text(value)
  if (value instanceof CellFailure) throw value
  const scalar = numberOf(value) ?? timeOf(value)
  if (scalar !== undefined) return scalar
  if (typeof value !== "object") throw notOf("json")
  if (value instanceof Duration) return finite(value.valueOf())
  if (value instanceof Uint8Array) return text(Buffer.from(value).toString("base64"))
  if (Array.isArray(value)) return value.map(jsonOf)
  if (value instanceof Map) return objectOf(value)
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) throw notOf("json")
  return objectOf(Object.entries(value))
}

const boundedJson = (value: unknown): JsonValue => {
  const json = jsonOf(value)
  if (typeof json === "object" && JSON.stringify(json).length > largestCell) throw tooLarge
  return json
}

/** What a formula yields, as a value of a type on the wire. Throws where it is none of that type. */
export const valueOf = (value: unknown, valueType: ValueType): JsonValue => {
  if (value === null || value === undefined) return null
  switch (valueType) {
    case "json":
      return boundedJson(value)
    case "string":
      if (typeof value !== "string") throw notOf(valueType)
      return text(value)
    case "boolean":
      if (typeof value !== "boolean") throw notOf(valueType)
      return value
    case "duration":
      if (!(value instanceof Duration)) throw notOf(valueType)
      return finite(value.valueOf())
    default: {
      const found = valueType === "number" ? numberOf(value) : timeOf(value)
      if (found === undefined) throw notOf(valueType)
      return found
    }
  }
}

/** What an attribute has, as a value of a type on the wire: a time is a text in RFC 3339, a duration milliseconds. */
export const attributeOf = (value: unknown, valueType: ValueType): JsonValue => {
  if (value === null || value === undefined) return null
  if (valueType === "duration") return valueOf(value, "number")
  if (valueType !== "timestamp") return valueOf(value, valueType)
  if (typeof value !== "string" || parseTime(value) === undefined) throw notOf(valueType)
  return valueOf(new Date(value), valueType)
}

const arithmetic = new Set(["division_by_zero", "modulo_by_zero", "numeric_overflow"])

/** How the engine tells that a value has become too large for it, or a formula too deep. */
const exhausted = /call stack|string length|array length|BigInt/u

const failureOf = (thrown: unknown): CellFailure => {
  if (thrown instanceof CellFailure) return thrown
  if (thrown instanceof EvaluationError) {
    const message = thrown.summary.slice(0, longestMessage).toWellFormed()
    return new CellFailure(arithmetic.has(thrown.code) ? "ARITHMETIC" : "TYPE_ERROR", message)
  }
  if (thrown instanceof RangeError && exhausted.test(thrown.message)) return tooExpensive
  const message = thrown instanceof Error ? thrown.message : "The formula can't be computed."
  return new CellFailure("TYPE_ERROR", message.slice(0, longestMessage).toWellFormed())
}

/** The cell that something thrown makes: where what is needed is not there, there is nothing. */
export const cellOfThrown = (thrown: unknown): Cell => {
  if (thrown === missing) return nothing
  const { code, message } = failureOf(thrown)
  return { value: null, error: { code, message } }
}

const nothing: Cell = { value: null }
