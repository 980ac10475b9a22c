/** What a JSON Schema says, in words. */
import { Schema } from "effect"
import { code } from "./markdown.ts"

export interface JsonSchema {
  readonly [key: string]: unknown
}

type Definitions = Readonly<Record<string, JsonSchema>>

/** A schema with the definitions that it refers to. */
export interface SchemaDocument {
  readonly schema: JsonSchema
  readonly definitions: Definitions
}

/** The JSON Schema of what is sent or answered. */
export const documentOfSchema = (schema: Schema.Constraint): SchemaDocument =>
  Schema.toJsonSchemaDocument(schema, { onExcessProperty: "error" }) as SchemaDocument

const prefix = "#/$defs/"
export const listOf = (value: unknown): ReadonlyArray<JsonSchema> => (Array.isArray(value) ? value : [])

export const requiredOf = (schema: JsonSchema): ReadonlyArray<string> =>
  (schema["required"] ?? []) as ReadonlyArray<string>

export interface Resolved {
  readonly schema: JsonSchema
  /** The names of the definitions that it came by. */
  readonly names: ReadonlyArray<string>
}

/** Follows references, and joins what `allOf` has. What a member says of itself counts before its type. */
export const resolve = (schema: JsonSchema, definitions: Definitions): Resolved => {
  const { $ref: reference, allOf, ...own } = schema
  const parts = [
    ...(typeof reference === "string" ? [{ name: reference.slice(prefix.length) }] : []),
    ...listOf(allOf).map((part) => ({ part }))
  ].map((one) => {
    if ("part" in one) return resolve(one.part, definitions)
    const { schema, names } = resolve(definitions[one.name] ?? {}, definitions)
    return { schema, names: [one.name, ...names] }
  })
  return {
    schema: Object.assign({}, ...parts.map((part) => part.schema), own),
    names: parts.flatMap(({ names }) => names)
  }
}

const isNull = ({ type }: JsonSchema) => type === "null"

/** What a value may be, each resolved, and whether it may be null beside. */
export const choicesOf = (
  schema: JsonSchema,
  definitions: Definitions
): { readonly choices: ReadonlyArray<Resolved>; readonly isNullable: boolean } => {
  const resolved = resolve(schema, definitions)
  const alternatives = [...listOf(resolved.schema["anyOf"]), ...listOf(resolved.schema["oneOf"])]
  if (alternatives.length === 0 || resolved.schema["properties"] !== undefined) {
    return { choices: [resolved], isNullable: false }
  }
  const each = alternatives.map((one) => choicesOf(one, definitions))
  const choices = each.flatMap((one) => one.choices)
  return {
    choices: choices
      .filter(({ schema }) => !isNull(schema))
      .map(({ schema, names }) => ({ schema, names: [...resolved.names, ...names] })),
    isNullable: each.some((one) => one.isNullable) || choices.some(({ schema }) => isNull(schema))
  }
}

/** `1 to 120`, `at least 1`, `at most 120`; nothing where a bound is that of the type. */
const range = (least: unknown, most: unknown): string | undefined => {
  const [from, to] = [least, most].map((bound) =>
    typeof bound === "number" && Math.abs(bound) < 2 ** 31 - 1 ? bound.toLocaleString("en") : undefined
  )
  if (from !== undefined && to !== undefined) return from === to ? from : `${from} to ${to}`
  return from !== undefined ? `at least ${from}` : to === undefined ? undefined : `at most ${to}`
}

/** `string of 1 to 120 characters`. */
const withLength = (least: unknown, most: unknown) => {
  const said = range(least, most)
  return said === undefined
    ? "string"
    : `string of ${said} ${said.endsWith(" 1") || said === "1" ? "character" : "characters"}`
}

/** `integer from 1 to 200`. */
const withBounds = (type: string, least: unknown, most: unknown) => {
  const said = range(least, most)
  return said === undefined ? type : `${type} ${said.includes(" to ") ? "from" : "of"} ${said}`
}

const listed = new Intl.ListFormat("en-GB", { type: "disjunction" })

/** A pattern is told only of a string that nothing else is said of. */
const stringOf = ({ format, pattern, minLength, maxLength }: JsonSchema, isDescribed: boolean): string => {
  if (format === "date-time") return "timestamp"
  const [, ofId] = /^\^(\[a-z\]\{1,63\}|\w+)_\[0-7\]/.exec(typeof pattern === "string" ? pattern : "") ?? []
  if (ofId !== undefined) return ofId.startsWith("[") ? "ID" : `ID such as ${code(`${ofId}_…`)}`
  const sized = withLength(minLength, maxLength)
  return typeof pattern === "string" && !isDescribed && pattern.length <= 60
    ? `${sized} that matches ${code(pattern)}`
    : sized
}

const plural = (noun: string) =>
  noun
    .replace(/^any JSON$/, "JSON value")
    .replace(/^(string|object|integer|number|boolean|timestamp|ID|JSON value)\b/, "$1s")

/**
 * A type in a few words: "string of 1 to 120 characters", "array of at most 500 objects or `null`". `within` are the names of the
 * definitions around it, for those that contain themselves.
 */
export const typeOf = (schema: JsonSchema, definitions: Definitions, within: ReadonlyArray<string> = []): string => {
  const isDescribed = resolve(schema, definitions).schema["description"] !== undefined
  const { choices, isNullable } = choicesOf(schema, definitions)
  const types = choices.flatMap(({ schema, names }) =>
    names.some((name) => within.includes(name))
      ? ["any JSON"]
      : typesOfOne(schema, definitions, isDescribed, [...within, ...names])
  )
  return listed.format([...new Set(types), ...(isNullable ? [code("null")] : [])])
}

/** The types of what is no choice between schemas: several where it has one of some values. */
const typesOfOne = (
  schema: JsonSchema,
  definitions: Definitions,
  isDescribed: boolean,
  within: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const { type, minimum, maximum } = schema
  const values = "const" in schema ? [schema["const"]] : schema["enum"]
  if (Array.isArray(values)) return values.map((value) => code(JSON.stringify(value)))
  switch (type) {
    case "string":
      return [stringOf(schema, isDescribed || schema["description"] !== undefined)]
    case "integer":
    case "number":
      return [withBounds(type, minimum, maximum)]
    case "boolean":
    case "object":
      return [type]
    case "array": {
      const each = plural(typeOf((schema["items"] ?? {}) as JsonSchema, definitions, within))
      const most = range(schema["minItems"], schema["maxItems"])
      return [most === undefined ? `array of ${each}` : `array of ${most} ${each}`]
    }
    default:
      return Array.isArray(type) ? type.map(String) : ["any JSON"]
  }
}
