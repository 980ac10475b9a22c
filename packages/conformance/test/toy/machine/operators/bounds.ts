import type { Operation } from "@agent-operations/contract"
import { isObject } from "../../../../src/json.ts"
import type { Json } from "../mutant.ts"
import { type Place, takesAt } from "../places.ts"

/** What is measured of a value at a place, and a value of a measure. */
interface Measure {
  readonly of: (value: Json) => number | undefined
  readonly make: (size: number) => unknown
  /** A value made smaller, or larger by one. */
  readonly fit: (value: Json, size: number) => Json
  /** No bound is looked for beyond it. */
  readonly most: number
}

const measureOf = ({ value, isText }: Place): Measure | undefined => {
  if (isText) {
    return {
      of: (text) => (typeof text === "string" ? [...text].length : undefined),
      make: (size) => "a".repeat(size),
      fit: (text: string, size) => (size < text.length ? [...text].slice(0, size).join("") : text.padEnd(size, "a")),
      most: 300_000
    }
  }
  if (typeof value === "number") {
    return {
      of: (number) => (typeof number === "number" ? number : undefined),
      make: (size) => size,
      fit: (_, size) => size,
      most: 2 ** 31
    }
  }
  if (Array.isArray(value) && value.length > 0) {
    return {
      of: (list) => (Array.isArray(list) ? list.length : undefined),
      make: (size) => Array<unknown>(size).fill(value[0]),
      fit: (list: Array<Json>, size) => list.slice(0, size),
      most: 1000
    }
  }
  const [entry] = isObject(value) ? Object.entries(value) : []
  if (entry !== undefined && isObject(entry[1])) {
    return {
      of: (record) => (isObject(record) ? Object.keys(record).length : undefined),
      make: (size) => Object.fromEntries(Array.from({ length: size }, (_, n) => [`a${n}`, entry[1]])),
      fit: (record: object, size) => Object.fromEntries(Object.entries(record).slice(0, size)),
      most: 300
    }
  }
  return undefined
}

/** The least and the most that a place takes of what is measured there. */
export interface Bounds extends Pick<Measure, "of" | "fit"> {
  readonly least: number | undefined
  readonly most: number | undefined
}

/** The bounds of a place in the input of an operation, found by trying. */
export const boundsOf = (operation: Operation.Any, place: Place): Bounds | undefined => {
  const measure = measureOf(place)
  if (measure === undefined) return undefined
  const { of, fit, make } = measure
  const isNumber = typeof place.value === "number"
  const takes = (size: number) => (isNumber || size >= 0) && takesAt(operation, place, make(size))
  let low = of(place.value)!
  if (!takes(low)) return undefined
  const least = [-1, 0, 1, 2].find(takes)
  if (takes(measure.most)) return { of, fit, least: least === -1 ? undefined : least, most: undefined }
  let high = measure.most
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (takes(middle)) low = middle
    else high = middle
  }
  return { of, fit, least: least === -1 ? undefined : least, most: low }
}
