import { emptyObject, type Json, type JsonObject } from "../json.ts"
import { limits } from "../limits.ts"
import { type AnyValue, type KeyValue, toBigInt } from "./message.ts"
import { Rejected } from "./rejected.ts"

/** Why a text cannot be stored; undefined where it can. */
const faultOf = (text: string): string | undefined => {
  if (text.includes("\0")) return "contains a NUL character"
  return text.isWellFormed() ? undefined : "contains half a surrogate pair"
}

/** A text that can be stored, or the rejection of its span, which says what it is. */
export const storable = (text: string, what: string): string => {
  const fault = faultOf(text)
  if (fault !== undefined) throw new Rejected(`${what} ${fault}`)
  return text
}

/** The same of an attribute's value, of which there are many: its name is put together where it is needed. */
const storableValue = (text: string, key: string): string => {
  const fault = faultOf(text)
  if (fault !== undefined) throw new Rejected(`the attribute ${quoted(key)} ${fault}`)
  return text
}

const named = (value: number): Json => (Number.isFinite(value) ? value : String(value))

/** An integer as JSON keeps it: beyond 2^53 - 1 as its digits. */
const integer = (value: bigint): Json => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

const toJson = (message: AnyValue | null, key: string, depth: number): Json => {
  if (depth > limits.depth) throw new Rejected(`the attribute ${quoted(key)} nests deeper than ${limits.depth}`)
  if (message === null) return null
  const { stringValue, intValue, boolValue, doubleValue, arrayValue, kvlistValue, bytesValue } = message
  if (stringValue != null) return storableValue(stringValue, key)
  if (intValue != null) return integer(toBigInt(intValue, true))
  if (boolValue != null) return boolValue
  if (doubleValue != null) return named(doubleValue)
  if (arrayValue != null) return arrayValue.values.map((value) => toJson(value, key, depth + 1))
  if (kvlistValue != null) {
    const object = emptyObject()
    for (const pair of kvlistValue.values) {
      object[storableValue(pair.key, key)] = toJson(pair.value, key, depth + 1)
    }
    return object
  }
  return bytesValue == null ? null : Buffer.from(bytesValue).toString("base64")
}

/** A key as a reason quotes it: what a sender chose, and so not without bound. */
const quoted = (key: string) => JSON.stringify(key.toWellFormed().slice(0, 80))

export interface ReadAttributes {
  readonly attributes: JsonObject
  /** Those that came under a key that came again: the last wins. */
  readonly repeated: number
}

/** The attributes of a message as JSON: int64 beyond 2^53 - 1 as digits, bytes as base64, NaN and infinities by name. */
export const readAttributes = (pairs: ReadonlyArray<KeyValue>): ReadAttributes => {
  if (pairs.length > limits.attributes) throw new Rejected(`it has more than ${limits.attributes} attributes`)
  const attributes = emptyObject()
  let repeated = 0
  for (const { key, value } of pairs) {
    if (key in attributes) repeated++
    attributes[storable(key, "the key of an attribute")] = toJson(value, key, 0)
  }
  return { attributes, repeated }
}
