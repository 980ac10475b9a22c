import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, type Setting, start } from "./content.kit.ts"
import { support } from "./traces.data.ts"
import { callerOf } from "./traces.kit.ts"

let setting: Setting
let place: Awaited<ReturnType<Setting["makeProject"]>>
beforeAll(async () => {
  setting = await start()
  place = await setting.makeProject("usr_ada")
})
afterAll(() => setting.close())

const ada = () => setting.browser("usr_ada")

const makeField = async (name: string, expression = "trace.cost * 2.0") => {
  const source = { type: "formula", language: "cel", expression }
  const settings = { target: "trace", valueType: "number", unit: "USD", extra: {} }
  const { id } = await setting.operate(place, "create_custom_field", bodies.custom_field(name, { source, settings }))
  return id
}

const makeView = async (name: string, settings: object, references: object = {}) => {
  const defaults = { target: "traces", columns: [], filters: [], sort: [], groupBy: null, extra: {} }
  const body = { source: { type: "table" }, settings: { ...defaults, ...settings }, references }
  const { id } = await setting.operate(place, "create_page_view", bodies.page_view(name, body as never))
  return `${place.path}/page-views/${id}`
}

const settingsOf = (page: { form: () => { fields: Record<string, string> } }) =>
  JSON.parse(page.form().fields["settings"] ?? "")

describe("the builder of page views, without script", () => {
  it("makes a page view by its controls: columns, a filter by type, sort and group", async () => {
    const id = await makeField("Double cost")
    let form = await ada().get(`${place.path}/page-views/new`)
    assert.match(form.html, /<option\s+value="trace.durationMs"\s+label="number · How long it took, in milliseconds"/)
    assert.match(form.html, new RegExp(`<option\\s+value="${id}"\\s+label="Double cost · number · USD`))
    for (const list of ["columns", "filters", "sort"]) form = await ada().press(form, { do: `add.${list}` })
    assert.match(form.html, /id="sort.0.field"[^>]* autofocus/)
    form = await ada().press(form, {
      "columns.1.field": id,
      "columns.1.label": "Twice",
      "filters.0.field": "trace.status",
      "filters.0.operator": "in",
      "sort.0.field": "trace.durationMs",
      "sort.0.direction": "desc",
      groupBy: "trace.userId",
      do: "columns.1.up"
    })
    assert.include(form.text, "Column 2, custom.doubleCost, is now 1 of 2.")
    assert.match(form.html, /type="checkbox"\s+id="filters.0.value-\d"\s+name="filters.0.value"\s+value="error"/)
    const { location } = await ada().press(form, { name: "Built", "filters.0.value": "error", action: "save" })
    const saved = await ada().get(`${location?.split("?")[0]}/edit`)
    assert.deepStrictEqual(settingsOf(saved), {
      target: "traces",
      columns: [{ field: "custom.doubleCost", label: "Twice" }, { field: "trace.name" }],
      filters: [{ field: "trace.status", operator: "in", value: ["error"] }],
      sort: [{ field: "trace.durationMs", direction: "desc" }],
      groupBy: "trace.userId",
      extra: {}
    })
    const references = JSON.parse(saved.form().fields["references"] ?? "")
    assert.deepStrictEqual(references, { doubleCost: { kind: "custom_field", id, revision: null } })
    assert.include(saved.text, "pinned to revision 1, the current one")
  })

  it("offers the operators and inputs that fit the type of a field", async () => {
    const path = await makeView("Typed", {
      filters: [
        { field: "trace.startedAt", operator: "gt", value: "2015-11-20T10:00:00Z" },
        { field: "trace.tags", operator: "eq", value: ["a", "b"] },
        { field: "trace.error", operator: "exists" },
        { field: "trace.attributes.route", operator: "eq", value: { deep: [1] } },
        { field: "trace.name", operator: "in", value: ["x", "y"] }
      ]
    })
    const { html, form } = await ada()
      .get(`${path}/edit`)
      .then((page) => ({ html: page.html, form: page.form().fields }))
    assert.match(
      html,
      /id="filters.0.value"\s+name="filters.0.value"\s+type="datetime-local"\s+value="2015-11-20T10:00:00"/
    )
    const operators = (place: number) =>
      [
        ...(new RegExp(`id="filters.${place}.operator"[^]*?</select>`).exec(html)?.[0] ?? "").matchAll(
          /option value="(\w+)"/g
        )
      ].map(([, name]) => name)
    assert.deepStrictEqual(operators(0), ["eq", "ne", "lt", "lte", "gt", "gte", "in", "exists"])
    assert.deepStrictEqual(operators(1), ["eq", "ne", "contains", "in", "exists"])
    assert.strictEqual(form["filters.1.value"], "a\nb")
    assert.strictEqual(form["filters.2.value"], "")
    assert.strictEqual(form["filters.3.value"], '{"deep":[1]}')
    assert.strictEqual(form["filters.4.value"], "x\ny")
  })

  it("says what is wrong at the control that it is of, and keeps what was typed", async () => {
    const path = await makeView("Wrong", { columns: [{ field: "trace.name" }, { field: "trace.id" }] })
    const form = await ada().get(`${path}/edit`)
    const refused = await ada().press(form, { "columns.1.width": "wide", "columns.0.field": "", action: "save" })
    assert.strictEqual(refused.status, 400)
    assert.match(refused.html, /<a href="#columns.1.width">\s*Column 2, width:/)
    assert.match(refused.html, /id="columns.1.width"[^>]*value="wide"[^>]*aria-invalid="true"/)
    assert.match(refused.html, /id="columns.0.field"[^>]*aria-invalid="true"/)
    const checked = await ada().press(form, { "columns.1.field": "trace.nonsense", action: "check" })
    assert.match(checked.html, /data-built-issues="columns.1.field">\s*<ul[^]*?There is no field trace.nonsense here/)
  })

  it("changes to JSON and back without losing anything, and stays where the JSON is wrong, saying where", async () => {
    const extra = { odd: [1.5, { deep: true }], columns: "not these" }
    const path = await makeView("Both", { columns: [{ field: "trace.name", width: 120 }], extra })
    const form = await ada().get(`${path}/edit`)
    const text = form.form().fields["settings"] ?? ""
    const json = await ada().press(form, { do: "tab.json" })
    assert.strictEqual(json.form().fields["settings"], text)
    const own = text.replace("120", "1.20e2").replace('"groupBy"', '"more": 1.0,\n  "groupBy"')
    const back = await ada().press(json, { settings: own, do: "tab.builder" })
    assert.match(back.html, /name="columns.0.width"[^>]*value="1.20e2"/)
    assert.strictEqual((await ada().press(back, { do: "tab.json" })).form().fields["settings"], own)
    const broken = own.replace("1.0,", "1.0,,")
    const wrong = await ada().press(json, { settings: broken, do: "tab.builder" })
    assert.strictEqual(wrong.form().fields["settings"], broken)
    assert.match(wrong.text, /Settings: This is not JSON.*Correct it to use the builder/)
    const unshown = await ada().press(json, {
      settings: '{\n "target": "traces",\n "columns": [1] }',
      do: "tab.builder"
    })
    assert.include(unshown.text, "Settings, line 3, at /columns/0: This has to be an object")
  })

  it("shows the rows of what is typed, without what is not finished", async () => {
    const own = await setting.makeProject("usr_ada")
    const trace = support(1, "Where?", "Here.")
    const now = Date.now()
    const shift = now - 60_000 - Date.parse(trace.spans![0]!.startedAt)
    const moved = (time: string | null | undefined) =>
      time == null ? null : new Date(Date.parse(time) + shift).toISOString()
    const spans = trace.spans!.map((span) => ({
      ...span,
      startedAt: moved(span.startedAt)!,
      endedAt: moved(span.endedAt)
    }))
    await callerOf(setting, own)("record_traces", { traces: [{ ...trace, spans }] })
    const form = await ada().press(await ada().get(`${own.path}/page-views/new`), { do: "add.columns" })
    assert.strictEqual(form.form().fields["columns.1.field"], "")
    const shown = await ada().press(form, { name: "", action: "preview" })
    assert.match(shown.text, /1 row .*support/)
    const narrowed = await ada().press(shown, { "rows.search": "nothing like it", action: "preview" })
    assert.include(narrowed.text, "No rows")
    assert.strictEqual(narrowed.form().fields["rows.search"], "nothing like it")
    const wrong = await ada().press(shown, { "columns.1.field": "trace.nonsense", action: "preview" })
    assert.match(wrong.html, /data-built-issues="columns.1.field">\s*<ul[^]*?There is no field/)
    const live = await ada().press(shown, { "columns.1.field": "trace.nonsense", action: "preview", live: "true" })
    const { shown: markup, errors } = JSON.parse(live.html)
    assert.strictEqual(markup, null)
    assert.match(errors["columns.1.field"], /There is no field/)
  })

  it("shows the first hundred of many columns, with the way to the others", async () => {
    const columns = Array.from({ length: 500 }, (_, n) => ({ field: "trace.name", label: `Label ${n}` }))
    const path = await makeView("Many", { columns })
    const form = await ada().get(`${path}/edit`)
    assert.include(form.text, "400 more are not shown here and stay as they are")
    assert.isBelow(form.html.length, 600_000)
    const json = await ada().press(await ada().press(form, { do: "columns.0.remove" }), { do: "tab.json" })
    assert.deepStrictEqual(settingsOf(json).columns, columns.slice(1))
    const many = JSON.stringify({ target: "traces", columns: Array.from({ length: 10_000 }, () => ({ field: "a" })) })
    const hostile = await ada().press(json, { settings: many, do: "tab.builder" })
    assert.include(hostile.text, "9900 more are not shown here")
  })
})

describe("the builder of custom fields, without script", () => {
  it("lets a formula use others by name, pinned or not, and no more of those that it does not need", async () => {
    const [cost, tier] = [await makeField("Whole cost"), await makeField("Customer tier")]
    let form = await ada().get(`${place.path}/custom-fields/new`)
    form = await ada().press(form, { "references.pick": cost, do: "references.add" })
    assert.include(form.text, "The formula can use custom.wholeCost.")
    assert.notMatch(form.html, new RegExp(`<option\\s+value="${cost}"`))
    // What is picked is used, whichever button is pressed.
    form = await ada().press(form, { "references.pick": tier, action: "edit" })
    form = await ada().press(form, { do: "references.customerTier.remove" })
    assert.include(form.text, "The reference customerTier was removed.")
    const { location } = await ada().press(form, {
      name: "Per second",
      sourceType: "formula",
      sourceText: "custom.wholeCost / trace.durationMs",
      "settings.target": "trace",
      "settings.valueType": "number",
      "references.wholeCost.revision": "1",
      action: "save"
    })
    const saved = await ada().get(`${location?.split("?")[0]}/edit`)
    assert.deepStrictEqual(JSON.parse(saved.form().fields["references"] ?? ""), {
      wholeCost: { kind: "custom_field", id: cost, revision: 1 }
    })
    const own = /custom-fields\/(cf_\w+)/.exec(location ?? "")?.[1]
    assert.notMatch(saved.html, new RegExp(`<option\\s+value="${own}"`), "it can use itself")
  })

  it("keeps references that it can't show as JSON, with what is wrong", async () => {
    const form = await ada().get(`${place.path}/custom-fields/new`)
    const broken = await ada().press(form, { references: '{"a": }', action: "check" })
    assert.match(broken.html, /<textarea[^>]*id="references"/)
    assert.include(broken.text, "Add a value before the } on line 1.")
  })
})
