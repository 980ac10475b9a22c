import { dereference, validate } from "@cfworker/json-schema"
import { keysOf, pointerOf } from "@agent-operations/error-envelope/pointer"
import { expect } from "../Broken.ts"
import { isObject, type JsonObject } from "../json.ts"
import { listOf, membersOf } from "./json.ts"

/** A JSON Schema (2020-12) that stands alone: what it refers to is in its `$defs`. */
export interface DeclaredSchema {
  readonly schema: JsonObject | boolean
  readonly accepts: (value: unknown) => boolean
  /** What is wrong with a value; undefined where it is accepted. */
  readonly problemOf: (value: unknown) => string | undefined
  /** The schemas that hold for a value at the place of one of them: behind `$ref`, in `allOf`, and the branches that accept it. */
  readonly applying: (schema: unknown, value: unknown) => ReadonlyArray<JsonObject>
  /** Every schema at the place of one of them, whichever branch it is in. */
  readonly parts: (schema: unknown) => ReadonlyArray<JsonObject>
  /** Whether one of its schemas accepts a value. */
  readonly takes: (schema: unknown, value: unknown) => boolean
}

const ofOne = [
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "unevaluatedItems",
  "contains"
]
const ofOneMore = ["not", "if", "then", "else"]
const ofList = ["prefixItems", "allOf", "anyOf", "oneOf"]
const ofNames = ["properties", "patternProperties", "dependentSchemas"]
const plain = [
  ["type", "const", "enum", "default", "format", "pattern", "minLength", "maxLength", "required", "dependentRequired"],
  ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "minContains"],
  ["minItems", "maxItems", "minProperties", "maxProperties", "maxContains"]
].flat()

/** What a local reference points to in a document. Fails with C2 where there is nothing. */
export const resolve = (root: unknown, reference: string): unknown => {
  expect("C2", reference.startsWith("#"), `the document refers to ${reference}, which is not in it`)
  let found: unknown = root
  for (const name of keysOf(decodeURIComponent(reference.slice(1)))) {
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, name)
        ? (found as JsonObject)[name]
        : undefined
  }
  expect("C2", found !== undefined, `the document refers to ${reference}, where there is nothing`)
  return found
}

/** Takes a schema out of a document, with what it refers to, and nothing that is not JSON Schema. */
const bundled = (root: unknown, schema: unknown): JsonObject | boolean => {
  const names = new Map<string, string>()
  const definitions: Record<string, unknown> = {}
  const define = (reference: string): string => {
    const known = names.get(reference)
    if (known !== undefined) return known
    const name = `d${names.size}`
    names.set(reference, name)
    definitions[name] = take(resolve(root, reference))
    return name
  }
  const take = (from: unknown): unknown => {
    if (typeof from === "boolean") return from
    expect("C2", isObject(from), `the document has ${JSON.stringify(from)?.slice(0, 100)} in the place of a schema`)
    const taken: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(from)) {
      if (key === "$ref") taken[key] = `#/$defs/${define(String(value))}`
      else if (ofOne.includes(key) || ofOneMore.includes(key)) taken[key] = take(value)
      else if (ofList.includes(key)) taken[key] = listOf(value).map(take)
      else if (ofNames.includes(key))
        taken[key] = Object.fromEntries(membersOf(value).map(([name, inner]) => [name, take(inner)]))
      else if (plain.includes(key)) taken[key] = value
    }
    return taken
  }
  const whole = take(schema)
  return typeof whole === "boolean" ? whole : { ...(whole as JsonObject), $defs: definitions }
}

/** Reads a schema of a document. Fails with C2 where it is none. */
export const schemaIn = (root: unknown, from: unknown): DeclaredSchema => {
  const schema = bundled(root, from)
  const lookup = dereference(schema)
  const check = (part: unknown, value: unknown) => {
    try {
      return validate(value, part as JsonObject, "2020-12", lookup)
    } catch (error) {
      expect("C2", false, `the document has a schema that cannot be read: ${(error as Error).message}`)
    }
  }
  const takes = (part: unknown, value: unknown) => check(part, value).valid
  const behind = (part: JsonObject) =>
    typeof part["$ref"] === "string" ? [resolve(schema, part["$ref"]), ...listOf(part["allOf"])] : listOf(part["allOf"])
  const applying = (part: unknown, value: unknown): ReadonlyArray<JsonObject> => {
    if (!isObject(part)) return []
    const branches = [...listOf(part["anyOf"]), ...listOf(part["oneOf"])].filter((branch) => takes(branch, value))
    const chosen = "if" in part ? [part["if"], part["then"]] : []
    const conditional = "if" in part && !takes(part["if"], value) ? [part["else"]] : chosen
    return [part, ...[...behind(part), ...branches, ...conditional].flatMap((one) => applying(one, value))]
  }
  const parts = (part: unknown, depth = 0): ReadonlyArray<JsonObject> =>
    isObject(part) && depth < 12
      ? [
          part,
          ...[...behind(part), ...listOf(part["anyOf"]), ...listOf(part["oneOf"])].flatMap((one) =>
            parts(one, depth + 1)
          )
        ]
      : []
  return {
    schema,
    accepts: (value) => takes(schema, value),
    problemOf: (value) => {
      const { valid, errors } = check(schema, value)
      if (valid) return undefined
      const { instanceLocation = "", error = "" } = errors.at(-1) ?? {}
      return `${instanceLocation.slice(1) || "/"}: ${error}`
    },
    applying,
    parts,
    takes
  }
}

/**
 * The JSON Pointer of the first member of a value that its schema does not name, though it names others beside it.
 * Undefined where there is none. It is a lie also where the schema leaves objects open.
 */
export const unnamedIn = ({ schema, applying }: DeclaredSchema, value: unknown): string | undefined => {
  const search = (places: ReadonlyArray<unknown>, inner: unknown, path: ReadonlyArray<string>): string | undefined => {
    const here = places.flatMap((place) => applying(place, inner))
    if (Array.isArray(inner)) {
      for (const [n, item] of inner.entries()) {
        const of = here.flatMap((one) => [listOf(one["prefixItems"])[n] ?? one["items"]])
        const found = search(of, item, [...path, String(n)])
        if (found !== undefined) return found
      }
    }
    if (!isObject(inner)) return undefined
    const namesSome = here.some((one) => membersOf(one["properties"]).length > 0)
    for (const [name, member] of Object.entries(inner)) {
      const of = here.flatMap((one) => {
        const named = membersOf(one["properties"]).filter(([key]) => key === name)
        const matched = membersOf(one["patternProperties"]).filter(([pattern]) => new RegExp(pattern, "u").test(name))
        const any = named.length + matched.length > 0 ? [] : [one["additionalProperties"], one["unevaluatedProperties"]]
        return [...[...named, ...matched].map(([, at]) => at), ...any.filter((at) => membersOf(at).length > 0)]
      })
      if (namesSome && of.length === 0) return pointerOf([...path, name])
      const found = search(of, member, [...path, name])
      if (found !== undefined) return found
    }
    return undefined
  }
  return search([schema], value, [])
}
