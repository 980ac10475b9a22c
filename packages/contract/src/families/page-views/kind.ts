import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { findLengthFault, operators } from "../../core/filter.ts"
import { codeIn } from "../../definition/code-members.ts"
import { Json } from "../../definition/json.ts"
import { kind } from "../../definition/kind.ts"
import { maxUtf8Bytes } from "../../definition/size.ts"
import { exampleField } from "../example-field.ts"
import { ViewReferences } from "../view-references.ts"

/** What a page view is made of. Never executed by any operation. */
export const PageViewSource = Schema.Union([
  Schema.Struct({ type: Schema.Literal("table").annotateKey({ description: "A table." }) }),
  Schema.Struct({
    type: Schema.Literal("react").annotateKey({ description: "A React component." }),
    code: Schema.String.check(maxUtf8Bytes(256 * 1024)).annotate({
      description: "A TSX module whose default export is a component; at most 256 KiB in UTF-8.",
      ...codeIn("tsx")
    })
  })
]).annotate({ identifier: "PageViewSource", description: "A table, or a TSX module." })

/** A built-in path such as `trace.name`, or `custom.<alias>` of one of the references. */
const FieldPath = Schema.String.check(Schema.isMinLength(1), Schema.isMaxCodePoints(200))

const fieldText = "A built-in path such as `trace.name`, or `custom.<alias>` of one of the references."

/** For models it is described once, where columns are. */
const Field = FieldPath.annotateKey({ description: fieldText })

const Column = Schema.Struct({
  field: FieldPath.annotate({ description: fieldText }),
  label: Schema.optionalKey(
    Schema.String.check(Schema.isMaxCodePoints(200)).annotateKey({
      description: "The heading of the column. By default its field."
    })
  ),
  width: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })).annotate({ description: "In CSS pixels." })
  ),
  hidden: Schema.optionalKey(
    Schema.Boolean.annotateKey({ description: "Whether the column is hidden until a person shows it." })
  )
}).annotate({ identifier: "PageViewColumn" })

const Filter = Schema.Struct({
  field: Field,
  operator: Schema.Literals(operators).annotateKey({ description: "How the field is compared with value." }),
  value: Schema.optionalKey(
    Json.annotateKey({
      description:
        "What the field is compared with, as JSON of the field's type; a list for in; a boolean or nothing for exists."
    })
  )
})
  .check(
    Schema.makeFilter(({ operator, value }) => {
      const issue = findLengthFault(operator, value)
      return issue === undefined ? undefined : { path: ["value"], issue }
    })
  )
  .annotate({ identifier: "PageViewFilter" })

const Sort = Schema.Struct({
  field: Field,
  direction: Schema.Literals(["asc", "desc"]).annotateKey({ description: "Ascending or descending." })
}).annotate({
  identifier: "PageViewSort"
})

/** What the rows of a page view are. */
export const pageViewTargets = ["traces", "trace", "datasets", "evaluations", "evaluation_run", "reviews"] as const

export type PageViewTarget = (typeof pageViewTargets)[number]

/** How a page view shows its target. Everything but the target has a default. */
export const PageViewSettings = Schema.Struct({
  target: Schema.Literals(pageViewTargets).annotateKey({ description: "What the rows are." }),
  columns: Schema.Array(Column)
    .check(Schema.isMaxLength(500))
    .annotateKey({ description: "The columns, in order." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  filters: Schema.Array(Filter)
    .check(Schema.isMaxLength(500))
    .annotateKey({ description: "The filters; a row is shown only if all of them hold." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  sort: Schema.Array(Sort)
    .check(Schema.isMaxLength(500))
    .annotateKey({ description: "The order of the rows: by the first field, then by the next." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  groupBy: Schema.NullOr(FieldPath)
    .annotateKey({ description: "The field that rows are grouped by; null for no groups." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  extra: Json.annotateKey({ description: "JSON of your own, kept as it is." }).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({}))
  )
}).annotate({ identifier: "PageViewSettings", description: "How the page view shows its target." })

/** A shared definition of how a page of the product shows its rows. */
export const PageView = kind({
  name: "page_view",
  prefix: "pv",
  scopes: { read: "views:read", write: "views:write" },
  mayReference: ["page_view", "custom_field"],
  references: ViewReferences,
  source: PageViewSource,
  settings: PageViewSettings,
  example: {
    id: "pv_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Slow traces",
    description: "Traces of the last day that took longer than two seconds, slowest first.",
    source: { type: "table" },
    settings: {
      target: "traces",
      columns: [{ field: "trace.name", label: "Trace", width: 320 }, { field: "custom.cost" }],
      filters: [{ field: "trace.durationMs", operator: "gt", value: 2000 }],
      sort: [{ field: "trace.durationMs", direction: "desc" }],
      groupBy: null,
      extra: { density: "compact" }
    },
    references: { cost: { kind: "custom_field", id: exampleField, revision: null } }
  }
})
export type PageView = typeof PageView.Definition.Type
