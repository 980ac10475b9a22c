import { CustomField, PageView } from "@agent-operations/contract"
import { ask, call, type Case, own, type Project } from "./project.ts"
import { definitionsOf } from "./definitions.ts"
import { hour, traceId } from "./traces.ts"

/** A view of what is computed of each record, in the type of each value or in another. */
const computed = (record: "trace" | "span", target: string, { type, only }: { type?: string; only?: string } = {}) => {
  const fields = {
    name: { expression: `${record}.name`, valueType: "string" },
    tokens: { expression: `${record}.totalTokens`, valueType: "number" },
    failed: { expression: `${record}.status == "error"`, valueType: "boolean" },
    started: { expression: `${record}.startedAt`, valueType: "timestamp" },
    took: { expression: `${record}.endedAt - ${record}.startedAt`, valueType: "duration" },
    output: { expression: `${record}.output`, valueType: "json" },
    tier: { pointer: "/attributes/tier", valueType: "string" }
  }
  const names = only === undefined ? Object.keys(fields) : [only]
  const customFields = Object.entries(fields)
    .filter(([name]) => names.includes(name))
    .map(([name, { valueType, ...source }]) => [
      name,
      {
        source: { ...("pointer" in source ? { type: "attribute" } : { type: "formula", language: "cel" }), ...source },
        settings: { target: record, valueType: type ?? valueType }
      }
    ])
  return {
    source: { type: "table" },
    settings: { target, columns: names.map((name) => ({ field: `custom.${name}` })) },
    customFields: Object.fromEntries(customFields) as object
  }
}

const formula = (expression: string, settings: object) => ({
  source: { type: "formula", language: "cel", expression },
  settings
})

const ofTrace = { target: "trace", valueType: "number" }

/** Custom fields that can't be computed, each for something else. */
const wrongFields: ReadonlyArray<object> = [
  formula("trace.", ofTrace),
  formula("trace.none", ofTrace),
  formula("span.name", ofTrace),
  formula("1 + 'a'", ofTrace),
  formula("none(1)", ofTrace),
  formula("custom.none", ofTrace),
  formula("[1, 2].map(x, x)", ofTrace),
  formula("'a'.matches('(')", ofTrace),
  { source: { type: "attribute", pointer: "no pointer" }, settings: ofTrace },
  { source: { type: "attribute", pointer: "/a/~2" }, settings: ofTrace },
  { source: { type: "attribute", pointer: "" }, settings: ofTrace }
]

const table = (settings: object, references: object = {}) => ({
  source: { type: "table" },
  settings: { target: "traces", ...settings },
  references
})

const filteredBy = (name: string, operator: string, value?: unknown) =>
  [name, (field: string) => ({ filters: [{ field, operator, value }] })] as const

/** Page views that are not valid, each for something else, with a custom field of traces and one of spans. */
const wrongViews = (ofTraces: string, ofSpans: string): ReadonlyArray<object> => [
  table({ columns: [{ field: "span.name" }] }),
  table({ columns: [{ field: "trace.none" }] }),
  table({ columns: [{ field: "custom.none" }] }),
  table({ columns: [{ field: "trace.name" }, { field: "trace.name" }] }),
  table({ columns: [{ field: "trace.attributes" }] }),
  table({ filters: [{ field: "trace.durationMs", operator: "eq", value: "long" }] }),
  table({ filters: [{ field: "trace.name", operator: "in", value: "one" }] }),
  table({ filters: [{ field: "trace.name", operator: "exists", value: "yes" }] }),
  table({ filters: [{ field: "trace.durationMs", operator: "contains", value: "1" }] }),
  table({ filters: [{ field: "trace.name", operator: "lt" }] }),
  table({ filters: [{ field: "trace.startedAt", operator: "gt", value: "yesterday" }] }),
  table({ sort: [{ field: "trace.tags", direction: "asc" }] }),
  table({ sort: ["trace.name", "trace.name"].map((field) => ({ field, direction: "asc" })) }),
  table({ groupBy: "trace.input" }),
  table({ groupBy: "custom.none" }),
  table({ columns: [{ field: "custom.it" }] }, { it: { kind: "custom_field", id: ofSpans, revision: null } }),
  table({ columns: [{ field: "custom.it" }] }, { it: { kind: "custom_field", id: ofTraces, revision: 9 } }),
  table({}, { unused: { kind: "custom_field", id: ofTraces, revision: null } }),
  table({}, { "no alias": { kind: "custom_field", id: ofTraces, revision: null } }),
  ...["", "const a = 1", "import fs from 'fs'\nexport default () => null", "export default () => <p>"].map((code) => ({
    source: { type: "react", code },
    settings: { target: "traces" }
  }))
]

/** Filters, orders and groups by what is computed of each record, by the name of that. */
const byComputed: ReadonlyArray<readonly [name: string, settings: (field: string) => object]> = [
  ...["eq", "ne", "lt", "gte", "contains"].map((operator) => filteredBy("name", operator, own("various"))),
  ...["eq", "ne", "lt", "lte", "gt", "gte"].map((operator) => filteredBy("tokens", operator, 300)),
  filteredBy("tokens", "in", [300, 1050]),
  ...[true, false].flatMap((value) => [filteredBy("failed", "eq", value), filteredBy("tier", "exists", value)]),
  filteredBy("started", "gt", hour(1)),
  filteredBy("took", "lt", 300_000),
  filteredBy("output", "exists"),
  ...["name", "tokens", "failed", "started", "took", "tier"].flatMap((name) =>
    ["asc", "desc"].map((direction) => [name, (field: string) => ({ sort: [{ field, direction }] })] as const)
  ),
  ...["name", "failed", "tier"].map((name) => [name, (field: string) => ({ groupBy: field })] as const)
]

/** Page views and custom fields, some of which refer to each other. */
export const viewsOf = async (project: Project): Promise<ReadonlyArray<Case>> => {
  const { tell } = project
  const fields = await definitionsOf(project, CustomField)
  const views = await definitionsOf(project, PageView, { source: { type: "table" }, settings: { target: "traces" } })
  const uses = (id: string, revision: number | null) => ({
    cost: { kind: "custom_field", id, revision }
  })
  const shown = { source: { type: "table" }, settings: { target: "traces", columns: [{ field: "custom.cost" }] } }
  const used = await fields.make("Used")
  const pinned = await fields.make("Pinned")
  const held = (await tell("create_page_view", { name: own("Held"), ...shown, references: uses(used, null) })).id
  const pinning = (await tell("create_page_view", { name: own("Pinning"), ...shown, references: uses(pinned, 1) })).id
  const ofSpans = await fields.make("Of spans", {
    source: { type: "attribute", pointer: "/attributes/tier" },
    settings: { target: "span", valueType: "string" }
  })
  const react = { source: { type: "react", code: "export default () => <p>Hi</p>\n" }, settings: { target: "reviews" } }
  await views.make("React", react)
  await views.make("Datasets", { settings: { target: "datasets", columns: [{ field: "dataset.name" }] } })
  const settings = {
    target: "trace",
    columns: [{ field: "trace.name", label: "Trace", width: 120, hidden: true }, { field: "span.model" }],
    filters: [{ field: "span.type", operator: "in", value: ["tool", "agent"] }],
    sort: [
      { field: "span.name", direction: "desc" },
      { field: "span.id", direction: "asc" }
    ],
    groupBy: "span.type",
    extra: { dense: true }
  }
  const whole = await views.make("Whole", { settings })
  const since = { from: "2015-11-20T00:00:00Z" }
  return [
    ...fields.cases,
    ...views.cases,
    call("get_page_view", { id: held }),
    call("get_custom_field_dependencies", { id: used }),
    call("get_custom_field_dependencies", { id: pinned }),
    call("delete_custom_field", { id: used, expectedRevision: 1 }),
    call("delete_custom_field", { id: pinned, expectedRevision: 1 }),
    call("delete_page_view", { id: held, expectedRevision: 1 }),
    call("create_page_view", { name: "Uses", ...shown, references: uses(used, null) }),
    call("create_page_view", { name: "Pins", ...shown, references: uses(used, 1) }),
    call("create_page_view", {
      name: "Uses two",
      ...shown,
      references: { ...uses(used, null), other: { kind: "custom_field", id: pinned, revision: 1 } }
    }),
    call("update_page_view", { id: pinning, expectedRevision: 1, references: uses(used, null) }),
    call("copy_page_view", { id: pinning, name: "Pins as well" }),
    call("restore_page_view", { id: pinning, revision: 1 }),
    call("validate_page_view", { id: held }),
    call("validate_page_view", { draft: { ...shown, references: uses(used, null) } }),
    call("query_page_view", {
      draft: {
        ...shown,
        customFields: {
          cost: {
            source: CustomField.example.source,
            settings: CustomField.example.settings,
            references: uses(used, null)
          }
        }
      },
      ...since
    }),
    ask("create_page_view", { name: "Another React", ...react }),
    ask("create_page_view", { name: "Whole again", source: { type: "table" }, settings, description: "All of it." }),
    ask("update_page_view", { id: whole, expectedRevision: 1, settings: { ...settings, groupBy: null } }),
    ask("validate_page_view", { id: whole, revision: 1 }),
    ask("validate_page_view", { draft: react }),
    ask("validate_page_view", { draft: { ...react, source: { type: "react", code: "export default (" } } }),
    ask("query_page_view", { id: whole, traceId: traceId(11) }),
    ask("query_page_view", { id: whole, revision: 1, traceId: traceId(12), limit: 2 }),
    ask("query_page_view", { id: held, ...since, to: hour(1) }),
    ask("query_page_view", { id: held, traceId: traceId(11) }),
    ...["string", "number", "boolean", "timestamp", "duration", "json"].map((valueType) =>
      ask("create_custom_field", {
        name: valueType,
        source: { type: "attribute", pointer: "/a/b" },
        settings: { target: "trace", valueType }
      })
    ),
    ...wrongFields.map((it) => {
      const draft = { ...table({ columns: [{ field: "trace.name" }, { field: "custom.it" }] }), customFields: { it } }
      return ask("query_page_view", { draft, ...since, limit: 2 })
    }),
    ...wrongViews(used, ofSpans).map((draft) => ask("validate_page_view", { draft })),
    ...byComputed.map(([only, more]) => {
      const draft = computed("trace", "traces", { only })
      const settings = { ...draft.settings, ...more(`custom.${only}`) }
      return ask("query_page_view", { draft: { ...draft, settings }, ...since })
    }),
    ask("query_page_view", { draft: computed("trace", "traces", { type: "string" }), ...since }),
    ask("query_page_view", { draft: computed("trace", "traces"), ...since }),
    ask("query_page_view", { draft: computed("span", "trace"), traceId: traceId(11) }),
    ask("query_page_view", {
      draft: {
        source: { type: "table" },
        settings: { target: "trace", columns: [{ field: "custom.tier" }] },
        references: { tier: { kind: "custom_field", id: ofSpans, revision: null } }
      },
      traceId: traceId(11)
    }),
    call("query_page_view", { id: held, ...since, limit: 2 }),
    call("query_page_view", { draft: { ...shown, references: uses(used, null) }, ...since, limit: 1, search: "one" })
  ]
}
