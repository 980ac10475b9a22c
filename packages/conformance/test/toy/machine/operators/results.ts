import type { Operation } from "@agent-operations/contract"
import { isObject } from "../../../../src/json.ts"
import { operations } from "../../../served.ts"
import { type Call, type Json, type Mutant, resulting } from "../mutant.ts"
import { absent, mapAt, type Place, resultPlaces } from "../places.ts"
import { changesOf, openJson, texts } from "./values.ts"

const kindOf = (operation: Operation.Any) => (operation.id.includes("page_view") ? "page_view" : "custom_field")

/** Where the definitions are in what an operation answers; undefined where there are none. */
const definitionsIn = (operation: Operation.Any): ReadonlyArray<string> | undefined => {
  const origin = resultPlaces(operation).find(({ pattern }) => pattern.at(-1) === "origin")
  return origin?.pattern.slice(0, -1)
}

/** The parts of a definition that callers write. */
const written = ["name", "description", "source", "settings", "references"]

/** Revisions that a member may be told of wrongly. */
const others: Readonly<Record<string, (definition: Json) => number | undefined>> = {
  first: () => 1,
  "one before": ({ revision }) => (revision > 1 ? revision - 1 : undefined),
  current: () => undefined
}

const readAt = async (call: Call, operation: Operation.Any, id: string, revision: number | undefined) => {
  const input = revision === undefined ? { id } : { id, revision }
  const answer = await call.pass({ operation: `get_${kindOf(operation)}`, input })
  return answer.status === 200 ? ((await answer.json()) as Json).data : undefined
}

const mapEach = async (data: Json, pattern: ReadonlyArray<string>, change: (one: Json) => Promise<Json>) =>
  pattern.length === 0 ? change(data) : { ...data, items: await Promise.all(data.items.map(change)) }

/** Tells a member of another revision. */
function* ofOthers(operation: Operation.Any, place: Place): Generator<Mutant> {
  const definitions = definitionsIn(operation)
  const inner = definitions && place.pattern.slice(definitions.length)
  if (definitions === undefined || inner === undefined || inner.length !== 1) return
  const [member] = inner as [string]
  if (!["origin", "updatedAt", "updatedBy", "revision", ...written].includes(member)) return
  for (const [name, revisionOf] of Object.entries(others)) {
    yield {
      operator: `tell it of the ${name === "one before" ? "revision before" : `${name} revision`}`,
      operation: operation.id,
      place: place.pointer,
      serve: () =>
        resulting(operation, (data, call) =>
          mapEach(data, definitions, async (one) => {
            const other = await readAt(call, operation, one.id, revisionOf(one))
            return other === undefined ? one : { ...one, [member]: other[member] }
          })
        )
    }
  }
}

const ofType = (value: Json) => (typeof value === "string" ? `${Number(value)}` : value)
const typeOf = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "list" : typeof value)

/** Swaps two members of one object that are of one type. */
function* swaps(operation: Operation.Any, { pattern, pointer, value, isOpen }: Place): Generator<Mutant> {
  if (isOpen || !isObject(value)) return
  const names = Object.keys(value).filter((name) =>
    resultPlaces(operation).some((one) => one.pattern.join("/") === [...pattern, name].join("/"))
  )
  for (const [n, first] of names.entries()) {
    const second = names.slice(n + 1).find((name) => typeOf(value[name]) === typeOf(value[first]))
    if (second === undefined) continue
    yield {
      operator: "swap two members of the result",
      operation: operation.id,
      place: `${pointer}/${first} and ${second}`,
      serve: () =>
        resulting(operation, (data) =>
          mapAt(data, pattern, (one) =>
            isObject(one) && first in one && second in one
              ? { ...one, [first]: one[second], [second]: one[first] }
              : one
          )
        )
    }
  }
}

const isWritten = ({ pattern }: Place) => {
  const [first, , third] = pattern
  return written.includes((first === "items" ? third : first) ?? "")
}

function* changesAt(place: Place): Generator<[string, (value: Json) => Json]> {
  const { value, words, isText, isOpen, isItem, pattern } = place
  if (pattern.length === 0) return
  yield ["is null", () => null]
  if (!isItem) yield ["is left out", () => absent]
  if (!isOpen) yield ["is of another type", (one) => (typeof one === "string" ? { text: one } : String(ofType(one)))]
  if (typeof value !== "object" && words?.length !== 1 && !isOpen) yield ["is always the same", () => value]
  if (isText && isWritten(place)) {
    for (const [name, change] of Object.entries(texts))
      yield [name, (one) => (typeof one === "string" ? change(one) : one)]
  }
  if (isOpen) yield* Object.entries(openJson)
  else if (!isText) yield* Object.entries(changesOf(place))
  if (!isOpen && isObject(value)) yield ["has a member more", (one) => (isObject(one) ? { ...one, more: 1 } : one)]
}

const nth: Readonly<Record<string, (count: number) => boolean>> = {
  "in the first answer alone": (count) => count === 1,
  "in every third answer": (count) => count % 3 === 0,
  "in every tenth answer": (count) => count % 10 === 0
}

/** Servers that answer something else than what is so. */
export const results: ReadonlyArray<Mutant> = operations.flatMap((operation) => {
  const base = { operation: operation.id }
  const whole: ReadonlyArray<Mutant> = [
    ["null", () => null] as const,
    ["a list of it", (data: Json) => [data]] as const,
    ["it within data", (data: Json) => ({ data })] as const,
    ["an empty object", () => ({})] as const
  ].map(([name, change]) => ({
    ...base,
    operator: `answer ${name}`,
    place: "",
    serve: () => resulting(operation, change)
  }))
  const sometimes: ReadonlyArray<Mutant> = Object.entries(nth).map(([name, isHeld]) => ({
    ...base,
    operator: `answer an empty object ${name}`,
    place: "",
    serve: () => resulting(operation, () => ({}), isHeld)
  }))
  const places = resultPlaces(operation).flatMap((place) => [
    ...[...changesAt(place)].map(([name, change]) => ({
      ...base,
      operator: `change what is answered: ${name}`,
      place: place.pointer,
      serve: () => resulting(operation, (data) => mapAt(data, place.pattern, change))
    })),
    ...ofOthers(operation, place),
    ...swaps(operation, place)
  ])
  return [...whole, ...sometimes, ...places]
})
