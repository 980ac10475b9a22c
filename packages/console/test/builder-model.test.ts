import { Result } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { parseForm } from "../src/form.ts"
import { aliasFor } from "../src/content/sections/page-views/builder/alias.ts"
import { applyForm } from "../src/content/sections/page-views/builder/apply.ts"
import { doTo } from "../src/content/sections/page-views/builder/do.ts"
import { formOf, type Texts } from "../src/content/sections/page-views/builder/model.ts"
import { postedForm, withPicked } from "../src/content/sections/page-views/builder/posted.ts"
import { references, sentOf, settings } from "./builder.data.ts"

const types: Readonly<Record<string, string>> = {
  "trace.name": "string",
  "trace.status": "string",
  "span.name": "string",
  "trace.durationMs": "number",
  "trace.startedAt": "timestamp",
  "trace.tags": "strings",
  "trace.attributes.a.b": "json",
  "custom.cost": "duration"
}
const typeOf = (field: string) => types[field]

const shown = (texts: Texts) => Result.getOrThrow(formOf(texts, typeOf))
const posted = (texts: Texts, change: (sent: URLSearchParams) => void = () => {}) => {
  const before = shown(texts)
  const sent = sentOf(before)
  change(sent)
  return applyForm(texts, before, postedForm(parseForm(sent.toString()), before, typeOf))
}
const pretty = (value: unknown) => JSON.stringify(value, null, 2)

const example: Texts = {
  settings: pretty({
    target: "traces",
    columns: [
      { field: "trace.name", note: 1 },
      { field: "custom.cost", label: "Cost", width: 100 }
    ],
    filters: [{ field: "trace.durationMs", operator: "gt", value: 2000 }],
    sort: [],
    groupBy: null,
    extra: { density: "compact" }
  }),
  references: pretty({ cost: { kind: "custom_field", id: "cf_01k9x3kzq5f2sa8m7n4d6b3y0e", revision: null } })
}

describe("the builder's form", () => {
  it("leads back to the settings and references that it was made from, to the byte", () => {
    fc.assert(
      fc.property(settings, references, (settings, references) => {
        const texts = { settings, references }
        assert.deepStrictEqual(posted(texts), texts)
      }),
      { numRuns: 200, seed: 15 }
    )
  })

  it("changes only what was changed: the rest keeps its numbers, its order and its layout", () => {
    const text =
      '{"extra":{"b":1.0,"a":1e2},"columns":[{"x":[1.50],"field":"trace.name","width":12.0}],"target":"traces"}'
    const texts = { settings: text, references: "{}" }
    const changed = posted(texts, (sent) => sent.set("columns.0.label", "Trace"))
    assert.strictEqual(changed.settings, text.replace('"width":12.0', '"width":12.0,"label":"Trace"'))
    const narrow = posted(texts, (sent) => sent.set("columns.0.width", "90"))
    assert.strictEqual(narrow.settings, text.replace("12.0", "90"))
    const automatic = posted(texts, (sent) => sent.set("columns.0.width", ""))
    assert.strictEqual(automatic.settings, text.replace(',"width":12.0', ""))
  })

  it("moves, adds and removes items with what it does not know of them", () => {
    fc.assert(
      fc.property(settings, fc.nat(4), fc.constantFrom("up", "down", "remove"), (settings, place, action) => {
        const texts = { settings, references: "{}" }
        const before = shown(texts)
        const done = doTo(before, `columns.${place}.${action}`)!
        const after: { columns?: Array<unknown> } = JSON.parse(applyForm(texts, before, done.form).settings)
        const was: { columns?: Array<unknown> } = JSON.parse(settings)
        const expected = [...(was.columns ?? [])]
        const to = place + (action === "up" ? -1 : 1)
        if (action === "remove") expected.splice(place, 1)
        else if (place < expected.length && to >= 0 && to < expected.length) {
          expected.splice(to, 0, ...expected.splice(place, 1))
        }
        assert.deepStrictEqual(after, was.columns === undefined ? was : { ...was, columns: expected })
      }),
      { numRuns: 100, seed: 15 }
    )
  })

  it("lays new items out as the text is", () => {
    const before = shown(example)
    const { form, said, focus } = doTo(before, "add.sort")!
    assert.deepStrictEqual([said, focus], ["Sort field 1 was added. Choose its field.", "sort.0.field"])
    const { settings } = applyForm(example, before, form)
    assert.include(settings, '  "sort": [\n    { "field": "", "direction": "asc" }\n  ],\n  "groupBy"')
    const compact = { settings: '{"target":"traces"}', references: "{}" }
    const added = applyForm(compact, shown(compact), doTo(shown(compact), "add.columns")!.form)
    assert.strictEqual(added.settings, '{"target":"traces","columns":[{ "field": "" }]}')
  })

  it("keeps what is typed wrong as a text, for the contract to refuse at its place", () => {
    const { settings } = posted(example, (sent) => {
      sent.set("columns.1.width", "wide")
      sent.set("filters.0.value", "two")
    })
    const { columns, filters } = JSON.parse(settings)
    assert.deepStrictEqual([columns[1].width, filters[0].value], ["wide", "two"])
    const again = shown({ ...example, settings })
    assert.strictEqual(again.columns[1]!.width, "wide")
    assert.deepStrictEqual(again.filters[0]!.value, ["two"])
  })

  it("reads a value by the type of its field, and again where another field or operator is chosen", () => {
    const value = (change: Record<string, string>) =>
      JSON.parse(
        posted(example, (sent) => {
          for (const [name, value] of Object.entries(change)) sent.set(`filters.0.${name}`, value)
        }).settings
      ).filters[0].value
    assert.strictEqual(value({ value: "1500" }), 1500)
    assert.strictEqual(value({ field: "trace.name" }), "2000")
    assert.deepStrictEqual(value({ operator: "in", value: "1" }), [1])
    assert.deepStrictEqual(value({ field: "trace.status", operator: "in", value: "error" }), ["error"])
    assert.strictEqual(value({ operator: "exists" }), undefined)
    assert.strictEqual(value({ field: "trace.startedAt", value: "2015-11-20T10:00" }), "2015-11-20T10:00:00Z")
  })

  it("makes a reference of a custom field that is picked, once", () => {
    const before = shown(example)
    const [known, other] = ["cf_01k9x3kzq5f2sa8m7n4d6b3y0e", "cf_01k9x3kzq5f2sa8m7n4d6b3y0f"]
    const picked = {
      ...before,
      columns: [known, other, other].map((field) => ({ ...before.columns[0]!, was: undefined, field }))
    }
    const { settings, references } = applyForm(example, before, withPicked(picked, new Map([[other, "Cost per (ms)"]])))
    const fields = JSON.parse(settings).columns.map(({ field }: { field: string }) => field)
    assert.deepStrictEqual(fields, ["custom.cost", "custom.costPerMs", "custom.costPerMs"])
    assert.deepStrictEqual(JSON.parse(references).costPerMs, { kind: "custom_field", id: other, revision: null })
    assert.include(references, example.references.slice(1, -2))
  })

  it("pins a reference and follows it again", () => {
    const pinned = posted(example, (sent) => sent.set("references.cost.revision", "3"))
    assert.strictEqual(pinned.references, example.references.replace("null", "3"))
    assert.deepStrictEqual(
      posted(pinned, (sent) => sent.set("references.cost.revision", "")),
      example
    )
  })

  it("K3: has each item once, however often its place is sent", () => {
    const sent = posted(example, (fields) => {
      for (let n = 0; n < 1000; n++) fields.append("columns", "0")
    })
    assert.deepStrictEqual(sent, example)
  })

  it("shows the first hundred items, and leaves the others as they are", () => {
    const columns = Array.from({ length: 10_000 }, (_, n) => ({ field: `a.${n}` }))
    const texts = { settings: JSON.stringify({ target: "traces", columns }), references: "{}" }
    const before = shown(texts)
    assert.lengthOf(before.columns, 100)
    const { form } = doTo(before, "columns.99.remove")!
    const left = JSON.parse(applyForm(texts, before, form).settings).columns
    assert.deepStrictEqual(left, columns.toSpliced(99, 1))
  })

  it.each([
    ["[]", "/settings"],
    ["{", "/settings"],
    ['{"target":"traces","columns":{}}', "/settings/columns"],
    ['{"target":"traces","columns":[1]}', "/settings/columns/0"],
    ['{"target":"traces","columns":[{"field":"a"},{"field":2}]}', "/settings/columns/1/field"],
    [`{"target":"traces","extra":"${"x".repeat(300_000)}"}`, ""]
  ])("says where a text is that it can't show: %#", (settings, path) => {
    const form = formOf({ settings, references: "{}" }, typeOf)
    assert.isTrue(Result.isFailure(form))
    if (Result.isFailure(form)) assert.strictEqual(form.failure.path, path)
  })

  it.each([
    ["Cost per token (USD)", "costPerTokenUsd"],
    ["  Überlänge ", "uberlange"],
    ["漢字", "field"],
    ["2nd try", "ndTry"],
    ["x".repeat(99), "x".repeat(36)]
  ])("names a reference after %s", (name, alias) => {
    assert.strictEqual(aliasFor(name, new Set()), alias)
    assert.match(alias, /^[a-z][a-zA-Z0-9_]{0,39}$/)
  })
})
