import { roundToPico } from "../costs/pico.ts"
import { emptyObject, isObject, type Json, type JsonObject, unwrap, unwrapContainer } from "../json.ts"
import type { SentSpan } from "../span.ts"
import type { Place } from "./convention.ts"
import { nest } from "./nested.ts"
import type { ReadText } from "./texts.ts"

/** What places are read from: a span, its attributes and, where they are looked at, those of its resource. */
export interface Source {
  readonly sent: SentSpan
  readonly attributes: JsonObject
  readonly resource: JsonObject | undefined
  readonly readText: ReadText
}

const attribute = ({ attributes, resource }: Source, key: string): Json | undefined =>
  attributes[key] ?? resource?.[key]

const objectAt = (source: Source, key: string): JsonObject | undefined => {
  const value = attribute(source, key)
  const read = typeof value === "string" ? source.readText(value) : value
  return isObject(read) ? read : undefined
}

const itemOf = (value: Json, name: string): Json => (isObject(value) ? (value[name] ?? value) : value)

const readList = (source: Source, { list, item }: { list: string; item?: string }): Json | undefined => {
  const nested = nest(source.attributes, list)
  if (!Array.isArray(nested)) return undefined
  return item === undefined ? nested : nested.map((value: Json) => itemOf(value, item))
}

/** The attributes below a prefix as they are, each by the rest of its key. */
const readBelow = (source: Source, below: string): Json | undefined => {
  const start = `${below}.`
  const object = emptyObject()
  let found = false
  for (const key in source.attributes) {
    if (!key.startsWith(start)) continue
    object[key.slice(start.length)] = unwrapContainer(source.attributes[key]!, source.readText)
    found = true
  }
  return found ? object : objectAt(source, below)
}

const readEvents = ({ sent, readText }: Source, roles: Readonly<Record<string, string>>): Json | undefined => {
  const told = sent.events.filter(({ name }) => Object.hasOwn(roles, name))
  if (told.length === 0) return undefined
  return told.map(({ name, attributes }) => {
    const message = emptyObject()
    message["role"] = roles[name]!
    for (const key in attributes) message[key] = unwrapContainer(attributes[key]!, readText)
    return message
  })
}

const readTogether = (source: Source, places: Readonly<Record<string, Place>>): Json | undefined => {
  const entries = Object.entries(places).flatMap(([name, place]) => {
    const value = readPlace(source, place)
    return value === undefined ? [] : [[name, value] as const]
  })
  return entries.length > 1 ? Object.fromEntries(entries) : entries[0]?.[1]
}

const readAfter = (
  { sent }: Source,
  duration: Json | undefined,
  unit: "seconds" | "milliseconds"
): Json | undefined => {
  if (typeof duration !== "number" || !(duration >= 0 && duration < 1e9)) return undefined
  return String(sent.startNano + BigInt(Math.round(duration * (unit === "seconds" ? 1e9 : 1e6))))
}

const sumOfCosts = (object: JsonObject | undefined): Json | undefined => {
  const costs = Object.values(object ?? {}).filter((value) => typeof value === "number")
  return costs.length === 0 ? undefined : roundToPico(costs.reduce((total, value) => total + value, 0))
}

/** What stands in a place, or undefined where nothing does. */
export const readPlace = (source: Source, place: Place): Json | undefined => {
  if (typeof place === "string") return attribute(source, place)
  if ("json" in place) {
    const value = attribute(source, place.json)
    return value === undefined ? undefined : unwrap(value, source.readText)
  }
  if ("member" in place) {
    const object = objectAt(source, place.of)
    const name = object === undefined ? undefined : place.member.find((name) => object[name] !== undefined)
    return name === undefined ? undefined : object?.[name]
  }
  if ("list" in place) return readList(source, place)
  if ("below" in place) return readBelow(source, place.below)
  if ("events" in place) return readEvents(source, place.events)
  if ("sumOf" in place) return sumOfCosts(objectAt(source, place.sumOf))
  if ("after" in place) return readAfter(source, attribute(source, place.after), place.unit)
  return readTogether(source, place.together)
}
