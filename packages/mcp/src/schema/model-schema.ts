import * as Schema from "effect/Schema"
import { isObject } from "../is-object.ts"

type Json = null | boolean | number | string | ReadonlyArray<Json> | JsonObject

interface JsonObject {
  readonly [key: string]: Json
}

/** A JSON Schema whose root is an object. */
export interface ObjectSchema extends JsonObject {
  readonly type: "object"
}

const prefix = "#/$defs/"
const nameOf = (reference: string) => reference.slice(prefix.length)

/**
 * What a model is told of a schema: keywords that every provider of models takes. Some refuse a whole request for one that they
 * do not know; the server checks the rest, and says what is wrong.
 */
const said = new Set([
  "type",
  "title",
  "description",
  "default",
  "enum",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "minItems",
  "minimum",
  "maximum",
  "anyOf",
  "$ref",
  "$defs"
])

/** A definition of more characters than this is written once, where it is used more than once. */
const inlineLimit = 400

const combining = ["anyOf", "$ref"] as const

const largest = 2 ** 31 - 1

const annotations = new Set(["title", "description", "default", "examples"])

const isAnything = (schema: Json) => isObject(schema) && Object.keys(schema).every((key) => annotations.has(key))

/**
 * Without what a member is where it is used, which stands in an `allOf`: that is for people who read about an operation. A
 * model has the names, and pays for each word; what it has to know is said by the schema itself.
 */
const withoutRole = ({ allOf, ...rest }: JsonObject): JsonObject => {
  if (!Array.isArray(allOf)) return rest
  const said = allOf.filter((one) => !isAnything(one))
  return said.length === 0 ? rest : { ...rest, allOf: said }
}

/** Any JSON. Some providers of models refuse what has no type, or several in one list. */
const anything: JsonObject = {
  anyOf: ["string", "number", "boolean", "object", "array", "null"].map((type) => ({ type }))
}

const ofObjects = ["properties", "additionalProperties", "patternProperties", "minProperties", "propertyNames"]
const ofNumbers = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]

/** The type of the values that a schema takes, where it does not say it. */
const typeOf = (schema: JsonObject): string => {
  const [value] = Array.isArray(schema["enum"]) ? schema["enum"] : [schema["const"]]
  if (typeof value === "boolean" || typeof value === "number") return typeof value
  if (value !== undefined && typeof value !== "string") return isObject(value) ? "object" : "null"
  const has = (key: string) => key in schema
  if (ofObjects.some(has)) return "object"
  return has("items") || has("prefixItems") ? "array" : ofNumbers.some(has) ? "number" : "string"
}

/** A schema with one type, and with one for its items: some providers refuse those without. */
const withType = (schema: JsonObject, whole: JsonObject): JsonObject => {
  if ("anyOf" in schema || "$ref" in schema) return schema
  const { type = typeOf(whole), ...rest } = schema
  if (Array.isArray(type)) return { ...rest, anyOf: type.map((one) => withType({ type: one }, {})) }
  return { type, ...rest, ...(type === "array" && !("items" in rest) && { items: anything }) }
}

/** Members that say the same for all, put beside each other; where two disagree the first is kept. */
const merged = (schema: JsonObject): JsonObject => {
  const { allOf, ...rest } = schema
  return Array.isArray(allOf) ? Object.assign({}, ...allOf.toReversed(), rest) : schema
}

const countUses = (value: Json, uses: Map<string, number>) => {
  if (Array.isArray(value)) for (const item of value) countUses(item, uses)
  else if (isObject(value)) {
    const reference = value["$ref"]
    if (typeof reference === "string") uses.set(nameOf(reference), (uses.get(nameOf(reference)) ?? 0) + 1)
    for (const inner of Object.values(value)) countUses(inner, uses)
  }
}

/** Shortens the schemas of one document, whose definitions those that are kept are gathered in. */
const makeShorten = (definitions: Readonly<Record<string, JsonObject>>, uses: ReadonlyMap<string, number>) => {
  const kept: Record<string, Json> = {}
  const short = new Map<string, JsonObject>()
  const under = new Set<string>()

  const definition = (name: string): JsonObject | undefined => {
    const before = short.get(name)
    if (before !== undefined) return before
    if (under.has(name)) return undefined
    under.add(name)
    const made = shorten(definitions[name] ?? {}) as JsonObject
    under.delete(name)
    short.set(name, made)
    return made
  }

  const resolved = ({ $ref: reference, ...rest }: JsonObject): JsonObject => {
    if (typeof reference !== "string") return rest
    const name = nameOf(reference)
    const found = definition(name)
    const isSmall = found !== undefined && JSON.stringify(found).length <= inlineLimit
    if (found !== undefined && (isSmall || uses.get(name) === 1)) return { ...found, ...ofKeywords(rest) }
    kept[name] = found ?? {}
    return { ...ofKeywords(rest), $ref: reference }
  }

  const ofProperties = (properties: JsonObject) =>
    Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, shorten(property)]))

  const ofKeywords = (schema: JsonObject): JsonObject => {
    const { patternProperties, ...rest } = withoutRole(schema)
    const members = Object.entries(rest).flatMap(([key, value]): Array<[string, Json]> => {
      if (key === "const") return [["enum", [value]]]
      if (key === "oneOf") return [["anyOf", shorten(value)]]
      if (key === "allOf" && Array.isArray(value)) return [[key, value.map((one) => parts(one as JsonObject))]]
      if (!said.has(key)) return []
      if (key === "additionalProperties" && (typeof value === "boolean" || isAnything(value))) return []
      if (key === "maximum" && typeof value === "number" && value >= largest) return []
      if (key === "properties" && isObject(value)) return [[key, ofProperties(value)]]
      return [[key, key === "default" || key === "enum" ? value : shorten(value)]]
    })
    const [pattern] = isObject(patternProperties) ? Object.values(patternProperties) : []
    if (pattern !== undefined) members.push(["additionalProperties", shorten(pattern)])
    return merged(Object.fromEntries(members))
  }

  const parts = (schema: JsonObject): JsonObject => ("$ref" in schema ? resolved(schema) : ofKeywords(schema))

  const shorten = (schema: Json): Json => {
    if (Array.isArray(schema)) return schema.map(shorten)
    if (!isObject(schema)) return schema
    return isAnything(withoutRole(schema)) ? { ...withoutRole(schema), ...anything } : withType(parts(schema), schema)
  }

  return { shorten, definition, kept }
}

/**
 * The JSON Schema of what a model is to send: an object at the root without what providers of models refuse there
 * (`oneOf`, `allOf`, `$ref`), one type in each schema, small definitions in place, and without what only the server has to know. It accepts whatever
 * the operation accepts, and more.
 *
 * @example
 * modelSchema(getPageView.input) // { type: "object", properties: { id: { type: "string" }, … }, required: ["id"] }
 */
export const modelSchema = (schema: Schema.Constraint): ObjectSchema => {
  const document = Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" })
  const definitions = document.definitions as Readonly<Record<string, JsonObject>>
  const root = document.schema as JsonObject
  const uses = new Map<string, number>()
  countUses(root, uses)
  countUses(definitions, uses)
  const { shorten, definition, kept } = makeShorten(definitions, uses)
  const reference = root["$ref"]
  const short = (typeof reference === "string" ? (definition(nameOf(reference)) ?? {}) : shorten(root)) as JsonObject
  const plain = Object.fromEntries(
    Object.entries(short).filter(([key]) => !(combining as ReadonlyArray<string>).includes(key))
  )
  return { ...plain, ...(Object.keys(kept).length > 0 && { $defs: kept }), type: "object" }
}
