import { type ChecksOf, ofBuiltIn } from "../per.ts"
import { expectParts, ofBytes } from "./sent.ts"

const target = "traces"
const defaults = { columns: [], filters: [], sort: [], groupBy: null, extra: {} }

const react = (code: string) => ({ source: { type: "react", code } })
const settings = (more: object) => ({ settings: { target, ...more } })

const targets = ["traces", "trace", "datasets", "evaluations", "evaluation_run", "reviews"]
const operators = ["eq", "ne", "lt", "lte", "gt", "gte", "contains", "in", "exists"]
const field = "trace.name"

/** What page views have of their own. */
export const pageViews: ReadonlyArray<ChecksOf> = [
  ofBuiltIn(
    "page_view",
    "E3",
    ["page_view.source", "page_view.draft"],
    "a source is a table or code of up to 256 KiB, whether that is right or not, and nothing else",
    (context) =>
      expectParts(
        context,
        [
          [{ source: { type: "table" } }],
          ...ofBytes(262_144).map((code) => [react(code)] as const),
          [react("export default () => <div>{</div>\r\n\tconst = ;")],
          [react("import fs from 'node:fs'\r\nno default")],
          [react("\ufeffexport default function View() { return null }\r")]
        ],
        [
          ...ofBytes(262_145).map(react),
          react("x".repeat(500_000)),
          { source: {} },
          { source: { type: "react" } },
          { source: { type: "react", code: null } },
          { source: { type: "table", code: "export default () => null" } },
          { source: { type: "vue", code: "export default () => null" } },
          { source: { type: "React", code: "export default () => null" } },
          { source: { type: "formula", language: "cel", expression: "1" } },
          { source: "table" },
          { source: null }
        ]
      )
  ),

  ofBuiltIn(
    "page_view",
    "E3",
    ["page_view.target", "page_view.defaults", "E4.default", "E4.words"],
    "a target is one of six, and everything else of the settings has its default",
    (context) =>
      expectParts(
        context,
        targets.map((one) => [{ settings: { target: one } }, { settings: { target: one, ...defaults } }] as const),
        [
          ...["span", "evaluation", "run", "custom_field", "TRACES", "traces ", ""].map((one) => ({
            settings: { target: one }
          })),
          { settings: {} },
          { settings: defaults },
          ...["columns", "filters", "sort"].map((name) => settings({ [name]: null }))
        ]
      )
  ),

  ofBuiltIn(
    "page_view",
    "E3",
    ["page_view.columns", "page_view.filters", "page_view.sort", "E4.words"],
    "columns, filters, sort and groupBy come back as they were sent, with nothing more, and have their words",
    (context) =>
      expectParts(
        context,
        [
          settings({
            columns: [
              { field },
              { field, label: "" },
              { field, label: " A label ", width: 0, hidden: false },
              { field: "custom.cost", width: 320.5, hidden: true },
              { field: "trace.attributes.http.url/é" }
            ],
            filters: [
              ...operators.map((operator) => ({ field, operator })),
              ...operators.map((operator, n) => ({ field, operator, value: [null, 0, "", [], {}, false][n % 6] }))
            ],
            sort: [
              { field, direction: "asc" },
              { field: "trace.durationMs", direction: "desc" },
              { field, direction: "desc" }
            ],
            groupBy: "trace.status"
          }),
          settings({ columns: [], filters: [], sort: [], groupBy: null })
        ].map((sent) => [sent, { settings: { ...defaults, ...sent.settings } }] as const),
        [
          ...["EQ", "neq", "=", "like", "not_in", ""].map((operator) => settings({ filters: [{ field, operator }] })),
          ...["ASC", "ascending", "up", ""].map((direction) => settings({ sort: [{ field, direction }] })),
          settings({ columns: [{}] }),
          settings({ columns: [{ label: "A" }] }),
          settings({ columns: [field] }),
          settings({ columns: [{ field, title: "A" }] }),
          settings({ filters: [{ field }] }),
          settings({ filters: [{ operator: "eq" }] }),
          settings({ filters: [{ field, operator: "eq", values: [] }] }),
          settings({ sort: [{ field }] }),
          settings({ sort: [{ direction: "asc" }] }),
          settings({ sort: { field, direction: "asc" } }),
          settings({ groupBy: [field] }),
          settings({ groupBy: { field } })
        ]
      )
  )
]
