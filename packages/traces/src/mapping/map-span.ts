import type { Json, JsonObject } from "../json.ts"
import type { SentSpan, SpanType } from "../span.ts"
import type { Convention, MappedField, Place } from "./convention.ts"
import { conventions } from "./conventions/index.ts"
import { asObject, layOver } from "./read-field.ts"
import { readPlace, type Source } from "./read-place.ts"
import { readFactTexts, type ReadText } from "./texts.ts"

/**
 * Grows when what a span is mapped to changes. Nothing is derived anew for it: facts that are stored stay what they were, and
 * whoever has bodies can derive them again. The third reads facts of JSON texts of 4,096 characters at most.
 */
export const mappingVersion = 3

/** What the conventions tell of a span. */
export interface Mapping {
  readonly type: SpanType
  /** The first value of a field that a function takes. */
  readonly first: <A>(field: MappedField, take: (value: Json, place: Place) => A | undefined) => A | undefined
  /** That the span failed, whatever its status, with why if that is said. */
  readonly failure: { readonly message: string | undefined } | undefined
  /** What the conventions have of metadata, laid over each other. */
  readonly metadata: () => JsonObject
}

/** For each convention a bit, by the roots of its keys. */
const bits: ReadonlyMap<string, number> = (() => {
  const found = new Map<string, number>()
  conventions.forEach(({ roots }, index) => {
    for (const root of roots) found.set(root, (found.get(root) ?? 0) | (1 << index))
  })
  return found
})()

const always = conventions.reduce((sum, { ofResource }, index) => (ofResource ? sum | (1 << index) : sum), 0)

/** The conventions that a span may follow, by the roots of its keys. */
const candidates = (attributes: JsonObject): ReadonlyArray<Convention> => {
  let present = always
  for (const key in attributes) {
    const dot = key.indexOf(".")
    present |= bits.get(dot === -1 ? key : key.slice(0, dot)) ?? 0
  }
  return conventions.filter((_, index) => (present & (1 << index)) !== 0)
}

const typeBy = ({ type: rule }: Convention, attributes: JsonObject): SpanType | undefined => {
  const value = rule === undefined ? undefined : attributes[rule.key]
  if (rule === undefined || typeof value !== "string") return undefined
  if (Object.hasOwn(rule.values, value)) return rule.values[value]
  const ending = Object.keys(rule.endings ?? {}).find((ending) => value.endsWith(ending))
  return ending === undefined ? rule.otherwise : rule.endings?.[ending]
}

const typeOf = (conventions: ReadonlyArray<Convention>, attributes: JsonObject): SpanType => {
  for (const convention of conventions) {
    const type = typeBy(convention, attributes)
    if (type !== undefined) return type
  }
  return "span"
}

const failureBy = ({ failure: rule }: Convention, attributes: JsonObject): Mapping["failure"] => {
  const value = rule === undefined ? undefined : attributes[rule.key]
  if (rule === undefined || typeof value !== "string" || !rule.values.includes(value.toUpperCase())) return undefined
  const message = attributes[rule.message]
  return { message: typeof message === "string" ? message : undefined }
}

const failureOf = (conventions: ReadonlyArray<Convention>, attributes: JsonObject): Mapping["failure"] => {
  for (const convention of conventions) {
    const failure = failureBy(convention, attributes)
    if (failure !== undefined) return failure
  }
  return undefined
}

const metadataOf = (conventions: ReadonlyArray<Convention>, sources: ReadonlyArray<Source>): JsonObject => {
  const objects: Array<JsonObject> = []
  conventions.forEach(({ fields }, index) => {
    for (const place of fields.metadata ?? []) {
      const value = readPlace(sources[index]!, place)
      const object = value === undefined ? undefined : asObject(value, sources[index]!.readText)
      if (object !== undefined) objects.push(object)
    }
  })
  return layOver(objects)
}

/** What the first convention that has a field tells of it. Unless it is told how to read JSON texts, long ones are not read. */
export const mapSpan = (sent: SentSpan, readText: ReadText = readFactTexts()): Mapping => {
  const { attributes, origin } = sent
  const followed = candidates(attributes)
  const sources = followed.map(({ ofResource }): Source => ({
    sent,
    attributes,
    resource: ofResource ? origin.resource : undefined,
    readText
  }))
  const first: Mapping["first"] = (field, take) => {
    for (let index = 0; index < followed.length; index++) {
      for (const place of followed[index]!.fields[field] ?? []) {
        const value = readPlace(sources[index]!, place)
        const taken = value === undefined || value === null ? undefined : take(value, place)
        if (taken !== undefined) return taken
      }
    }
    return undefined
  }
  return {
    type: typeOf(followed, attributes),
    failure: failureOf(followed, attributes),
    first,
    metadata: () => metadataOf(followed, sources)
  }
}
