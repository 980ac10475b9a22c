import * as Schema from "effect/Schema"

type Json = null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }
export type JsonSchema = { readonly [key: string]: Json }

const definitionsPrefix = "#/$defs/"
const componentsPrefix = "#/components/schemas/"

const isDescription = (value: Json): value is { readonly description: string } =>
  typeof value === "object" && value !== null && "description" in value && Object.keys(value).length === 1

/** What a member is where it is used, beside its schema: `{ $ref, description }` for `{ allOf: [{ $ref }, { description }] }`. */
const flattened = (schema: JsonSchema): JsonSchema => {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf)) return schema
  const description = allOf.findLast(isDescription)
  if (description === undefined) return schema
  const others = (allOf as ReadonlyArray<JsonSchema>).filter((one) => !isDescription(one))
  const [only] = others
  if (only !== undefined && others.length === 1 && Object.keys(rest).length === 0) return { ...only, ...description }
  return { ...rest, ...(others.length > 0 && { allOf: others }), ...description }
}

/** The alternatives of a schema, each once. */
const anyOf = (schemas: ReadonlyArray<Json>): Json => {
  const each = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()]
  return each.length === 1 ? each[0]! : { anyOf: each }
}

/**
 * A map as generators of clients read one: what its keys are in `propertyNames`, and its values in `additionalProperties`.
 * Many pass over `patternProperties`, and take the map for an object without members. Where several patterns have values of
 * their own, each key may have the value of any.
 */
const readableMap = (schema: JsonSchema): JsonSchema => {
  const { patternProperties, additionalProperties: others = true, ...rest } = schema
  if (patternProperties === undefined) return schema
  const patterns = Object.entries(patternProperties as JsonSchema).filter(([, value]) => value !== false)
  if (others === true || patterns.length === 0) return { ...rest, additionalProperties: others }
  const values = patterns.map(([, value]) => value)
  if (others !== false) return { ...rest, additionalProperties: anyOf([...values, others]) }
  const members = rest["properties"] === undefined ? [] : [{ enum: Object.keys(rest["properties"] as JsonSchema) }]
  const names = anyOf([...members, ...patterns.map(([pattern]) => ({ type: "string", pattern }))])
  const { propertyNames } = rest
  return {
    ...rest,
    propertyNames: propertyNames === undefined ? names : { allOf: [propertyNames, names] },
    additionalProperties: anyOf(values)
  }
}

const maps = new Set(["properties", "patternProperties", "$defs"])
const data = new Set(["const", "default", "enum", "examples"])

/** A schema as the document has it: its references are to components, and its maps are readable. */
const published = (schema: Json, rename: (name: string) => string): Json => {
  if (Array.isArray(schema)) return schema.map((item) => published(item, rename))
  if (typeof schema !== "object" || schema === null) return schema
  const keyword = ([key, inner]: [string, Json]): [string, Json] => {
    if (data.has(key)) return [key, inner]
    if (key === "$ref" && typeof inner === "string" && inner.startsWith(definitionsPrefix))
      return [key, componentsPrefix + rename(inner.slice(definitionsPrefix.length))]
    if (!maps.has(key)) return [key, published(inner, rename)]
    return [
      key,
      Object.fromEntries(Object.entries(inner as JsonSchema).map(([name, one]) => [name, published(one, rename)]))
    ]
  }
  return Object.fromEntries(Object.entries(readableMap(flattened(schema as JsonSchema))).map(keyword))
}

/**
 * Collects the named schemas of a document, each once. A name whose input differs from its result (what has a default
 * may be left out of an input) stands twice: as it is answered, and with `Input` behind it. Throws a `TypeError` where
 * two different schemas have one name.
 */
export const makeComponents = () => {
  const schemas = new Map<string, JsonSchema>()

  const add = (name: string, schema: JsonSchema) => {
    const before = schemas.get(name)
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema)) {
      throw new TypeError(`Two different schemas have the identifier ${name}. Annotate one of them with another.`)
    }
    schemas.set(name, schema)
  }

  const convert = (schema: Schema.Constraint, isInput: boolean): JsonSchema => {
    const document = Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" })
    const own = document.definitions as Record<string, JsonSchema>
    const differs = isInput ? inputOnly(schema, own) : new Set<string>()
    const rename = (name: string) => (differs.has(name) ? `${name}Input` : name)
    for (const [name, definition] of Object.entries(own)) {
      add(rename(name), published(definition, rename) as JsonSchema)
    }
    return published(document.schema as JsonSchema, rename) as JsonSchema
  }

  return {
    /** What a caller sends. */
    input: (schema: Schema.Constraint) => convert(schema, true),
    /** What a caller is answered. */
    result: (schema: Schema.Constraint) => convert(schema, false),
    /** All that were named, by name. */
    all: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** The names whose definition, as sent, is not the one that is answered, themselves or through what they contain. */
const inputOnly = (schema: Schema.Constraint, sent: Record<string, JsonSchema>): Set<string> => {
  const answered = Schema.toJsonSchemaDocument(Schema.toType(schema), { onExcessProperty: "error" }).definitions
  const names = new Set(
    Object.keys(sent).filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(answered[name]))
  )
  const mentions = (name: string) =>
    [...names].some((other) => JSON.stringify(sent[name]).includes(`"${definitionsPrefix}${other}"`))
  let grown = true
  while (grown) {
    grown = false
    for (const name of Object.keys(sent)) {
      if (names.has(name) || !mentions(name)) continue
      names.add(name)
      grown = true
    }
  }
  return names
}
