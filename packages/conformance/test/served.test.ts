import {
  CustomField,
  customFields,
  Json,
  kind,
  PageView,
  pageViews,
  viewFamilies,
  without
} from "@agent-operations/contract"
import { apps } from "@agent-operations/contract/apps"
import { datasets } from "@agent-operations/contract/datasets"
import { evaluations } from "@agent-operations/contract/evaluations"
import { imports } from "@agent-operations/contract/imports"
import { prompts } from "@agent-operations/contract/prompts"
import { scorers } from "@agent-operations/contract/scorers"
import { check, expect, runConformance } from "@agent-operations/conformance"
import { Schema } from "effect"
import { assert, describe, it } from "vitest"
import { openJsonOf, textOf } from "../src/places.ts"
import { checksOf } from "../src/run.ts"
import { servedOf } from "../src/served.ts"
import { toyServer } from "./toy/server.ts"

/** A kind with some source and settings. */
const kindWith = <S extends Schema.Constraint, T extends Schema.Constraint>(
  source: S,
  settings: T,
  example: { readonly source: S["Type"]; readonly settings: T["Type"] }
) =>
  kind({
    name: "thing",
    prefix: "th",
    scopes: { read: "things:read", write: "things:write" },
    mayReference: [],
    source,
    settings,
    example: { id: "th_01k9x3m2h8e7v9q4t6w5z0r1ca", name: "A", description: "A.", references: {}, ...example }
  })

const Empty = Schema.Struct({})
const Deep = Schema.Struct({ a: Schema.Struct({ b: Json, c: Schema.Finite }) })

describe("what a kind has open JSON or text in", () => {
  it("of the built-in kinds is extra", () => {
    assert.deepStrictEqual(
      [PageView, CustomField].map((one) => openJsonOf(one)?.pointer),
      ["/settings/extra", "/settings/extra"]
    )
  })

  it.each([
    ["a record", Schema.Record(Schema.String, Json), {}, "/settings/here"],
    ["deep in objects", Deep, { a: { b: 1, c: 1 } }, "/settings/a/b"],
    ["the schema library's own JSON", Schema.Struct({ a: Schema.Json }), { a: 1 }, "/settings/a"],
    [
      "the one member of a union that the example is not",
      Schema.Struct({
        a: Schema.Union([
          Schema.Struct({ type: Schema.Literal("x") }),
          Schema.Struct({ type: Schema.Literal("y"), b: Json })
        ])
      }),
      { a: { type: "x" } },
      "/settings/a/b"
    ]
  ])("is found in %s", (_, settings, example, pointer) => {
    const found = openJsonOf(kindWith(Empty, settings as Schema.Constraint, { source: {}, settings: example }))
    assert.strictEqual(found?.pointer, pointer)
    assert.deepStrictEqual(found?.read(found.put({ b: 1 })), { b: 1 })
  })

  it("is not what has bounds, and text is found in its place", () => {
    const settings = Schema.Struct({
      n: Schema.Finite,
      id: Schema.String.check(Schema.isMaxLength(1)),
      a: Schema.String
    })
    const thing = kindWith(Empty, settings, { source: {}, settings: { n: 1, id: "a", a: "a" } })
    assert.isUndefined(openJsonOf(thing))
    assert.strictEqual(textOf(thing)?.pointer, "/settings/a")
    const closed = kindWith(Empty, Schema.Struct({ n: Schema.Finite }), { source: {}, settings: { n: 1 } })
    assert.isUndefined(textOf(closed))
  })
})

describe("what families are checked for", () => {
  it("is nothing where there are none, and is refused where they cannot be served together", () => {
    assert.throws(() => servedOf([]), /no operation/)
    assert.throws(() => servedOf([customFields, customFields]), /Two families/)
    const { list } = customFields.operations
    const operations = { list: { ...list, example: { ...list.example, input: { limit: 0 } } } }
    assert.throws(
      () => servedOf([{ ...customFields, operations }]),
      /example\.input is refused by its own schema at "\/limit"/
    )
  })

  it("are scopes of all, and those of reading", () => {
    assert.deepStrictEqual(servedOf(viewFamilies).scopes, { all: ["views:read", "views:write"], read: ["views:read"] })
  })

  it("are scopes of reading that let nothing be written, of whatever families", () => {
    const { operations, scopes } = servedOf([imports, datasets, scorers, prompts, apps, evaluations])
    const told = ["apps:read", "datasets:read", "evals:read", "prompts:read", "scorers:read", "traces:read"]
    assert.deepStrictEqual(scopes.read.toSorted(), told)
    const writers = operations.filter(({ effect }) => effect !== "read")
    assert.isEmpty(writers.filter((writer) => writer.scopes.every((scope) => scopes.read.includes(scope))))
  })

  it("are the operations on a definition of a kind that are no verbs, and who refers to it", () => {
    const [views, fields] = servedOf(viewFamilies).kinds
    assert.deepStrictEqual(
      views?.more.map(({ id }) => id),
      ["get_page_view_dependencies", "validate_page_view"]
    )
    assert.deepStrictEqual(
      [views?.dependencies, fields?.dependencies],
      ["get_page_view_dependencies", "get_custom_field_dependencies"]
    )
  })

  it("leaves out what a host does not serve, and says so", async () => {
    const families = [without(pageViews, "validate", "dependencies", "copy"), customFields]
    const { verdicts, holds } = await runConformance(toyServer(), { families, laws: ["R6", "P7"], scale: 0.1 })
    const told = verdicts.flatMap(({ outcome }) => (outcome.status === "not checked" ? [outcome.why] : []))
    assert.include(told, "the families have no copy_page_view")
    assert.isTrue(holds)
  })

  it.each([
    ["page views and custom fields", viewFamilies, true],
    ["page views without validation", [without(pageViews, "validate"), customFields], false],
    ["custom fields alone", [customFields], false]
  ])("are validations only where both are served with them: %s", (_, families, isValidated) => {
    const checks = checksOf(servedOf(families), { laws: ["V1", "V2", "V3", "V4", "V5"] })
    assert.strictEqual(
      checks.some(({ law }) => law === "V2"),
      isValidated
    )
  })

  it("are a host's own checks too", async () => {
    const own = check("E3", "an own rule", async ({ client }) => {
      const { status } = await client.call("list_custom_fields", {})
      expect("E3", status === 400, `it was answered ${status}`)
    })
    const options = { familyChecks: { customFields: [own] }, laws: ["E3"], scale: 0.05 } as const
    const { verdicts } = await runConformance(toyServer(), options)
    const broken = verdicts.filter(({ outcome }) => outcome.status === "broken")
    assert.deepStrictEqual(
      broken.map(({ family, title }) => [family, title]),
      [["customFields", "customFields: an own rule"]]
    )
  })
})
