import { describe, expect, it } from "vitest"
import { records, typeOfPath } from "../../src/validation/fields.ts"
import type { Operator, PageViewNode } from "../../src/validation/model.ts"
import {
  type CustomFieldTarget,
  pageViewRecords,
  type PageViewTarget,
  usableTargets
} from "../../src/validation/targets.ts"
import { customField, found, graphOf, pageView, using } from "./graphs.ts"

const issuesOf = (settings: Partial<PageViewNode["settings"]>) =>
  found(
    graphOf(
      pageView({
        settings: { target: "traces", ...settings },
        references: { ...using("cost"), ...using("at"), old: { kind: "page_view", id: "pv_1", revision: null } }
      }),
      customField("cost"),
      customField("at", { settings: { target: "trace", valueType: "timestamp" } }),
      pageView({ id: "pv_1", revision: 1 })
    )
  ).filter((issue) => !issue.startsWith("UNUSED"))

describe("V2: a settings field is built in or custom.<alias>", () => {
  it.each([
    "trace.id",
    "trace.durationMs",
    "trace.tags",
    "trace.attributes",
    "trace.attributes.a",
    "trace.attributes.gen_ai.request.model",
    "trace.metadata.a b/c",
    "trace.scores.quality",
    "trace.input",
    "trace.input.messages.0.role",
    "custom.cost"
  ])("known: %s", (field) => {
    expect(
      issuesOf({ columns: [{ field }], sort: [{ field }], groupBy: field, filters: [{ field, operator: "exists" }] })
    ).toEqual([])
  })

  it.each([
    ["trace.nope", "UNKNOWN_FIELD"],
    ["trace", "UNKNOWN_FIELD"],
    ["trace.", "UNKNOWN_FIELD"],
    ["", "UNKNOWN_FIELD"],
    ["trace.constructor", "UNKNOWN_FIELD"],
    ["__proto__.id", "UNKNOWN_FIELD"],
    ["Trace.id", "UNKNOWN_FIELD"],
    ["trace.attributes.", "UNKNOWN_FIELD"],
    ["trace.name.first", "UNKNOWN_FIELD"],
    ["trace.tags.0", "UNKNOWN_FIELD"],
    ["span.id", "UNKNOWN_FIELD"],
    ["custom", "UNKNOWN_FIELD"],
    ["custom.nope", "UNKNOWN_ALIAS"],
    ["custom.", "UNKNOWN_ALIAS"],
    ["custom.constructor", "UNKNOWN_ALIAS"],
    ["custom.cost.a", "UNKNOWN_ALIAS"],
    ["custom.old", "TYPE_ERROR"]
  ])("unknown: %s", (field, code) => {
    expect(
      issuesOf({
        columns: [{ field: "trace.id" }, { field }],
        sort: [{ field }],
        groupBy: field,
        filters: [{ field, operator: "exists" }]
      })
    ).toEqual([
      `${code} /settings/columns/1/field`,
      `${code} /settings/filters/0/field`,
      `${code} /settings/groupBy`,
      `${code} /settings/sort/0/field`
    ])
  })

  it.each(Object.entries(pageViewRecords))("%s shows the fields of %s", (target, roots) => {
    for (const [record, fields] of Object.entries(records)) {
      for (const name of Object.keys(fields)) {
        const shown = roots.some((root) => root === record)
        expect(
          issuesOf({ target: target as PageViewTarget, groupBy: `${record}.${name}` }).includes(
            "UNKNOWN_FIELD /settings/groupBy"
          )
        ).toBe(!shown)
      }
    }
  })
})

describe("V2: a filter suits the type of its field", () => {
  const fields = {
    string: "trace.name",
    number: "trace.durationMs",
    timestamp: "trace.startedAt",
    strings: "trace.tags",
    json: "trace.attributes.a",
    anyJson: "trace.input"
  } as const
  type Type = keyof typeof fields
  const fine: ReadonlyArray<readonly [Type, Operator, unknown?]> = [
    ["string", "eq", "a"],
    ["string", "ne", null],
    ["string", "lt", "b"],
    ["string", "contains", "a"],
    ["string", "in", ["a", "b"]],
    ["string", "in", []],
    ["string", "exists"],
    ["string", "exists", false],
    ["number", "eq", 1],
    ["number", "gte", 1.5],
    ["number", "in", [1, 2]],
    ["timestamp", "gt", "2015-01-01T00:00:00.000Z"],
    ["timestamp", "in", ["2015-01-01T00:00:00.123456789+01:00", "2016-02-29T23:59:59Z"]],
    ["timestamp", "eq", null],
    ["strings", "contains", "a"],
    ["strings", "eq", ["a"]],
    ["strings", "in", [["a"]]],
    ["json", "contains", { a: 1 }],
    ["json", "lt", "a"],
    ["json", "eq", [1]],
    ["json", "in", [1, "a", null]],
    ["anyJson", "eq", true]
  ]
  const wrong: ReadonlyArray<readonly [type: Type, operator: Operator, value: unknown, at: string]> = [
    ["number", "contains", 1, "operator"],
    ["timestamp", "contains", "2026", "operator"],
    ["strings", "lt", "a", "operator"],
    ["string", "eq", 1, "value"],
    ["string", "eq", undefined, "value"],
    ["string", "contains", 1, "value"],
    ["string", "lt", null, "value"],
    ["string", "in", "a", "value"],
    ["string", "in", ["a", 1], "value"],
    ["string", "in", [null], "value"],
    ["string", "exists", "yes", "value"],
    ["number", "lt", "1", "value"],
    ["number", "in", 1, "value"],
    ["number", "eq", [1], "value"],
    ["timestamp", "gt", 0, "value"],
    ...["", "yesterday", "now-1d", "2015-01-01", "2015-01-01T00:00:00", "2015-02-30T00:00:00Z"].map(
      (value) => ["timestamp", "gt", value, "value"] as const
    ),
    ["timestamp", "in", ["2015-01-01T00:00:00Z", "yesterday"], "value"],
    ["strings", "eq", "a", "value"],
    ["strings", "contains", ["a"], "value"],
    ["json", "in", {}, "value"],
    ["json", "eq", undefined, "value"],
    ["json", "exists", null, "value"]
  ]
  const filter = (field: string, operator: Operator, value: unknown) =>
    issuesOf({ filters: [{ field, operator, ...(value === undefined ? {} : { value }) }] })

  it.each(fine.map((row) => ({ row })))("$row", ({ row: [type, operator, value] }) => {
    expect(filter(fields[type], operator, value)).toEqual([])
  })

  it.each(wrong.map((row) => ({ row })))("not $row", ({ row: [type, operator, value, at] }) => {
    expect(filter(fields[type], operator, value)).toEqual([`TYPE_ERROR /settings/filters/0/${at}`])
  })

  it("a custom field has the type of its values", () => {
    expect(filter("custom.cost", "gt", 1)).toEqual([])
    expect(filter("custom.cost", "gt", "1")).toEqual(["TYPE_ERROR /settings/filters/0/value"])
    expect(filter("custom.cost", "contains", "1")).toEqual(["TYPE_ERROR /settings/filters/0/operator"])
    expect(filter("custom.at", "gt", "2015-01-01T00:00:00Z")).toEqual([])
    expect(filter("custom.at", "gt", "2015-01-01")).toEqual(["TYPE_ERROR /settings/filters/0/value"])
  })
})

describe("V2: a page view uses custom fields for records that it shows", () => {
  const targets: ReadonlyArray<CustomFieldTarget> = ["trace", "span", "evaluation_run", "evaluation_case"]

  it.each(Object.entries(usableTargets))("%s uses %s", (target, usable) => {
    for (const other of targets) {
      const root = pageView({
        settings: { target: target as PageViewTarget, groupBy: "custom.a" },
        references: using("a")
      })
      const issues = found(graphOf(root, customField("a", { settings: { target: other, valueType: "string" } })))
      expect(issues).toEqual(usable.includes(other) ? [] : ["TARGET_MISMATCH /references/a"])
    }
  })

  it("a custom field uses those for the same record", () => {
    for (const own of targets) {
      for (const other of targets) {
        const root = customField("b", {
          source: { type: "formula", language: "cel", expression: "custom.a" },
          settings: { target: own, valueType: "json" },
          references: using("a")
        })
        const issues = found(graphOf(root, customField("a", { settings: { target: other, valueType: "json" } })))
        expect(issues).toEqual(own === other ? [] : ["TARGET_MISMATCH /references/a"])
      }
    }
  })

  it("a page view can use any page view, a custom field none", () => {
    const reviews = pageView({ id: "pv_1", revision: 1, settings: { target: "reviews" } })
    const references = { a: { kind: "page_view", id: "pv_1", revision: null } } as const
    expect(found(graphOf(pageView({ references }), reviews))).toEqual([])
    expect(found(graphOf(customField("b", { references }), reviews))).toEqual(["TARGET_MISMATCH /references/a"])
  })
})

describe("typeOfPath", () => {
  it("looks only in the given records", () => {
    expect(typeOfPath("trace.durationMs", ["trace"])).toBe("number")
    expect(typeOfPath("trace.durationMs", ["span"])).toBeUndefined()
    expect(typeOfPath("trace.scores.a", ["trace"])).toBe("number")
  })
})
