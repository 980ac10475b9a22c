import { type ChecksOf, ofBuiltIn } from "../per.ts"
import { expectParts, ofBytes } from "./sent.ts"

const formula = (expression: string) => ({ source: { type: "formula", language: "cel", expression } })
const attribute = (pointer: string) => ({ source: { type: "attribute", pointer } })

const targets = ["trace", "span", "evaluation_run", "evaluation_case"]
const valueTypes = ["string", "number", "boolean", "timestamp", "duration", "json"]
const target = "trace"
const valueType = "number"

/** What custom fields have of their own. */
export const customFields: ReadonlyArray<ChecksOf> = [
  ofBuiltIn(
    "custom_field",
    "E3",
    ["custom_field.source", "page_view.draft"],
    "a source is a formula of up to 8 KiB, whether that is right or not, or a pointer, and nothing else",
    (context) =>
      expectParts(
        context,
        [
          ...ofBytes(8192).map((expression) => [formula(expression)] as const),
          [formula("trace.totalTokens *")],
          [formula("1 + 'a' // é\r\n")],
          ...["", "/", "/attributes/http.url", "/a~1b/~0/0/ /é"].map((pointer) => [attribute(pointer)] as const)
        ],
        [
          ...ofBytes(8193).map(formula),
          formula("x".repeat(100_000)),
          { source: { type: "formula", expression: "1" } },
          { source: { type: "formula", language: "CEL", expression: "1" } },
          { source: { type: "formula", language: "javascript", expression: "1" } },
          { source: { type: "formula", language: "cel" } },
          { source: { type: "attribute" } },
          { source: { type: "attribute", pointer: "/a", expression: "1" } },
          { source: { type: "Formula", language: "cel", expression: "1" } },
          { source: { type: "table" } },
          { source: { expression: "1" } },
          { source: null }
        ]
      )
  ),

  ofBuiltIn(
    "custom_field",
    "E3",
    ["custom_field.target", "E4.default", "E4.words"],
    "a target is one of four, a type of values one of six, and a unit a text or null, which is the default",
    (context) =>
      expectParts(
        context,
        [
          ...valueTypes.map((type, n) => ({ target: targets[n % targets.length]!, valueType: type })),
          { target, valueType, unit: null },
          { target, valueType, unit: "" },
          { target, valueType, unit: " µs/€ ", extra: null }
        ].map((settings) => [{ settings }, { settings: { unit: null, extra: {}, ...settings } }] as const),
        [
          ...["traces", "run", "dataset", "Trace", ""].map((one) => ({ settings: { target: one, valueType } })),
          ...["int", "text", "Number", "array", "object", ""].map((one) => ({ settings: { target, valueType: one } })),
          { settings: { target } },
          { settings: { valueType } },
          { settings: { target, valueType, unit: 1 } },
          { settings: { target, valueType, units: "USD" } }
        ]
      )
  )
]
