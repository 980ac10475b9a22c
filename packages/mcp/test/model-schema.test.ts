import { referenceFamilies } from "@agent-operations/contract/reference"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { isObject } from "../src/is-object.ts"
import { modelSchema } from "../src/schema/model-schema.ts"

/** What the models' API of Google takes, of those in use the strictest: other keywords fail the whole request. */
const taken = new Set([
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
  "anyOf"
])

interface Parts {
  readonly properties?: object
  readonly items?: unknown
  readonly additionalProperties?: unknown
  readonly anyOf?: ReadonlyArray<unknown>
}

/** What of a schema is not taken, by its place. */
const faultsOf = (schema: unknown, place = ""): ReadonlyArray<string> => {
  if (!isObject(schema)) return [`${place} is no schema`]
  const { properties = {}, items, additionalProperties, anyOf = [] } = schema as Parts
  return [
    ...Object.keys(schema).flatMap((key) => (taken.has(key) ? [] : [`${place} has ${key}`])),
    ...(typeof schema["type"] === "string" || "anyOf" in schema ? [] : [`${place} has no type`]),
    ...Object.entries(properties).flatMap(([name, one]) => faultsOf(one, `${place}.${name}`)),
    ...(items === undefined ? [] : faultsOf(items, `${place}[]`)),
    ...(additionalProperties === undefined ? [] : faultsOf(additionalProperties, `${place}.*`)),
    ...anyOf.flatMap((one, n) => faultsOf(one, `${place}|${n}`))
  ]
}

describe("the schema of a tool's input", () => {
  it("has a type everywhere, and no keyword that a provider of models refuses, of any operation", () => {
    const operations = referenceFamilies.flatMap(({ operations }) => Object.values(operations))
    assert.isAbove(operations.length, 100)
    assert.deepStrictEqual(
      operations.flatMap(({ id, input }) => faultsOf(modelSchema(input), id)),
      []
    )
  })

  it("says of a host's schema what can be said", () => {
    const shown = modelSchema(
      Schema.Struct({
        one: Schema.Literal(1),
        pair: Schema.Tuple([Schema.String, Schema.Finite]),
        size: Schema.Finite.check(Schema.isGreaterThan(3), Schema.isMultipleOf(2)),
        byName: Schema.Record(Schema.String.check(Schema.isPattern(/^a/)), Schema.Boolean),
        any: Schema.Unknown,
        maybe: Schema.NullOr(Schema.String),
        never: Schema.optionalKey(Schema.Never)
      })
    )
    assert.deepStrictEqual(faultsOf(shown, "own"), [])
    const properties = shown["properties"] as Readonly<Record<string, object>>
    assert.deepEqual(properties["one"], { type: "number", enum: [1] })
    assert.deepInclude(properties["pair"], { type: "array" })
    assert.deepInclude(properties["size"], { type: "number" })
    assert.deepEqual(properties["byName"], { type: "object", additionalProperties: { type: "boolean" } })
    assert.deepEqual(properties["maybe"], { anyOf: [{ type: "string" }, { type: "null" }] })
  })
})
