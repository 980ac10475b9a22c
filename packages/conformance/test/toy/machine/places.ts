import type { Operation } from "@agent-operations/contract"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { SchemaAST } from "effect"
import { isOpen, isText, put, type Shape, shapeOf, type Site, wordsOf } from "../../../src/shape.ts"
import type { Json } from "./mutant.ts"

/** In place of the names of a record, and of the indexes of a list: each of them. */
const each = "*"

/** A place in the input or the result of an operation, in each item of a list and of a record. */
export interface Place extends Site {
  readonly pattern: ReadonlyArray<string>
  readonly pointer: string
  readonly isOpen: boolean
  readonly isText: boolean
  readonly words: ReadonlyArray<string> | undefined
  /** Whether it takes whole numbers, and no others. */
  readonly isWhole: boolean
  /** Whether it is a name of a record or an index of a list. */
  readonly isItem: boolean
  /** Whether it can be left out of `whole`. */
  readonly isOptional: boolean
}

/** What `change` answers to leave a member out. */
export const absent = Symbol("absent")

/** A value with what it has at the places of a pattern changed; where it has none, nothing is. */
export const mapAt = (
  value: Json,
  [first, ...rest]: ReadonlyArray<string>,
  change: (value: Json, holder: Json) => Json,
  holder?: Json
): Json => {
  if (first === undefined) return change(value, holder)
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    return first === each
      ? value.map((inner) => mapAt(inner, rest, change, value)).filter((inner) => inner !== absent)
      : value
  }
  const names = first === each ? Object.keys(value) : [first].filter((name) => Object.hasOwn(value, name))
  const entries = Object.entries(value as Record<string, Json>).map(([name, inner]): [string, Json] => [
    name,
    names.includes(name) ? mapAt(inner, rest, change, value) : inner
  ])
  return Object.fromEntries(entries.filter(([, inner]) => inner !== absent))
}

/** What a value has at the places of a pattern. */
export const allAt = (value: Json, pattern: ReadonlyArray<string>): ReadonlyArray<Json> => {
  const found: Array<Json> = []
  mapAt(value, pattern, (inner) => {
    found.push(inner)
    return inner
  })
  return found
}

const without = (whole: unknown, path: Site["path"]): unknown =>
  mapAt(
    whole,
    path.map((name) => (typeof name === "number" ? each : name)),
    () => absent
  )

const placesIn = ({ sites, takes }: Shape): ReadonlyArray<Place> => {
  const isRecord = (path: Site["path"]) =>
    sites.some(({ path: other, ast }) => {
      const types = SchemaAST.isUnion(ast) ? ast.types : [ast]
      const isHere = other.length === path.length - 1 && other.every((name, n) => name === path[n])
      return isHere && types.some((type) => SchemaAST.isObjects(type) && type.indexSignatures.length > 0)
    })
  const patternOf = (path: Site["path"]) =>
    path.map((name, n) => (typeof name === "number" || isRecord(path.slice(0, n + 1)) ? each : name))
  const all = new Map<string, Place>()
  for (const site of sites) {
    const pattern = patternOf(site.path)
    const pointer = pointerOf(pattern)
    if (all.has(`${pointer} ${String(wordsOf(site))}`)) continue
    const place: Place = {
      ...site,
      pattern,
      pointer,
      isOpen: isOpen(site),
      isText: isText(site),
      words: wordsOf(site),
      isWhole: typeof site.value === "number" && !takes(put(site.whole, site.path, site.value + 0.5)),
      isItem: pattern.at(-1) === each,
      isOptional: pattern.length > 0 && pattern.at(-1) !== each && takes(without(site.whole, site.path))
    }
    all.set(`${pointer} ${String(place.words)}`, place)
  }
  return [...all.values()]
}

const inputs = new WeakMap<Operation.Any, ReadonlyArray<Place>>()
const results = new WeakMap<Operation.Any, ReadonlyArray<Place>>()

const remembered =
  (known: WeakMap<Operation.Any, ReadonlyArray<Place>>, shape: (operation: Operation.Any) => Shape) =>
  (operation: Operation.Any) => {
    const places = known.get(operation) ?? placesIn(shape(operation))
    known.set(operation, places)
    return places
  }

/** Every place of what an operation takes. */
export const inputPlaces = remembered(inputs, shapeOf)

/** Every place of what an operation answers. */
export const resultPlaces = remembered(results, (operation) =>
  shapeOf({ ...operation, input: operation.result, example: { ...operation.example, input: operation.example.result } })
)

/** Whether an operation takes an input with another value at a place. */
export const takesAt = (operation: Operation.Any, { whole, path }: Site, value: unknown) =>
  shapeOf(operation).takes(put(whole, path, value))
