import { viewFamilies } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import fc from "fast-check"
import { placeholders } from "./live.ts"

/** The part of JSON Schema that the contract's document uses. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly propertyNames?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly required?: ReadonlyArray<string>
}

const document = openApiDocument(viewFamilies)
const schemas: object = document.components.schemas
const components = schemas as Readonly<Record<string, Schema>>

/** Strings of a pattern; of an ID's, mostly those of definitions that are there. */
const matching = (pattern: string): fc.Arbitrary<string> => {
  const any = fc.stringMatching(new RegExp(pattern, "u"))
  const [, prefix] = /^\^([a-z]+)_\[0-7\]/.exec(pattern) ?? []
  if (prefix === undefined) return any
  return fc.oneof(any, { weight: 5, arbitrary: fc.constantFrom(...placeholders(prefix)) })
}

/** Integers of a range, mostly small: revisions begin at 1. */
const integers = (min: number, max: number) =>
  fc.oneof(fc.integer({ min, max }), { weight: 3, arbitrary: fc.integer({ min, max: Math.min(max, min + 2) }) })

const record = (schema: Schema): fc.Arbitrary<unknown> => {
  const { properties = {}, propertyNames, additionalProperties, required = [] } = schema
  if (propertyNames?.pattern !== undefined && typeof additionalProperties === "object") {
    const keys = fc.stringMatching(new RegExp(propertyNames.pattern))
    return fc.dictionary(keys, arbitraryOf(additionalProperties), { maxKeys: 3 })
  }
  const members = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, arbitraryOf(schema)]))
  return fc.record(members, { requiredKeys: [...required] })
}

/** Values that a schema accepts, or nearly: what it says in words alone is left to the answer. */
const arbitraryOf = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.$ref !== undefined) return arbitraryOf(components[schema.$ref.split("/").at(-1)!]!)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  const choices = schema.anyOf ?? (schema.properties === undefined ? schema.oneOf : undefined)
  if (choices !== undefined) return fc.oneof(...choices.map(arbitraryOf))
  switch (schema.type) {
    case "string":
      return schema.pattern === undefined
        ? fc.string({
            unit: "grapheme",
            minLength: schema.minLength ?? 0,
            maxLength: Math.min(schema.maxLength ?? 60, 60)
          })
        : matching(schema.pattern)
    case "integer":
      return integers(schema.minimum ?? -5, Math.min(schema.maximum ?? 1000, 1000))
    case "number":
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 4, 4) })
    case "object":
      return record(schema)
    default:
      return fc.jsonValue({ maxDepth: 3, stringUnit: "grapheme" })
  }
}

/** Inputs of an operation, by what the OpenAPI document says of them. */
export const inputsOf = (operation: string): fc.Arbitrary<unknown> => {
  const { requestBody } = document.paths[`/api/agent/${operation}`]!.post as {
    requestBody: { content: { "application/json": { schema: Schema } } }
  }
  return arbitraryOf(requestBody.content["application/json"].schema)
}
