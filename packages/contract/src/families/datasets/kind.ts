import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { kind } from "../../definition/kind.ts"
import { maxUtf8Bytes } from "../../definition/size.ts"

const fits = Schema.is(Schema.String.check(maxUtf8Bytes(64 * 1024)))

const isSchema = Schema.makeFilter(
  (json: unknown) => json === null || typeof json === "boolean" || (typeof json === "object" && !Array.isArray(json)),
  { expected: "a JSON Schema, which is an object, or null" }
)

/** A JSON Schema that a part of each item keeps to; null for any JSON. */
const partSchema = (description: string) =>
  Json.check(
    isSchema,
    Schema.makeFilter((json) => fits(JSON.stringify(json)), { expected: "at most 64 KiB of JSON" })
  )
    .annotateKey({ description })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null)))

const DatasetSource = Schema.Struct({
  type: Schema.Literal("items").annotateKey({ description: "The dataset's own items." })
}).annotate({
  identifier: "DatasetSource",
  description: "The dataset's own items, which have versions of their own."
})

const DatasetSettings = Schema.Struct({
  inputSchema: partSchema(
    "The JSON Schema (2020-12) of each item's input, without references to other documents; null for any JSON."
  ),
  expectedSchema: partSchema(
    "The JSON Schema (2020-12) of each item's expected, without references to other documents; null for any JSON."
  ),
  metadataSchema: partSchema(
    "The JSON Schema (2020-12) of each item's metadata, without references to other documents; null for any object."
  ),
  extra: Json.annotateKey({ description: "JSON of your own, kept as it is." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({}))
  )
}).annotate({ identifier: "DatasetSettings", description: "The JSON Schemas of each item's parts." })

/**
 * A shared definition of a dataset. Its items are no part of it: they are many, and two people who edit two of them are not
 * in each other's way.
 */
export const Dataset = kind({
  name: "dataset",
  prefix: "ds",
  scopes: { read: "datasets:read", write: "datasets:write" },
  mayReference: [],
  source: DatasetSource,
  settings: DatasetSettings,
  example: {
    id: "ds_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Capitals",
    description: "Countries, and the capital that the agent has to name.",
    source: { type: "items" },
    settings: { inputSchema: { type: "string" }, expectedSchema: null, metadataSchema: null, extra: {} },
    references: {}
  }
})
export type Dataset = typeof Dataset.Definition.Type
