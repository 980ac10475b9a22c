import type { Operation } from "@agent-operations/contract"
import { Result, Schema } from "effect"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }
type Place = ReadonlyArray<string | number>

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const at = (value: Json, [first, ...rest]: Place): Json =>
  first === undefined ? value : at((value as Record<string | number, Json>)[first]!, rest)

/** The same with another value at a place, or without it. */
const changed = (value: Json, [first, ...rest]: Place, to: Json | undefined): Json => {
  if (first === undefined) return to ?? null
  if (Array.isArray(value)) return value.map((one, n) => (n === first ? changed(one, rest, to) : one))
  const { [first]: one, ...others } = value as Record<string, Json>
  return rest.length === 0 && to === undefined ? others : { ...(value as object), [first]: changed(one!, rest, to) }
}

/** Every place in a value, whatever is inside of it first. */
const placesOf = (value: Json): ReadonlyArray<Place> => {
  const inner = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
  return [...inner.flatMap(([key, one]) => placesOf(one).map((place) => [key, ...place])), []]
}

/** The answer that an operation's schema takes, of those that one may want. */
const taken = (
  { result }: Operation.Any,
  value: Json,
  place: Place,
  ...wanted: ReadonlyArray<Json | undefined>
): Json => {
  for (const to of wanted) {
    const other = changed(value, place, to)
    if (Result.isSuccess(Schema.decodeUnknownResult(result)(other))) return other
  }
  return value
}

/** A value of the same kind beside another. */
const beside = (value: Json, n: number): Json => {
  if (typeof value === "number") return value + n * (Number.isInteger(value) ? 3 : 0.25)
  if (typeof value === "boolean") return n % 2 === 1 ? !value : value
  if (Array.isArray(value)) return value.map((one) => beside(one, n))
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, beside(one, n)]))
  return value
}

const exampleOf = (operation: Operation.Any) => operation.example.result as Json

const over = (operation: Operation.Any, change: (value: Json, now: Json, place: Place) => Json) =>
  placesOf(exampleOf(operation)).reduce(
    (value, place) => (place.length === 0 ? value : change(value, at(value, place), place)),
    exampleOf(operation)
  )

/** What an operation answers by its example: as it is, and in other ways that its schema takes. */
export const shapes: Readonly<Record<string, (operation: Operation.Any) => Json>> = {
  "as they are": exampleOf,
  "with as little as can be": (operation) =>
    over(operation, (value, now, place) => {
      if (Array.isArray(now) && now.some(isObject)) return value
      const empty = Array.isArray(now) ? [[]] : typeof now === "number" ? [0] : typeof now === "string" ? [""] : []
      return taken(operation, value, place, null, undefined, ...empty)
    }),
  "with none": (operation) =>
    over(operation, (value, now, place) => (Array.isArray(now) ? taken(operation, value, place, []) : value)),
  "with three of each": (operation) =>
    over(operation, (value, now, place) => {
      if (!Array.isArray(now) || now.length === 0) return value
      const three = [0, 1, 2].map((n) => beside(now[n % now.length]!, n))
      return taken(operation, value, place, three)
    })
}
