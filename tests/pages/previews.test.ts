import { Organizations } from "@agent-operations/auth"
import { Invoker } from "@agent-operations/operations"
import { Clock, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, type Setting, start } from "./content.kit.ts"
import { spanId, support, traceId } from "./traces.data.ts"
import { callerOf, makeRuns, makeSession } from "./traces.kit.ts"

let setting: Setting
let place: Awaited<ReturnType<Setting["makeProject"]>>
let call: ReturnType<typeof callerOf>
let now: number
beforeAll(async () => {
  setting = await start()
  place = await setting.makeProject("usr_ada")
  call = callerOf(setting, place)
  now = await setting.runtime.runPromise(Effect.map(Clock.currentTimeMillis, (millis) => millis))
  const traces = Array.from({ length: 6 }, (_, n) =>
    recent(support(n + 1, `Question ${n}?`, "Yes."), now - (n + 1) * 3_600_000 - 60_000)
  )
  await call("record_traces", { traces })
})
afterAll(() => setting.close())

/** A trace that began at another time. */
const recent = (trace: ReturnType<typeof support>, at: number) => {
  const spans = trace.spans!
  const shift = at - Date.parse(spans[0]!.startedAt)
  const moved = (time: string | null | undefined) =>
    time == null ? null : new Date(Date.parse(time) + shift).toISOString()
  return {
    ...trace,
    spans: spans.map((span) => ({ ...span, startedAt: moved(span.startedAt)!, endedAt: moved(span.endedAt) }))
  }
}

const ada = () => setting.browser("usr_ada")

const view = (settings: object, references: object = {}) => ({
  source: { type: "table" as const },
  settings: { target: "traces" as const, columns: [], filters: [], sort: [], groupBy: null, extra: {}, ...settings },
  references
})

const makeView = async (name: string, settings: object, references: object = {}) => {
  const { id } = await setting.operate(place, "create_page_view", bodies.page_view(name, view(settings, references)))
  return `${place.path}/page-views/${id}`
}

const field = async (name: string, expression: string, valueType: string, unit: string | null = null) => {
  const source = { type: "formula", language: "cel", expression }
  const settings = { target: "trace", valueType, unit, extra: {} }
  const { id } = await setting.operate(place, "create_custom_field", bodies.custom_field(name, { source, settings }))
  return { kind: "custom_field", id, revision: null }
}

describe("the list of sessions", () => {
  it("has those of a range of time, with their totals", async () => {
    const own = await setting.makeProject("usr_ada")
    const [first, second, alone] = [1, 2, 3].map((n) => recent(support(n, "Where?", "Here."), now - n * 7_200_000))
    await callerOf(setting, own)("record_traces", { traces: [first, second, { ...alone, sessionId: "a & b" }] })
    const list = await ada().get(`${own.path}/traces`)
    const page = await ada().get(list.link("Sessions"))
    assert.match(page.text, /chat-4711 2 2 0 % [\d,]+ \$[\d.]+ a & b 1 1 0 %/)
    assert.include((await ada().get(page.link("a & b"))).text, "Session a & b")
    assert.include((await ada().get(`${own.path}/traces/sessions?range=1h`)).text, "No trace of this range")
  })
})

describe("the rows of a page view", () => {
  it("are what its page would show: cells by their types, and what is wrong with one that has no value", async () => {
    const references = {
      per: await field("Cost per token", "trace.cost / double(trace.totalTokens) * 1000.0", "number", "USD"),
      wrong: await field("Wrong", "1 / (trace.spanCount - trace.spanCount)", "number")
    }
    const columns = [
      "trace.name",
      "trace.startedAt",
      "trace.durationMs",
      "trace.tags",
      "trace.metadata",
      "custom.per",
      "custom.wrong"
    ]
    const path = await makeView(
      "Costs",
      { columns: [...columns.map((field) => ({ field })), { field: "trace.id", hidden: true }] },
      references
    )
    const page = await ada().get((await ada().get(path)).link("Rows"))
    assert.strictEqual(page.title, "Costs")
    for (const text of ["custom.per (USD)", "shipping", '{"channel":"web"', "0.0029"]) assert.include(page.text, text)
    assert.match(page.text, /\d\d:\d\d:\d\d UTC/)
    assert.include(page.text, "No number")
    assert.notInclude(page.text, "trace.id")
    assert.match(page.link("support"), /\/traces\/a0+\d$/)
  })

  it("are in tables by what they are grouped by, and go on page by page", async () => {
    const path = await makeView("Users", { columns: [{ field: "trace.name" }], groupBy: "trace.userId" })
    const { text } = await ada().get(`${path}/rows?range=24h`)
    assert.match(text, /ada@example.com , 3 rows.*grace@example.com , 3 rows/)
    const traces = Array.from({ length: 60 }, (_, n) =>
      recent(support(n + 100, `Again ${n}?`, "Yes.", { name: `again ${n}.` }), now - 1000 * n)
    )
    const other = await setting.makeProject("usr_ada")
    await callerOf(setting, other)("record_traces", { traces })
    const { id } = await setting.operate(
      other,
      "create_page_view",
      bodies.page_view("All", view({ columns: [{ field: "trace.name" }] }))
    )
    const first = await ada().get(`${other.path}/page-views/${id}/rows?range=7d`)
    const second = await ada().get(first.link("More rows"))
    const names = [first, second].flatMap((page) => page.text.match(/again \d+\./g) ?? [])
    assert.lengthOf(new Set(names), 60)
    assert.lengthOf(names, 60)
  })

  it("are the list of traces where the page view is chosen there", async () => {
    const path = await makeView("Chosen", { columns: [{ field: "trace.release", label: "Version" }] })
    const list = await ada().get(`${place.path}/traces`)
    const option = /<option value="(pv_\w+)"[^>]*>Chosen/.exec(list.html)?.[1]
    assert.isTrue(path.endsWith(option ?? "none"))
    await makeView("Elsewhere", { target: "trace" })
    assert.notMatch((await ada().get(`${place.path}/traces`)).html, /<option[^>]*>Elsewhere/)
    const chosen = await ada().get(`${place.path}/traces?view=${option}&search=question 3`)
    assert.match(chosen.text, /1 row .*Version .*2026\.11\.2/)
    assert.match(chosen.html, /value="pv_\w+"\s+selected>Chosen/)
    assert.include((await ada().get(`${place.path}/traces?view=${option}&search=nothing`)).text, "No rows")
    await ada().get(`${place.path}/traces?view=pv_nonsense`, 404)
  })

  it("of one trace are its spans, those of the newest unless another is named", async () => {
    const path = await makeView("Spans", {
      target: "trace",
      columns: [{ field: "span.name" }, { field: "span.model" }]
    })
    const page = await ada().get(`${path}/rows`)
    assert.include(page.text, `Spans of the trace ${traceId(1)}`)
    assert.strictEqual(page.link("track_parcel"), `${place.path}/traces/${traceId(1)}/spans/${spanId(104)}`)
    assert.include((await ada().get(`${path}/rows?trace=${traceId(3)}`)).text, traceId(3))
    assert.include((await ada().get(`${path}/rows?trace=nonsense`, 400)).text, "Trace ID, or the newest")
  })

  it("are those of datasets, evaluations, a run and reviews, each of which leads to its page", async () => {
    const own = await setting.makeProject("usr_ada")
    const { run, dataset, call: operate } = await makeRuns(setting, own)
    const { items } = await operate("get_eval_run", { id: run.id })
    const session = await makeSession(setting, own, { name: "Of the run", subject: { runId: run.id, sample: 2 } })
    const rowsOf = async (target: string, field: string) => {
      const content = view({ target, columns: [{ field }] })
      const { id } = await setting.operate(own, "create_page_view", bodies.page_view(target, content))
      return ada().get(`${own.path}/page-views/${id}/rows`)
    }
    const targets = await rowsOf("evaluation_run", "case.name")
    assert.include(targets.text, `Targets of the run ${run.id}`)
    assert.strictEqual(targets.link("France"), `${own.path}/evaluations/${run.id}/targets/${items[0].id}`)
    assert.notInclude(targets.text, "Started")
    const evaluations = await rowsOf("evaluations", "evaluation.name")
    assert.strictEqual(evaluations.link("capitals"), `${own.path}/evaluations/${run.id}`)
    const datasets = await rowsOf("datasets", "dataset.name")
    assert.strictEqual(datasets.link("Capitals"), `${own.path}/datasets/${dataset}`)
    assert.include((await ada().get(`${datasets.path}?search=nothing`)).text, "No rows")
    const reviews = await rowsOf("reviews", "review.status")
    assert.include(reviews.text, `Reviews of the session ${session}`)
    assert.match(reviews.link("open"), new RegExp(`/reviews/${session}/rv_[0-9a-z]+$`))
    await ada().get(reviews.link("open"))
    assert.include((await ada().get(`${targets.path}?run=nonsense`, 400)).text, "Run ID, or the newest")
  })

  it("are not shown of a page view that has errors", async () => {
    const broken = await makeView("Broken", { columns: [{ field: "trace.nonsense" }] })
    const page = await ada().get(`${broken}/rows`, 422)
    assert.include(page.text, "trace.nonsense")
    assert.include(page.text, "/settings/columns/0/field")
  })

  it("are shown beside the editor by a button, of what is typed and not saved", async () => {
    const path = await makeView("Edited", { columns: [{ field: "trace.name" }] })
    const form = await ada().get(`${path}/edit`)
    assert.include(form.text, "Press “Show rows” to see what this shows.")
    const settings = JSON.stringify({ target: "traces", columns: [{ field: "trace.userId", label: "Who" }] })
    const shown = await ada().press(form, { settings, action: "preview" })
    assert.strictEqual(shown.status, 200)
    assert.match(shown.text, /Who .*ada@example.com/)
    assert.include(shown.form().fields["settings"], "Who")
    const faulty = await ada().press(form, { settings: "{", action: "preview" })
    assert.strictEqual(faulty.status, 400)
    assert.include(faulty.text, "Correct what is marked first.")
    const invalid = await ada().press(form, {
      settings: JSON.stringify({ target: "traces", columns: [{ field: "trace.nonsense" }] }),
      action: "preview"
    })
    assert.include(invalid.text, "trace.nonsense")
    assert.include((await ada().get(path)).text, "Revision 1")
    const anew = await ada().get(`${place.path}/page-views/new`)
    assert.match((await ada().press(anew, { name: "x", action: "preview" })).text, /support/)
  })
})

describe("charts", () => {
  const source = (query: object) => ({ source: JSON.stringify({ type: "query", query }) })
  const makeChart = async (name: string, query: object, chartType: string, unit: string | null = null) => {
    const form = await ada().get(`${place.path}/metrics-charts/new`)
    return ada().submit(form, {
      name,
      ...source(query),
      "settings.chartType": chartType,
      "settings.unit": unit ?? "",
      action: "save"
    })
  }
  const cost = {
    over: "spans",
    measures: [{ measure: "cost", aggregation: "sum" }],
    dimensions: ["model"],
    filters: [{ field: "span.type", operator: "eq", value: "generation" }]
  }

  it("are created, drawn as SVG with a table beside, edited and kept in a history, as every kind", async () => {
    const made = await makeChart("Cost by model", { ...cost, granularity: "hour" }, "line", "USD")
    assert.include(made.text, "The metrics chart was created.")
    const chart = await ada().get(made.link("Chart"))
    assert.match(chart.html, /<path class="stroke s0" d="M[\d.,ML]+"/)
    assert.lengthOf(chart.html.match(/<circle class="dot/g) ?? [], 6)
    assert.notMatch(chart.html, /\sstyle=|<style/)
    for (const text of ["gpt-4o", "By hour", "sum of cost", "$0.00559", "6 rows"]) assert.include(chart.text, text)
    assert.include((await ada().get(`${chart.path}?range=1h`)).text, "Nothing in this range of time")
    const edit = await ada().get(chart.link("Edit"))
    const shown = await ada().press(edit, {
      "settings.chartType": "bar",
      "settings.unit": "",
      action: "preview"
    })
    assert.match(shown.html, /class="fill s0"/)
    const saved = await ada().submit(edit, {
      "settings.chartType": "bar",
      "settings.unit": "",
      action: "save"
    })
    assert.include(saved.text, "Saved as revision 2.")
    assert.include((await ada().get(saved.link("History"))).text, "Revision 2")
    assert.strictEqual((await ada().get(`${place.path}/metrics-charts`)).link("Cost by model"), made.path.split("?")[0])
  })

  it("are of each type", async () => {
    const count = {
      over: "traces",
      measures: [
        { measure: "count", aggregation: "count" },
        { measure: "durationMs", aggregation: "p95" }
      ]
    }
    const number = await ada().get((await makeChart("Number", count, "number")).link("Chart"))
    assert.match(number.text, /count 6 p95 of durationMs 2\.42 s/)
    const grouped = { ...count, dimensions: ["userId"], orderBy: { by: 0, direction: "desc" } }
    const numbers = await ada().get((await makeChart("Numbers", grouped, "number")).link("Chart"))
    const bars = await ada().get((await makeChart("Bars", { ...count, dimensions: ["userId"] }, "bar")).link("Chart"))
    // A number of each group is a table of them.
    assert.include(bars.html, numbers.html.match(/<table[^]*<\/table>/)![0])
    assert.notInclude(numbers.html, "<svg viewBox")
    assert.lengthOf(bars.html.match(/class="fill s/g) ?? [], 4)
    assert.include(bars.text, "The chart shows the count; the table has the rest.")
    const p95 = { ...cost, measures: [{ measure: "durationMs", aggregation: "p95" }], granularity: "hour" }
    const lines = await ada().get((await makeChart("The slow ones", p95, "bar")).link("Chart"))
    assert.match(lines.html, /<path class="stroke s0"/)
    const table = await ada().get((await makeChart("Table", { ...cost, granularity: "day" }, "table")).link("Chart"))
    assert.notInclude(table.html, "<svg viewBox")
    const areas = await ada().get((await makeChart("Areas", { ...cost, granularity: "hour" }, "area")).link("Chart"))
    assert.include(areas.html, 'class="ground s0"')
  })

  it("say what is wrong with a query", async () => {
    const form = await ada().get(`${place.path}/metrics-charts/new`)
    const wrong = await ada().press(form, {
      name: "x",
      ...source({ over: "scores", measures: [{ measure: "cost", aggregation: "sum" }] }),
      action: "preview"
    })
    assert.strictEqual(wrong.status, 400)
    assert.include(wrong.text, "Source")
  })
})

describe("a formula on a trace", () => {
  const open = async (typed: Record<string, string> = {}) => {
    const form = await ada().get(`${place.path}/custom-fields/new`)
    const source = { sourceType: "formula", "settings.target": "trace", "settings.valueType": "number" }
    return ada().press(form, { ...source, action: "preview", ...typed })
  }

  it("has its value beside the form without script, and the fields that it may name, with theirs", async () => {
    await field("There to be chosen", "trace.name", "string")
    const form = await ada().get(`${place.path}/custom-fields/new`)
    assert.include(form.html, "Choose a custom field")
    assert.notInclude(form.html, "autofocus")
    assert.match(form.html, />\s*JSON\s*<\/option>/)
    assert.include((await open()).text, "Write a formula, and its value stands here.")
    assert.include(form.html, `<option value="${traceId(3)}" >support, `)
    const page = await open({ sourceText: "trace.totalTokens * 2", "settings.unit": "tokens", "try.trace": traceId(3) })
    assert.match(page.text, /Value: [\d,]+ tokens/)
    assert.match(page.html, new RegExp(`value="${traceId(3)}"\\s+selected`))
    assert.match(page.text, /trace\.name support .*trace\.totalTokens [\d,]+/)
    assert.match(page.text, /Without a value here: .*trace\.error/)
    assert.strictEqual(page.link("Open trace"), `${place.path}/traces/${traceId(3)}`)
    const newest = await open({ sourceText: "trace.id", "settings.valueType": "string" })
    assert.include(newest.text, `Value: ${traceId(1)}`)
  })

  it("is what its text says, and markup in it is text", async () => {
    const page = await open({ sourceText: '"<b>x</b>" + "\\u202e" + trace.name', "settings.valueType": "string" })
    assert.include(page.text, "<b>x</b>\\u202esupport")
    assert.notInclude(page.html, "<b>x</b>")
    const wrong = await open({ sourceText: "<i>.nam" })
    assert.notInclude(wrong.html.slice(wrong.html.indexOf('id="preview"')), "<i>")
  })

  it("says what is wrong with it, where, and how to repair it", async () => {
    for (const [typed, where, repair] of [
      [
        { sourceText: "1.0 +\n  trace.nam" },
        "Line 2, column 9: trace.nam There is no field trace.nam",
        "Write trace.name instead."
      ],
      [{ sourceText: "custom.price" }, "Line 1, column 8: custom.price", "under “Use another custom field”"],
      [{ sourceText: "trace.name" }, "The formula yields", "Choose the value type string"],
      [{ sourceText: "trace.cost +" }, "Line 1, column 13: trace.cost +", "ends before it is finished"],
      [{ sourceText: "1 / (trace.spanCount - trace.spanCount)" }, "Error:", "Test that the divisor is not zero"]
    ] as const) {
      const { text } = await open(typed)
      assert.include(text.replaceAll(". ", "."), where)
      assert.include(text, repair)
      assert.include(text, "trace.totalTokens", "what it may name stays")
    }
    const absent = await open({ sourceText: "trace.metadata.absent * 2" })
    assert.include(absent.text, "Value: none")
  })

  it("is computed of spans, with the custom fields that it uses, and of what is saved", async () => {
    const used = await field("Spans twice", "trace.spanCount * 2", "number")
    const references = JSON.stringify({ used })
    const using = await open({ sourceText: "custom.used + 0", references })
    assert.match(using.text, /Value: \d+/)
    const spans = await open({ sourceText: "span.name", "settings.target": "span", "settings.valueType": "string" })
    assert.match(spans.text, /Span Value support agent support agent .*track_parcel track_parcel/)
    assert.include(spans.text, "span.type")
    const saved = await ada().get(`${place.path}/custom-fields/${used.id}/try?trace=${traceId(2)}`)
    assert.match(saved.text, /Value: \d+/)
    assert.include((await ada().get(saved.link("API"))).text, "customFields")
    const other = await ada().get(`${place.path}/custom-fields/${used.id}/try?trace=${"f".repeat(32)}`)
    assert.include(other.text, "There is no such trace")
    assert.include(
      (await ada().get(`${place.path}/custom-fields/${used.id}/try?trace=x`)).text,
      "There is no such trace"
    )
  })

  it("can't be tried where there is no trace, and of what has no rows", async () => {
    const own = await setting.makeProject("usr_ada")
    const form = await ada().get(`${own.path}/custom-fields/new`)
    const typed = { sourceType: "formula", sourceText: "trace.cost", action: "preview" }
    const page = await ada().press(form, { ...typed, "settings.target": "trace", "settings.valueType": "number" })
    assert.include(page.text, "There is no trace yet")
    assert.strictEqual(page.link("Send the first trace"), `${own.path}/traces`)
    const runs = await open({ sourceText: "run.cost", "settings.target": "evaluation_run" })
    assert.include(runs.text, "can't be tried here")
  })
})

describe("a prompt", () => {
  const access = () =>
    ({
      actor: { type: "api_key", id: "key_1", name: "CI" },
      organizationId: place.organizationId,
      projectId: place.projectId,
      scopes: "all",
      credential: null
    }) as const
  const operate = async (id: string, input: object) =>
    (await setting.runtime.runPromise(Effect.flatMap(Invoker, (invoker) => invoker.invoke(id, input, access())))) as {
      readonly id: string
    }
  const create = async (name: string, template: string) => {
    const settings = { variables: [{ name: "who" }, { name: "tone", default: "kind" }] }
    const input = { name, description: null, source: { type: "text", template }, settings, references: {} }
    const { id } = await operate("create_prompt", input)
    return { id, path: `${place.path}/prompts/${id}` }
  }

  it("M3: is shown as it renders, saved and while it is typed, with marks for what has no value", async () => {
    const { path } = await create("Greeting", "Hi {{who}}, in a {{tone}} <b>voice</b>")
    const page = await ada().get((await ada().get(path)).link("Rendered"))
    assert.include(page.text, "Hi ⟨who⟩, in a kind <b>voice</b>")
    assert.include(page.text, "Without a value yet: who.")
    const given = await ada().get(`${path}/rendered?v.who=%3Ci%3EAda&v.tone=stern`)
    assert.include(given.text, "Hi <i>Ada, in a stern")
    assert.notInclude(given.html, "<i>Ada")
    assert.notInclude(given.text, "Without a value")
    const form = await ada().get(`${path}/edit`)
    const typed = await ada().press(form, { action: "preview", "source.text.template": "Bye {{who}} {{> none}}" })
    assert.include(typed.text, "none is not among the prompt's references.")
    const mended = await ada().press(form, { action: "preview", "source.text.template": "Bye {{who}} {{tone}}" })
    assert.include(mended.text, "Bye ⟨who⟩ kind")
    const checked = await ada().press(form, { action: "check", "source.text.template": "Bye {{nobody}}" })
    assert.match(checked.text, /Line 1, column 5: .*nobody is not among the prompt's variables/)
  })

  it("offers a label the newest 50 revisions, and the one where it points", async () => {
    const { id, path } = await create("Revised", "{{who}} {{tone}}")
    for (let revision = 1; revision < 52; revision++) {
      await operate("update_prompt", { id, expectedRevision: revision, description: `After ${revision}.` })
    }
    const pointsAt = { old: 1, oldest: 2, newest: 52, within: 3 }
    for (const [label, revision] of Object.entries(pointsAt))
      await operate("set_prompt_label", { id, label, revision, expectedRevision: null })
    const { html } = await ada().get(`${path}/labels`)
    const offered = (of: string) => {
      const [, options = ""] = new RegExp(`<select[^>]*id="revision-${of}"[^>]*>([^]*?)</select>`).exec(html) ?? []
      return [...options.matchAll(/<option value="(\d+)"/g)].map(([, value]) => Number(value))
    }
    const newest = Array.from({ length: 50 }, (_, n) => 52 - n)
    assert.deepStrictEqual(
      ["old", "oldest", "newest", "within", "new"].map((of) => [of, offered(of)]),
      [
        ["old", [1, ...newest]],
        ["oldest", [2, ...newest]],
        ["newest", newest],
        ["within", newest],
        ["new", newest]
      ]
    )
  })

  it("M1, M2: has labels that are made, moved from where they were seen, protected and taken away, without script", async () => {
    const { id, path } = await create("Labelled", "{{who}} {{tone}}")
    await operate("update_prompt", { id, expectedRevision: 1, description: "Again." })
    const first = await ada().get((await ada().get(path)).link("Labels"))
    assert.include(first.text, "No label points at a revision yet")
    const created = await ada().submit(first, { label: "production", revision: "1", action: "create" })
    assert.include(created.text, "The label was created.")
    assert.match(created.text, /production Revision 1 · compare with 2/)
    assert.include((await ada().get(created.link("compare with 2"))).text, "Again.")

    const labels = `${path}/labels`
    const move = { label: "production", expectedRevision: "1", revision: "2", action: "move" }
    assert.strictEqual((await ada().post(labels, move)).status, 303)
    const stale = await ada().post(labels, move)
    assert.strictEqual(stale.status, 409)
    assert.include(stale.text, "production points at revision 2, not at revision 1.")
    for (const [fields, status] of [
      [{ ...move, label: "Production" }, 400],
      [{ ...move, label: "latest", expectedRevision: "" }, 400],
      [{ ...move, expectedRevision: "2", revision: "3" }, 404],
      [{ ...move, expectedRevision: "2", revision: "two" }, 400]
    ] as const) {
      assert.strictEqual((await ada().post(labels, fields)).status, status, JSON.stringify(fields))
    }

    assert.strictEqual((await ada().post(labels, { label: "production", action: "protect" })).status, 303)
    assert.match((await ada().get(labels)).text, /production protected/)
    const keys = operate("set_prompt_label", { id, label: "production", revision: 1, expectedRevision: 2 })
    assert.strictEqual(await keys.catch(({ _tag }: { _tag: string }) => _tag), "LABEL_PROTECTED")
    const taken = await ada().post(labels, { label: "production", expectedRevision: "2", action: "take" })
    assert.strictEqual(taken.status, 303)
    assert.match((await ada().get(labels)).text, /production protected taken away/)
  })

  it("M2: is not deleted by a member while a label of it is protected", async () => {
    const { id, path } = await create("Held", "{{who}} {{tone}}")
    await operate("set_prompt_label", { id, label: "production", revision: 1, expectedRevision: null })
    await ada().post(`${path}/labels`, { label: "production", action: "protect" })
    const by = { type: "member", userId: "usr_ada" } as const
    const ben = { organizationId: place.organizationId, userId: "usr_ben", name: "Ben", role: "member", by } as const
    await setting.runtime.runPromise(Organizations.use((organizations) => organizations.setMember(ben)))
    const member = setting.browser("usr_ben")
    const refused = await member.press(await member.get(`${path}/delete`))
    assert.strictEqual(refused.status, 403)
    assert.include(refused.text, "production is protected: only owners and admins")
    const moved = await member.post(`${path}/labels`, { label: "production", expectedRevision: "1", action: "take" })
    assert.strictEqual(moved.status, 403)
    assert.strictEqual((await ada().press(await ada().get(`${path}/delete`))).status, 303)
  })
})

describe("an app", () => {
  const form = (name: string, url: string) => ({
    name,
    sourceType: "http",
    "source.http.url": url,
    "source.http.headers": '{"authorization":{"secret":"token"},"x-also":{"secret":"token"}}'
  })

  it("is registered by the form, which says of an address that nothing is sent to it. Law: G1", async () => {
    const empty = await ada().get(`${place.path}/apps/new`)
    const refused = await ada().press(empty, form("Inside", "http://127.0.0.1:9000/run"))
    assert.strictEqual(refused.status, 422)
    assert.include(refused.text, "Nothing is sent to http://127.0.0.1:9000/run")
    assert.include(refused.html, 'href="#source.http.url"')
    const made = await ada().submit(empty, form("Agent", "https://agent.example.com/run"))
    assert.include(made.text, "The app was created.")
    assert.include(made.text, "https://agent.example.com/run")
  })

  it("G2: has secrets that are set and taken away, and shown by their last characters alone", async () => {
    const made = await ada().submit(
      await ada().get(`${place.path}/apps/new`),
      form("Kept", "https://agent.example.com/")
    )
    const first = await ada().get(made.link("Secrets"))
    assert.match(first.text, /token not set authorization x-also/)
    const path = first.path
    const wrong = await ada().post(path, { action: "set", name: "token", value: "s3cret-é-s3cret" })
    assert.strictEqual(wrong.status, 400)
    assert.include(wrong.text, "8 to 4,096 visible characters")
    assert.notInclude(wrong.html, "s3cret")
    const unfit = await ada().post(path, { action: "set", name: "signing", value: "s3cret-s3cret" })
    assert.strictEqual(unfit.status, 400)
    assert.include(unfit.text, "whsec_")
    assert.notInclude(unfit.html, "s3cret")
    const set = await ada().post(path, { action: "set", name: "token", value: "Bearer s3cret-x7Qf" })
    assert.strictEqual(set.status, 303)
    const page = await ada().get(set.location!)
    assert.match(page.text, /token …x7Qf authorization x-also/)
    assert.notInclude(page.html, "s3cret")
    await ada().post(path, { action: "take", name: "token" })
    assert.match((await ada().get(path)).text, /token not set authorization x-also/)
  })
})

describe("a dataset", () => {
  const create = async (name: string) => {
    const page = await ada().submit(await ada().get(`${place.path}/datasets/new`), { name, sourceType: "items" })
    return page.path.replace(/\?.*/, "")
  }

  it("D1: has items that are created and changed by a form, where nobody changed the same one meanwhile", async () => {
    const path = await create("Capitals")
    const item = { externalId: "france", input: '"France"', expected: '"Lyon"', metadata: '{"a":"<b>"}', split: "test" }
    const empty = await ada().get(`${path}/items?new=item`)
    const wrong = await ada().press(empty, { ...item, action: "put", input: "France" })
    assert.strictEqual(wrong.status, 400)
    assert.include(wrong.text, "This is not JSON")
    const made = await ada().submit(empty, { ...item, action: "put" })
    assert.include(made.text, "The item was saved.")
    assert.notMatch(made.html, /"a": "<b>/)
    const [one, other] = [await ada().get(made.path), await ada().get(made.path)]
    await ada().submit(await ada().get(`${path}/items?new=item`), { ...item, externalId: "japan", action: "put" })
    // Somebody else's change of another item is in nobody's way.
    const mended = await ada().submit(one, { expected: '"Paris"', action: "put" })
    assert.match(mended.text, /Versions 3 to now/)
    const refused = await ada().press(other, { expected: '"Nice"', action: "put" })
    assert.strictEqual(refused.status, 409)
    assert.include(refused.text, "Somebody changed this item after you opened it.")
    assert.include(refused.html, "Nice")
    const list = await ada().get(`${path}/items`)
    assert.match(list.text, /2 items of version 3 .*france France Paris test .*version 3 japan France Lyon/)
    assert.include((await ada().get(`${path}/items?split=none`)).text, "No item belongs to this split.")
  })

  it("D2: has items whose content owners and admins purge for good, with a reason", async () => {
    const path = await create("With a secret")
    const form = {
      externalId: "mallory",
      input: '"s3cret"',
      expected: "null",
      metadata: "{}",
      split: "",
      action: "put"
    }
    const made = await ada().submit(await ada().get(`${path}/items?new=item`), form)
    await ada().submit(made, { expected: "2", action: "put" })
    const asks = await ada().get((await ada().get(made.path)).link("Purge item"))
    const empty = await ada().press(asks, { reason: " ", action: "purge" })
    assert.deepEqual([empty.status, empty.title], [400, "Purge this item?"])
    assert.include(empty.text, "Reason: Write why.")
    assert.include((await ada().get(made.path)).html, "s3cret")
    const gone = await ada().submit(asks, { reason: "Asked for in ticket 4711.", action: "purge" })
    assert.include(gone.text, "The item was purged.")
    for (const page of [gone, await ada().get(`${path}/items?version=1`), await ada().get(`${path}/items`)]) {
      assert.include(page.text, "purged")
      for (const text of ["s3cret", "mallory"]) assert.notInclude(page.html, text)
    }
    assert.notInclude(gone.html, "purge=ask")
  })

  it("D2: shows what each version changed, and goes back to one", async () => {
    const path = await create("With versions")
    const form = { externalId: "a", input: "1", expected: "null", metadata: "{}", split: "", action: "put" }
    const made = await ada().submit(await ada().get(`${path}/items?new=item`), form)
    await ada().submit(made, { expected: "2", action: "put" })
    const versions = await ada().get(`${path}/versions`)
    const changed = await ada().get(versions.link("0 created, 1 changed, 0 deleted"))
    assert.match(changed.text, /a Changed expected none expected 2/)
    const back = await ada().post(`${path}/versions`, { action: "restore", version: "1", expectedVersion: "2" })
    assert.strictEqual(back.status, 303)
    assert.strictEqual(
      (await ada().post(`${path}/versions`, { action: "restore", version: "1", expectedVersion: "2" })).status,
      409
    )
    assert.include((await ada().get(`${path}/items`)).text, "1 item of version 3")
    assert.match((await ada().get(`${path}/items?version=2`)).text, /These are the items of version 2\..* a 1 2/)
    // On a later page, of which the first is not the current one.
    const later = await ada().get(`${path}/versions?before=3`)
    assert.strictEqual((await ada().submit(later, { action: "restore", version: "2" })).status, 200)
    assert.include((await ada().get(`${path}/items`)).text, "1 item of version 4")
  })

  it("I1, I2: imports a file whole or not at all, tries it first, and once however often it is sent", async () => {
    const path = await create("Imported")
    const page = await ada().get(`${path}/import`)
    const file = {
      path: "more.csv",
      content: "externalId,input,expected\nperu,Peru,Lima\nchad,Chad,N'Djamena\n",
      mode: "add"
    }
    const tried = await ada().press(page, { ...file, action: "try" })
    assert.match(tried.text, /This is what the import would do. Nothing was written. Created 2/)
    assert.include((await ada().get(`${path}/items`)).text, "The dataset has no items.")
    const wrong = await ada().press(page, { ...file, path: "more.json", action: "import" })
    assert.strictEqual(wrong.status, 422)
    assert.match(wrong.text, /Nothing was imported: .* more\.json:1/)
    for (const _ of [1, 2]) {
      const done = await ada().press(page, { ...file, action: "import" })
      assert.match(done.text, /The file was imported. Created 2/)
    }
    assert.match((await ada().get(`${path}/items`)).text, /2 items of version 1/)
  })
})

describe("a scorer", () => {
  it("is checked without being run", async () => {
    const empty = await ada().get(`${place.path}/scorers/new`)
    const source = (code: string) => JSON.stringify({ type: "code", language: "javascript", code })
    const wrong = await ada().press(empty, { name: "Wrong", action: "check", source: source("export default (") })
    assert.match(wrong.text, /1 error|Line 1/)
    const made = await ada().submit(empty, { name: "Right", action: "save", source: source("export default () => 1") })
    assert.include((await ada().get(made.link("Check"))).text, "Checked: nothing is wrong.")
  })
})
