import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { codeIn } from "../../definition/code-members.ts"
import { Json } from "../../definition/json.ts"
import { kind } from "../../definition/kind.ts"
import { maxUtf8Bytes } from "../../definition/size.ts"
import { exampleField } from "../example-field.ts"
import { ViewReferences } from "../view-references.ts"

/** What a custom field is made of. Never executed by any operation. */
const CustomFieldSource = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("formula").annotateKey({ description: "A formula." }),
    language: Schema.Literal("cel").annotateKey({
      description: "The language of the expression: Common Expression Language."
    }),
    expression: Schema.String.check(maxUtf8Bytes(8 * 1024)).annotate({
      description:
        "Common Expression Language over `trace`, `span` or `run` and `custom.<alias>`; at most 8 KiB in UTF-8.",
      ...codeIn("cel")
    })
  }),
  Schema.Struct({
    type: Schema.Literal("attribute").annotateKey({ description: "A value that is read from the record as it is." }),
    pointer: Schema.String.check(Schema.isMaxCodePoints(2000)).annotate({
      description: "An RFC 6901 JSON Pointer into the record."
    })
  })
]).annotate({ identifier: "CustomFieldSource", description: "A formula, or a JSON Pointer into the record." })

/** What a custom field is computed for. */
export const customFieldTargets = ["trace", "span", "evaluation_run", "evaluation_case"] as const

/** The type of a custom field's value. */
export const valueTypes = ["string", "number", "boolean", "timestamp", "duration", "json"] as const

/** What a custom field's value is. */
const CustomFieldSettings = Schema.Struct({
  target: Schema.Literals(customFieldTargets).annotateKey({
    description: "The record that the field is computed from."
  }),
  valueType: Schema.Literals(valueTypes).annotateKey({ description: "The type of the field's value." }),
  unit: Schema.NullOr(Schema.String.check(Schema.isMaxCodePoints(200)))
    .annotateKey({ description: "The unit of the value, such as USD; null for none." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  extra: Json.annotateKey({ description: "JSON of your own, kept as it is." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({}))
  )
}).annotate({
  identifier: "CustomFieldSettings",
  description: "The record that the field is computed from, and the type and unit of its value."
})

/** A shared definition of a value that is computed from a record. */
export const CustomField = kind({
  name: "custom_field",
  prefix: "cf",
  scopes: { read: "views:read", write: "views:write" },
  mayReference: ["custom_field"],
  references: ViewReferences,
  source: CustomFieldSource,
  settings: CustomFieldSettings,
  example: {
    id: exampleField,
    name: "Cost",
    description: "What the trace cost, in US dollars.",
    source: { type: "formula", language: "cel", expression: "double(trace.totalTokens) * 0.00001" },
    settings: { target: "trace", valueType: "number", unit: "USD", extra: {} },
    references: {}
  }
})
export type CustomField = typeof CustomField.Definition.Type
