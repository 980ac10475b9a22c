import type { FieldType } from "@agent-operations/contract/records"
import type { Json } from "../json.ts"

/** A sort of a page view. */
export interface Sort {
  readonly field: string
  readonly direction: "asc" | "desc"
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

/** Compares texts by code point, as `collate "C"` does in UTF-8: code units of UTF-16 have another order. */
export const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let n = 0; n < length; n++) {
    if (a.charCodeAt(n) === b.charCodeAt(n)) continue
    const pair = n > 0 && isHighSurrogate(a.charCodeAt(n - 1)) ? a.codePointAt(n - 1)! - b.codePointAt(n - 1)! : 0
    return pair === 0 ? a.codePointAt(n)! - b.codePointAt(n)! : pair
  }
  return a.length - b.length
}

const compareNumbers = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

const compareLists = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  for (let n = 0; n < Math.min(a.length, b.length); n++) {
    const order = compareText(a[n]!, b[n]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Of JSON: false, true, numbers, strings, then lists and objects, which are all alike. */
const rankOf = (value: Json): number => {
  if (typeof value === "boolean") return value ? 1 : 0
  return typeof value === "number" ? 2 : typeof value === "string" ? 3 : 4
}

const compareJson = (a: Json, b: Json): number => {
  const order = rankOf(a) - rankOf(b)
  if (order !== 0) return order
  if (typeof a === "number") return compareNumbers(a, b as number)
  return typeof a === "string" ? compareText(a, b as string) : 0
}

const comparePresent = (type: FieldType, a: Json, b: Json): number => {
  if (type === "strings") return compareLists(a as ReadonlyArray<string>, b as ReadonlyArray<string>)
  if (type === "timestamp") return compareNumbers(Date.parse(a as string), Date.parse(b as string))
  return compareJson(a, b)
}

/** Orders two values of a type as a page view sorts them: null last, either way. */
export const compareValues = (type: FieldType, direction: Sort["direction"], a: Json, b: Json): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return direction === "asc" ? comparePresent(type, a, b) : comparePresent(type, b, a)
}
