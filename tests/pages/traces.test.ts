import { setTimeout } from "node:timers/promises"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { SqlClient } from "effect/sql"
import { bodies, type Setting, start } from "./content.kit.ts"
import { at, spanId, support, traceId } from "./traces.data.ts"
import { callerOf, makeRuns, makeSession, recordWork, spend } from "./traces.kit.ts"

let setting: Setting
let path: string
let call: ReturnType<typeof callerOf>
beforeAll(async () => {
  setting = await start()
  const place = await setting.makeProject("usr_ada")
  call = callerOf(setting, place)
  path = `${place.path}/traces`
  await recordWork(call)
})
afterAll(() => setting.close())

const ada = () => setting.browser("usr_ada")

/** Another project, with what is recorded in it. */
const projectWith = async (...traces: ReadonlyArray<object>) => {
  const place = await setting.makeProject("usr_ada")
  const call = callerOf(setting, place)
  if (traces.length > 0) await call("record_traces", { traces })
  return { call, place, path: `${place.path}/traces` }
}

const times = (from: number, to: number) => ({ startedAt: at(from), endedAt: at(to) })

describe("the list of traces", () => {
  it("has each trace with what is known of it", async () => {
    const list = await ada().get(path)
    assert.strictEqual(list.title, "Traces")
    for (const text of [
      "support",
      "Where is my parcel NO-4711?",
      "success",
      "2.42 s",
      "1,921",
      "$0.0",
      "grace@example.com",
      "chat-4711",
      "helpfulness 0.92",
      "resolved 1",
      "error 2 errors"
    ]) {
      assert.include(list.text, text)
    }
    assert.isBelow(list.text.indexOf("Thank you!"), list.text.indexOf("Where is my parcel"))
    assert.strictEqual(list.link("Traces"), path)
  })

  it("is searched, and filtered by what the form says", async () => {
    const found = await ada().get(`${path}?search=DECLINED&range=7d`)
    assert.include(found.text, "No trace is as you asked.")
    const by = async (query: Record<string, string>) => (await ada().get(`${path}?${new URLSearchParams(query)}`)).text
    const parcels = await by({ search: "PARCEL no-4711", from: at(-86_400_000).slice(0, 16) })
    assert.include(parcels, "Where is my parcel")
    assert.notInclude(parcels, "Thank you!")
    assert.notInclude(await by({ to: at(90_000).slice(0, 19) }), "Thank you!")
    assert.include(await by({ to: at(90_000).slice(0, 19) }), "Where is my parcel")
    const failed = await by({ status: "error" })
    assert.include(failed, "checkout")
    assert.notInclude(failed, "support")
    assert.include(await by({ user: "linus@example.com" }), "checkout")
    assert.include(await by({ environment: "nowhere" }), "No trace is as you asked.")
    const long = await by({ field: "trace.durationMs", operator: "gt", value: "30000" })
    assert.include(long, "checkout")
    assert.notInclude(long, "support")
    assert.include(await by({ field: "trace.tags", operator: "contains", value: "shipping" }), "support")
    assert.include(await by({ field: "trace.name", operator: "in", value: "crawl, checkout" }), "crawl")
  })

  it("says what it cannot look for, and keeps what was typed", async () => {
    const wrong = await ada().get(`${path}?from=yesterday&search=x`, 400)
    assert.include(wrong.text, "From:")
    assert.include(wrong.html, 'value="x"')
    const field = await ada().get(`${path}?field=trace.nonsense&operator=eq&value=1`, 400)
    assert.include(field.text, "Condition 1:")
    assert.include(field.html, 'value="trace.nonsense"')
    assert.include((await ada().get(`${path}?cursor=made-up`, 400)).text, "All traces")
  })

  it("P2: leads through all of them, page by page, in the range that the first page was of", async () => {
    const many = Array.from({ length: 120 }, (_, n) =>
      support(n + 1, `Question ${n}.`, "Yes.", { name: `trace ${n}.` })
    )
    const { path } = await projectWith(...many)
    const names: Array<string> = []
    let page = await ada().get(`${path}?range=30d`)
    for (;;) {
      names.push(...[...page.text.matchAll(/trace \d+\./g)].map(([name]) => name))
      if (!page.html.includes('rel="next"')) break
      // clock: the next page is asked for at a later moment, and is of the range of the first
      await setTimeout(2)
      page = await ada().get(page.link("Older"))
    }
    assert.lengthOf(names, 120)
    assert.lengthOf(new Set(names), 120)
    assert.notInclude((await ada().get(page.link("Back to the newest"))).text, "trace 0.")
  })

  it("tells how traces get into a project that has none", async () => {
    const { path } = await projectWith()
    const { text } = await ada().get(path)
    assert.include(text, "OTEL_EXPORTER_OTLP_ENDPOINT=https://console.test")
    assert.match(text, /OTEL_EXPORTER_OTLP_HEADERS=authorization=Bearer%20<key>,x-project-id=prj_\w+/)
    assert.include((await ada().get(`${path}?search=x`)).text, "No trace of the last 7 days is as you asked.")
  })

  it("A3: shows nothing of another project", async () => {
    const other = await projectWith()
    for (const at of [
      traceId(1),
      `${traceId(1)}/spans/${spanId(101)}`,
      `${traceId(1)}/download`,
      "session?id=chat-4711"
    ]) {
      await ada().get(`${path}/${at}`)
      await ada().get(`${other.path}/${at}`, 404)
      await setting.browser("usr_eve").get(`${path}/${at}`, 404)
    }
    for (const at of [
      "nonsense",
      "0".repeat(32),
      `${traceId(1)}/spans/nonsense`,
      `${traceId(1)}/spans/${spanId(9999)}`,
      "session?id=none",
      `${traceId(1)}/scores/scr_1/delete`
    ]) {
      await ada().get(`${path}/${at}`, 404)
    }
  })
})

describe("a trace", () => {
  it("shows what is known, what went in and out, its spans in a tree, and scores", async () => {
    const page = await ada().get(`${path}/${traceId(1)}`)
    for (const text of [
      "2.42 s",
      "1,921 (1,816 in, 105 out)",
      "production",
      "shipping",
      "You answer questions about parcels.",
      "It is in Oslo",
      "5 spans.",
      "helpfulness",
      "API key"
    ]) {
      assert.include(page.text, text)
    }
    assert.match(page.html, /<summary><span class="unseen">4 spans below<\/span><\/summary>/)
    assert.lengthOf(/<main[^]*/.exec(page.html)?.[0].match(/<rect (?!width)/g) ?? [], 5)
    assert.strictEqual(page.link("track_parcel"), `${path}/${traceId(1)}/spans/${spanId(104)}`)
    const closed = await ada().get(page.link("Collapse all").replace("#spans", ""))
    assert.strictEqual(closed.link("Expand all"), `${path}/${traceId(1)}#spans`)
    const failed = await ada().get(`${path}/${traceId(5)}`)
    assert.include(failed.text, "Error: PaymentError")
  })

  it("of many spans comes in pages, each with what its spans hang from", async () => {
    const seen = new Set<string>()
    let page = await ada().get(`${path}/${traceId(6)}`)
    assert.include(page.text, "200 spans of 300, by start.")
    for (;;) {
      for (const [, id] of page.html.matchAll(/\/spans\/(\w+)"/g)) seen.add(id!)
      if (!page.html.includes('rel="next"')) break
      page = await ada().get(page.link("Later spans").replace("#spans", ""))
      assert.match(page.text, /crawl from before/)
      assert.notInclude(page.text, "is not in the trace")
    }
    assert.lengthOf(seen, 300)
  })

  it("T7: shows orphans, cycles and spans that run", async () => {
    const span = (id: number, parent: number | null, more: object = {}) => ({
      id: spanId(id),
      parentId: parent === null ? null : spanId(parent),
      name: `span ${id}`,
      ...times(id, id + 5),
      ...more
    })
    const spans = [span(1, null, { endedAt: null }), span(2, 99), span(3, 4), span(4, 3), span(5, 5), span(6, 3)]
    const { path } = await projectWith({ id: traceId(1), name: "odd", spans })
    const { text } = await ada().get(`${path}/${traceId(1)}`)
    for (const { name } of spans) assert.include(text, name)
    assert.include(text, "span 2 Its parent is not in the trace")
    assert.include(text, "span 3 It is below itself")
    assert.include(text, "span 5 It is below itself")
    assert.include(text, "running")
    assert.include((await ada().get(`${path}/${traceId(1)}/spans/${spanId(2)}`)).text, "is not in the trace")
  })

  it("of a chain of 1,000 spans nests no deeper than browsers take", async () => {
    const spans = Array.from({ length: 1000 }, (_, n) => ({
      id: spanId(n),
      parentId: n === 0 ? null : spanId(n - 1),
      name: "deeper",
      ...times(n, 2000)
    }))
    const { path } = await projectWith({ id: traceId(1), spans })
    let page = await ada().get(`${path}/${traceId(1)}`)
    assert.include(page.text, "level 200")
    for (let pages = 0; pages < 3; pages++) {
      let [depth, deepest] = [0, 0]
      for (const [tag] of page.html.matchAll(/<\/?ul>/g))
        deepest = Math.max(deepest, (depth += tag === "<ul>" ? 1 : -1))
      assert.strictEqual(depth, 0)
      assert.isBelow(deepest, 20)
      page = await ada().get(page.link("Later spans").replace("#spans", ""))
    }
    assert.include(page.text, "Its parent is further up")
  })

  it("T12: of more than a file may have says so, and how all of it is read", async () => {
    const { path, call } = await projectWith(support(1, "Hi", "Ho"))
    const text = "x".repeat(2_000_000)
    for (const n of [1, 2, 3, 4, 5]) {
      const span = { id: spanId(900 + n), parentId: spanId(101), name: "large", input: text, ...times(0, 1) }
      await call("record_traces", { traces: [{ id: traceId(1), spans: [span] }] })
    }
    const refused = await ada().get(`${path}/${traceId(1)}/download`, 413)
    assert.strictEqual(refused.title, "Too large for one file")
    assert.include(refused.text, "list_trace_spans")
    assert.match(refused.text, /Size \d+\.\d MiB Spans 10 Scores 0 Largest file 8\.0 MiB/)
    const spans = await ada().get(refused.link("Spans of the trace").replace("#spans", ""))
    const file = await ada().get(`${spans.link("large")}/download`)
    assert.strictEqual(JSON.parse(file.html).items[0].input, text)
  })

  it("is a file, as the API gives it", async () => {
    const { html } = await ada().get(`${path}/${traceId(1)}/download`)
    assert.deepStrictEqual(JSON.parse(html), await call("get_trace", { id: traceId(1) }))
  })

  it("A8: is sent, and an event, unless another site's page led to it or its headers alone are asked for", async () => {
    const { path, place } = await projectWith(support(1, "Hi", "Ho"))
    const files = [`${path}/${traceId(1)}/download`, `${path}/${traceId(1)}/spans/${spanId(101)}/download`]
    const view = await setting.operate(place, "create_page_view", bodies.page_view("View"))
    files.push(`${place.path}/page-views/${view.id}/revisions/1/download`)
    const exported = async () => {
      const rows = await setting.runtime.runPromise(
        SqlClient.SqlClient.use(
          (sql) => sql<{ subject_type: string }>`
            select subject_type from agent_operations.audit_events
            where organization_id = ${place.organizationId} and action = 'data.exported' order by position`
        )
      )
      return rows.map(({ subject_type }) => subject_type)
    }
    const ask = async (file: string, site: string, method = "GET") => {
      const headers = { host: "console.test", cookie: "usr_ada", "sec-fetch-site": site }
      const response = await setting.handle(
        new Request(`https://console.test${file}`, { method, headers }),
        "127.0.0.1"
      )
      return { status: response?.status, body: await response?.text() }
    }
    for (const file of files) {
      for (const site of ["cross-site", "same-site"]) {
        const { status, body } = await ask(file, site)
        assert.strictEqual(status, 403)
        assert.include(body, `<a href="${file}">Download the file</a>`)
      }
    }
    assert.deepStrictEqual(await exported(), [])
    for (const file of files) {
      assert.strictEqual((await ask(file, "same-origin")).status, 200)
    }
    assert.deepStrictEqual(await exported(), ["trace", "span", "page_view"])
  })

  it("T19: is deleted after a question, with all that there is of it", async () => {
    const { path } = await projectWith(support(1, "Hi", "Ho"))
    const asked = await ada().get(`${path}/${traceId(1)}/delete`)
    assert.include(asked.text, "with its 5 spans and all scores")
    const list = await ada().submit(asked)
    assert.include(list.text, "The trace was deleted, with its spans and scores.")
    await ada().get(`${path}/${traceId(1)}`, 404)
  })
})

describe("a span", () => {
  it("shows its conversation, calls and results, and all else as JSON", async () => {
    const page = await ada().get(`${path}/${traceId(1)}/spans/${spanId(105)}`)
    for (const text of [
      "generation",
      "gpt-4o",
      "Input tokens 1,004",
      "estimated",
      "system You answer",
      "Calls track_parcel",
      '"number": "NO-4711"',
      '"place": "Oslo"',
      "assistant It is in Oslo",
      "Input as JSON"
    ]) {
      assert.include(page.text, text)
    }
    assert.strictEqual(page.link("support agent"), `${path}/${traceId(1)}/spans/${spanId(101)}`)
    const root = await ada().get(page.link("support agent"))
    assert.include(root.text, "Spans below search knowledge base")
    const failed = await ada().get(`${path}/${traceId(5)}/spans/${spanId(502)}`)
    for (const text of [
      "The card was declined.",
      "Events exception",
      '"exception.type": "PaymentError"',
      '"http.response.status_code": 402'
    ]) {
      assert.include(failed.text, text)
    }
  })

  it("of 4 MiB shows the beginning, drawn on a thread, and gives all of it as a file", async () => {
    const input = "<&>\u202e".repeat(300_000)
    const { path } = await projectWith({
      id: traceId(1),
      spans: [{ id: spanId(1), name: "large", input, ...times(0, 1) }]
    })
    const page = await ada().get(`${path}/${traceId(1)}/spans/${spanId(1)}`)
    assert.include(page.text, "There is more than is shown here.")
    assert.isBelow(page.html.length, 1_500_000)
    const file = await ada().get(page.link("Download the span as JSON"))
    assert.strictEqual(JSON.parse(file.html).items[0].input, input)
    const whole = await ada().get(`${path}/${traceId(1)}`)
    assert.include(whole.text, "This is the beginning.")
    assert.isBelow(whole.html.length, 100_000)
  })
})

describe("what is recorded is shown as it is", () => {
  const markup = '<img src=x onerror=alert(1)>"><script>alert(1)</script></textarea>'
  const hostile = (text: string) => ({
    id: traceId(1),
    name: text,
    userId: text,
    sessionId: text,
    environment: text,
    release: text,
    tags: [text],
    metadata: { [text]: text },
    spans: [
      {
        id: spanId(1),
        name: text,
        model: text,
        provider: text,
        status: "error",
        error: { type: text, message: text },
        input: [
          { role: "user", content: text },
          { role: "assistant", tool_calls: [{ function: { name: text, arguments: JSON.stringify({ [text]: text }) } }] }
        ],
        output: text,
        attributes: { [text]: text, __proto: { constructor: text } },
        events: [{ name: text, attributes: { [text]: text } }],
        ...times(0, 1)
      }
    ]
  })

  /** Every page of a trace whose texts are all the same. */
  const pagesOf = async (text: string) => {
    const { call, path } = await projectWith(hostile(text))
    await call("create_score", { traceId: traceId(1), name: text, value: text, label: text, explanation: text })
    const list = await ada().get(path)
    const trace = await ada().get(`${path}/${traceId(1)}`)
    return [
      list,
      trace,
      await ada().get(`${path}/${traceId(1)}/spans/${spanId(1)}`),
      await ada().get(`${path}/session?${new URLSearchParams({ id: text })}`),
      await ada().get(`${path}/${traceId(1)}/delete`),
      await ada().get(`${path}/${traceId(1)}/scores/new?span=${spanId(1)}`),
      await ada().get(
        trace.link("Delete").includes("scores")
          ? trace.link("Delete")
          : /href="([^"]*scores\/scr[^"]*)"/.exec(trace.html)![1]!
      ),
      await ada().get(
        `${path}?${new URLSearchParams({ search: text, user: text, environment: text, field: "trace.name", operator: "eq", value: text })}`
      )
    ]
  }

  it("where it is markup", async () => {
    const pages = await pagesOf(markup)
    assert.isNotEmpty(pages)
    for (const page of pages) {
      assert.notMatch(page.html, /<img|<script>|<\/textarea>[^<]*<\/textarea>/)
      assert.include(page.html.replaceAll("&quot;", '"'), "&lt;img src=x")
    }
  })

  it("where it has control characters", async () => {
    const pages = await pagesOf("a\u0001\u001b[31mb\u007f\u0085c")
    assert.isNotEmpty(pages)
    for (const page of pages) {
      // oxlint-disable-next-line no-control-regex
      assert.notMatch(page.html.replaceAll(/\s(?:value|href)="[^"]*"/g, ""), /[\u0001\u001b\u007f\u0085]/)
      assert.include(page.html, "\\u001b[31m")
    }
  })

  it("where it is written from right to left, or turns what follows", async () => {
    const pages = await pagesOf("מזל \u202eexe.gpj\u2066טוב")
    assert.isNotEmpty(pages)
    for (const page of pages) {
      assert.notInclude(page.html.replaceAll(/\s(?:value|href)="[^"]*"/g, ""), "\u202e")
      assert.match(page.html, /<bdi>[^<]*מזל|dir="auto">[^<]*מזל|<h1>[^<]*מזל/)
    }
  })
})

describe("scores", () => {
  it("A7: are given by a person in a form, replaced by the same name, and deleted after a question", async () => {
    const { call, path } = await projectWith(support(1, "Hi", "Ho"))
    const trace = `${path}/${traceId(1)}`
    const form = await ada().get((await ada().get(trace)).link("Add score"))
    const typed = { name: "tone", value: "0.5", explanation: "A bit curt." }
    const wrong = await ada().press(form, { ...typed, value: "high" })
    assert.strictEqual(wrong.status, 400)
    assert.include(wrong.text, "Enter a number, such as 0.9.")
    assert.strictEqual(wrong.form().fields["explanation"], "A bit curt.")
    const scored = await ada().submit(form, typed)
    assert.include(scored.text, "The score was saved.")
    await ada().submit(form, { ...typed, value: "0.75" })
    const { items } = await call("list_trace_scores", { traceId: traceId(1) })
    assert.lengthOf(items, 1)
    assert.deepInclude(items[0], {
      value: 0.75,
      annotatorKind: "HUMAN",
      source: "ANNOTATION",
      explanation: "A bit curt."
    })
    assert.strictEqual(items[0].createdBy.id, "usr_ada")
    const again = await ada().get(trace)
    assert.include(again.text, "(person)")
    const asked = await ada().get(/href="([^"]*scores\/scr[^"]*)"/.exec(again.html)![1]!)
    const gone = await ada().submit(asked)
    assert.include(gone.text, "The score was deleted.")
    assert.include(gone.text, "There are no scores yet.")
  })

  it("are of spans, too, and of each type", async () => {
    const { call, path } = await projectWith(support(1, "Hi", "Ho"))
    const span = `${path}/${traceId(1)}/spans/${spanId(103)}`
    const form = await ada().get((await ada().get(span)).link("Add score"))
    for (const [dataType, value, name] of [
      ["BOOLEAN", "No", "ok"],
      ["CATEGORICAL", "warm", "tone"],
      ["TEXT", "Fine", "note"]
    ] as const) {
      const shown = await ada().submit(form, { dataType, value, name })
      assert.include(shown.text, dataType === "BOOLEAN" ? "ok no" : value)
    }
    assert.strictEqual((await ada().press(form, { dataType: "BOOLEAN", value: "maybe", name: "x" })).status, 400)
    assert.strictEqual((await ada().press(form, { value: "1", name: "x".repeat(200) })).status, 400)
    const { items } = await call("list_trace_scores", { traceId: traceId(1), spanId: spanId(103) })
    assert.sameMembers(
      items.map(({ value }: { value: unknown }) => value),
      [false, "warm", "Fine"]
    )
  })
})

describe("a session", () => {
  it("has its traces in their order, with totals", async () => {
    const { text } = await ada().get(`${path}/session?id=chat-4711`)
    assert.match(text, /Traces 4 .*Failed 0 .*Tokens 7,684 .*Cost \$0\.0224/)
    assert.isBelow(text.indexOf("Where is my parcel"), text.indexOf("Thank you!"))
    assert.notInclude(text, "checkout")
    assert.strictEqual((await ada().get(path)).link("chat-4711"), `${path}/session?id=chat-4711`)
  })
})

describe("reviews, without script", () => {
  /** A project with three answers to review. */
  const makeReviewed = async (asked: Partial<Parameters<typeof makeSession>[2]> = {}) => {
    const place = await setting.makeProject("usr_ada")
    await recordWork(callerOf(setting, place))
    const id = await makeSession(setting, place, { name: "Answers", ...asked })
    const claim = `${place.path}/reviews/${id}/claim`
    return { path: `${place.path}/reviews`, session: `${place.path}/reviews/${id}`, claim }
  }

  it("are claimed one after the other, and submitted with what was typed", async () => {
    const { path, session, claim } = await makeReviewed({ two: true, items: 2 })
    const list = await ada().get(path)
    assert.include(list.text, "Answers open 0 of 2")
    const claimed = await ada().post(claim, {})
    const first = await ada().get(claimed.location!)
    assert.strictEqual(first.title, "Item 1")
    for (const text of ["Where is my parcel NO-4711?", "Does the answer help?", "Judge what the customer reads."]) {
      assert.include(first.text, text)
    }
    // Blind: no score, and no way to one.
    assert.notInclude(first.text, "0.92")
    assert.notInclude(first.html, `/traces/${traceId(1)}`)
    const half = { "value.helpful": "true", "comment.helpful": "Oslo <b>", do: "submit" }
    const wrong = await ada().post(claimed.location!, half)
    assert.strictEqual(wrong.status, 400)
    assert.include(wrong.text, "What is its tone?: Choose an answer.")
    assert.include(wrong.form().fields["comment.helpful"], "Oslo <b>")
    const next = await ada().post(claimed.location!, { ...half, "value.tone": "Kind" })
    assert.include(next.location, "done=submitted")
    assert.notInclude(next.location, claimed.location!)
    const seen = await ada().get(claimed.location!)
    for (const text of ["Oslo <b>", "browser", "helpfulness 0.92"]) assert.include(seen.text, text)
    const skipped = await ada().post(next.location!.split("?")[0]!, { do: "skip" })
    assert.include(skipped.location, "done=skipped")
    const released = await ada().post(next.location!.split("?")[0]!, { do: "release" })
    assert.include((await ada().get(released.location!)).text, "1 of 2 reviews")
    // What was submitted is corrected, and both are shown.
    const form = seen.form()
    const unfinished = { ...form.fields, "value.tone": "", "value.helpful": "false", "comment.helpful": "Bergen" }
    const refused = await ada().post(form.action, { ...unfinished, do: "submit" })
    assert.strictEqual(refused.status, 400)
    assert.deepInclude(refused.form().fields, { "value.helpful": "false", "comment.helpful": "Bergen" })
    const corrected = await ada().post(form.action, { ...form.fields, "value.helpful": "false", do: "submit" })
    const both = await ada().get(corrected.location!)
    assert.include(both.text, "The correction was saved.")
    assert.include(both.text, "corrected since")
    const stale = await ada().post(form.action, { ...form.fields, "comment.tone": "Late", do: "submit" })
    assert.strictEqual(stale.status, 409)
    assert.include(stale.text, "newest submission is 2, not 1")
    assert.include((await ada().get(session)).text, "figures are shown when it is closed")
    await ada().post(`${session}/close`, {})
    const done = await ada().get(session)
    assert.include(done.text, "Does the answer help? 1 0")
    assert.include((await ada().get(claimed.location!)).text, "The session is closed.")
    const late = { ...form.fields, "comment.tone": "Late", do: "submit", supersedes: "2" }
    assert.strictEqual((await ada().post(form.action, late)).status, 409)
  })

  it("are asked for about the traces of a list, by a form that says what is wrong and creates one session", async () => {
    const { path } = await makeReviewed()
    const list = await ada().get(path.replace(/reviews$/, "traces"))
    const link = /href="([^"]*reviews\/new[^"]*)"/.exec(list.html)![1]!.replaceAll("&amp;", "&")
    const form = (await ada().get(link)).form()
    assert.include(form.fields["traces"], traceId(1))
    const asked = { ...form.fields, name: "Of the list", settings: "blind" }
    const wrong = await ada().post(form.action, { ...asked, traces: "none", reviewersPerItem: "11" })
    assert.strictEqual(wrong.status, 400)
    for (const text of ["Traces: ", "Reviewers per item: "]) assert.include(wrong.text, text)
    assert.strictEqual(wrong.form().fields["requestKey"], form.fields["requestKey"])
    const nothing = await ada().post(form.action, { ...asked, name: " ", questions: "" })
    assert.include(nothing.text, "Name: Enter a name.")
    const created = await ada().post(form.action, asked)
    const twice = await ada().post(form.action, asked)
    assert.strictEqual(twice.location, created.location)
    const session = await ada().get(created.location!)
    for (const text of ["The session was created.", "Does the answer help?", "About traces"])
      assert.include(session.text, text)
    // A run that is not there is told at its field; a server without runs has none.
    const ofRun = (await ada().get(`${path}/new?about=run`)).form()
    const run = { ...ofRun.fields, name: "Of a run", run: `evr_${"7".padEnd(26, "0")}`, below: "x" }
    assert.include((await ada().post(ofRun.action, run)).text, "Below: Enter a number")
    const gone = await ada().post(ofRun.action, { ...run, scorer: "exact", below: "0.5" })
    assert.deepStrictEqual([gone.status, gone.text.includes("Evaluation run: ")], [400, true])
  })

  it("say where there is nothing left, and that there is no such session", async () => {
    const { path, session, claim } = await makeReviewed({ items: 1, blind: false })
    const { location } = await ada().post(claim, {})
    const done = await ada().post(location!, { "value.helpful": "true", do: "submit" })
    assert.include((await ada().get(done.location!)).text, "nothing left for you")
    assert.include((await ada().post(claim, {})).location, "done=none")
    assert.include((await ada().get(session)).text, "Does the answer help? 1 1")
    await ada().get(`${path}/rvs_00000000000000000000000000`, 404)
    await ada().get(`${path}/nothing`, 404)
    await ada().get(`${session}/rv_00000000000000000000000000`, 404)
  })
})

describe("items of traces", () => {
  it("D3: are added from a trace and from a list, once, and lead to their trace", async () => {
    const place = await setting.makeProject("usr_ada")
    await recordWork(callerOf(setting, place))
    const list = await ada().get(`${place.path}/traces`)
    const none = await ada().get(list.link("to a dataset").replaceAll("&amp;", "&"))
    assert.include(none.text, "This project has no dataset yet.")
    await ada().submit(await ada().get(none.link("Create dataset")), { name: "Of traces", sourceType: "items" })
    const one = await ada().get((await ada().get(`${place.path}/traces/${traceId(1)}`)).link("Add to a dataset"))
    assert.strictEqual(one.form().fields["traces"], traceId(1))
    const wrong = await ada().press(one, { traces: `${traceId(1)} nothing`, input: "input" })
    assert.strictEqual(wrong.status, 400)
    for (const text of ["Traces 2: ", "Input: "]) assert.include(wrong.text, text)
    const refused = await ada().press(one, { traces: "f".repeat(32) })
    assert.deepEqual([refused.status, refused.text.includes("Traces 1: ")], [400, true])
    const nowhere = await ada().press(one, { input: "/metadata/nowhere" })
    assert.deepEqual([nowhere.status, nowhere.form().fields["input"]], [400, "/metadata/nowhere"])
    const added = await ada().submit(one, { split: "test" })
    for (const text of ["The traces were added.", "1 item of version 1", "NO-4711"]) assert.include(added.text, text)
    const item = await ada().get(added.link(traceId(1)))
    assert.strictEqual(item.link(`trace ${traceId(1)}`), `${place.path}/traces/${traceId(1)}`)
    const page = await ada().get(list.link("to a dataset").replaceAll("&amp;", "&"))
    assert.match((await ada().press(page)).text, /can be no item\. a0+\w+, \/input: /)
    const some = await ada().submit(page, { traces: [1, 2, 3].map(traceId).join(", ") })
    assert.include(some.text, "3 items of version 2")
  })
})

describe("evaluation runs, without script", () => {
  /** A project in which two apps were evaluated. */
  const makeEvaluated = async () => {
    const place = await setting.makeProject("usr_ada")
    return { ...(await makeRuns(setting, place)), place, path: `${place.path}/evaluations` }
  }
  let evaluated: Awaited<ReturnType<typeof makeEvaluated>>
  beforeAll(async () => {
    evaluated = await makeEvaluated()
  })

  it("are listed with their counts and figures, and narrowed", async () => {
    const { path, apps } = evaluated
    const list = await ada().get(path)
    assert.include(list.text, "Build 42 completed capitals All capitals 10 of 10 exact 1")
    assert.include(list.text, "Build 41 completed capitals Some capitals 10 of 10")
    const narrowed = await ada().get(`${path}?status=completed&series=capitals&appId=${apps.all}`)
    assert.include(narrowed.text, "Build 42")
    assert.notInclude(narrowed.text, "Build 41")
    assert.include((await ada().get(`${path}?status=failed`)).text, "There are no such runs.")
    await ada().get(`${path}?status=lost`, 404)
  })

  it("tell their figures, and which targets are below a score", async () => {
    const { path, base } = evaluated
    const run = await ada().get(`${path}/${base.id}`)
    assert.strictEqual(run.title, "Build 41")
    for (const text of ["10 of 10 targets ended", "Fewer than 30 items", "France, 1 of 2", "version 1"]) {
      assert.include(run.text, text)
    }
    assert.notInclude(run.html, 'data-live="running"')
    const below = await ada().get(`${path}/${base.id}?scorer=exact&below=1&status=succeeded`)
    assert.include(below.text, "Canada, 2 of 2 succeeded exact 0 not passed")
    assert.notInclude(below.text, "Egypt")
    const wrong = await ada().get(`${path}/${base.id}?below=1`, 400)
    assert.include(wrong.text, "Choose the scorer whose scores are to be below this.")
    assert.include((await ada().get(`${path}/${base.id}?scorer=exact&below=few`, 400)).text, '"few" is no number')
  })

  it("have the evidence of each target, with what its scorers said", async () => {
    const { path, base } = evaluated
    const below = await ada().get(`${path}/${base.id}?scorer=exact&below=1`)
    const target = await ada().get(below.link("France, 1 of 2"))
    assert.strictEqual(target.title, "France, 1 of 2")
    for (const text of ["What is the capital of France?", "Paris", "Not <Paris>.", "succeeded", "1 of 2"]) {
      assert.include(target.text, text)
    }
    assert.match(target.text, /Evidence [0-9a-f]{64}/)
    // The explanation is a sentence, and there is nothing else to show as JSON.
    assert.notInclude(target.text, "What the scorer of")
    await ada().get(`${path}/${base.id}/targets/evt_00000000000000000000000000`, 404)
  })

  it("are compared: verdicts, items that are better, and both outputs side by side", async () => {
    const { path, base, run } = evaluated
    const compared = await ada().get((await ada().get(`${path}/${run.id}`)).link("Compare"))
    assert.strictEqual(compared.title, "Build 42 against Build 41")
    assert.include(compared.text, "+0.4")
    assert.include(compared.text, "fewer than 30 pairs")
    const better = await ada().get(`${path}/${run.id}/compare?base=${base.id}&change=improved&scorer=exact`)
    assert.include(better.text, "France better 0 → to 1")
    assert.notInclude(better.text, "Egypt")
    const item = await ada().get(better.link("France"))
    for (const text of ["Base: Build 41", "Run: Build 42", "Repetition 2 of 2", "What is the capital of France?"]) {
      assert.include(item.text, text)
    }
    assert.include((await ada().get(`${path}/${base.id}/compare`)).text, "Build 42,")
    await ada().get(`${path}/${run.id}/compare?base=evr_00000000000000000000000000`, 404)
    await ada().get(`${path}/${run.id}/compare/di_00000000000000000000000000?base=${base.id}`, 404)
  })

  it("are started by a form, which tells what they cost and what is wrong, and which starts one run", async () => {
    const { path, apps, dataset, scorer, ended, run } = evaluated
    const form = (await ada().get(`${path}/new`)).form()
    const typed = { ...form.fields, name: "Build 43", app: apps.all, dataset, scorers: `exact:${scorer}` }
    const estimated = await ada().post(form.action, { ...typed, repetitions: "3", do: "estimate" })
    assert.include(estimated.text, "15 targets and 15 calls")
    assert.strictEqual(estimated.form().fields["name"], "Build 43")
    const wrong = await ada().post(form.action, { ...typed, name: " ", repetitions: "101", do: "start" })
    assert.strictEqual(wrong.status, 400)
    assert.include(wrong.text, "Give the run a name.")
    const many = await ada().post(form.action, { ...typed, repetitions: "101", do: "start" })
    assert.strictEqual(many.status, 400)
    assert.include(many.html, 'href="#repetitions"')
    const started = await ada().post(form.action, { ...typed, do: "start" })
    assert.include(started.location, "done=started")
    assert.strictEqual((await ada().post(form.action, { ...typed, do: "start" })).location, started.location)
    const other = await ada().post(form.action, { ...typed, name: "Build 44", do: "start" })
    assert.strictEqual(other.status, 409)
    assert.notStrictEqual(other.form().fields["requestKey"], form.fields["requestKey"])
    const id = started.location!.split("?")[0]!.split("/").at(-1)!
    assert.strictEqual((await ended(id)).counts.succeeded, 5)
    // Again, as it was, to be compared with it.
    const again = (await ada().get(`${path}/new?from=${run.id}`)).form()
    assert.deepInclude(again.fields, { name: "Build 42", app: apps.all, base: run.id, scorers: `exact:${scorer}` })
  })

  it("are resumed where their app failed too often, and tell what people say of them", async () => {
    const { path, apps, dataset, call, run } = evaluated
    const start = { name: "Away", app: { id: apps.failing }, dataset: { id: dataset }, scorers: {}, repetitions: 20 }
    const { id } = await call("create_eval_run", { requestKey: "away", ...start })
    await waitUntil(
      "the run to be paused",
      async () => (await call("get_eval_run", { id, limit: 1 })).run.status === "paused"
    )
    const paused = await ada().get(`${path}/${id}`)
    assert.include(paused.text, "Its app failed 20 times in a row.")
    assert.include((await ada().post(paused.form().action, {})).location, "done=resumed")
    await ada().post(`${path}/${id}/cancel`, {})
    const question = { type: "human", question: "Is it right?", guidance: "" }
    const settings = { output: { type: "boolean" } }
    const { id: asked } = await call("create_scorer", { name: "Is it right?", source: question, settings })
    const session = { requestKey: "people", name: "Capitals, read by people", subject: { runId: run.id } }
    await call("create_review_session", { ...session, rubric: { right: { id: asked } }, blind: true })
    const shown = await ada().get(`${path}/${run.id}`)
    assert.include(shown.text, "Capitals, read by people open shown when the session is closed")
    assert.include(shown.link("Capitals, read by people"), "/reviews/rvs_")
  })

  it("have cost what the page of usage says, by day, run, app and scorer", async () => {
    const { place, base, run, apps, scorer } = evaluated
    const path = `${place.path}/usage`
    assert.include((await ada().get(path)).text, "Nothing was spent in this range.")
    const [today, before, long] = [0, 3, 60].map((days) =>
      new Date(Date.now() - days * 864e5).toISOString().slice(0, 10)
    )
    await spend(setting, place, { day: today!, run: run.id, app: apps.all }, 1_500_000)
    await spend(setting, place, { day: before!, run: base.id, app: apps.some }, 250_000)
    await spend(setting, place, { day: before!, run: base.id, scorer }, 4)
    await spend(setting, place, { day: long!, run: base.id, app: apps.some }, 7_000_000)
    const byDay = await ada().get(path)
    for (const text of ["Project no limit", `${before} 0.250004`, `${today} 1.50`]) assert.include(byDay.text, text)
    assert.include(byDay.html, "Spent on evaluations by day: 1.750004 in all")
    assert.include((await ada().get(`${path}?range=90d`)).html, "8.750004 in all")
    const byApp = await ada().get(`${path}?range=7d&by=app`)
    for (const text of ["All capitals 1.50", "Some capitals 0.25"]) assert.include(byApp.text, text)
    assert.include((await ada().get(`${path}?by=scorer`)).text, "Same answer 0.000004")
    assert.include((await ada().get(`${path}?by=run`)).link(run.name), `/evaluations/${run.id}`)
  })

  it("are of one case where the playground calls an app: once a form, on an input, an item, or as a target was asked", async () => {
    const { place, path, apps, dataset, scorer, call } = evaluated
    const playground = `${place.path}/playground`
    const tried = await ada().get((await ada().get(`${place.path}/scorers/${scorer}/try`, 303)).location!)
    const items = await ada().get(`${playground}?scorer=${scorer}&dataset=${dataset}`)
    const form = await ada().get(items.link("France"))
    assert.include(form.form().fields["input"], "France")
    assert.deepEqual(
      [tried, form].map((page) => page.form().fields["scorers"]).map((value) => value?.endsWith(scorer)),
      [true, true]
    )
    const before = (await call("list_eval_runs", {})).items.length
    const wrong = await ada().press(form, { input: "France", app: "" })
    assert.strictEqual(wrong.status, 400)
    for (const text of ["App: Choose", "Input: This is not JSON"]) assert.include(wrong.text, text)
    const unknown = await ada().press(form, { app: "ap_00000000000000000000000000" })
    assert.strictEqual(unknown.status, 404)
    assert.strictEqual((await call("list_eval_runs", {})).items.length, before)
    const answered = await ada().submit(form, { app: apps.all })
    for (const text of ["succeeded", "Paris", "1 passed", "All capitals"]) assert.include(answered.text, text)
    const again = await ada().submit(form, { app: apps.all })
    assert.strictEqual(again.path, answered.path)
    const changed = await ada().submit(form, { app: apps.all, expected: '"Lyon"' })
    assert.notStrictEqual(changed.path, answered.path)
    assert.include(changed.text, "Lyon")
    assert.strictEqual((await call("list_eval_runs", {})).items.length, before + 2)
    const asTarget = await ada().get(changed.link("Try in the playground"))
    assert.strictEqual(asTarget.form().fields["expected"], '"Lyon"')
    assert.strictEqual(asTarget.form().fields["app"], apps.all)
    assert.include((await ada().get(path)).html, playground)
  })

  it("are cancelled and deleted by whoever was asked first", async () => {
    const { path, apps, dataset, call, ended } = evaluated
    const start = { name: "Long", app: { id: apps.slow }, dataset: { id: dataset }, scorers: {}, repetitions: 100 }
    const { id } = await call("create_eval_run", { requestKey: "long", ...start })
    assert.include((await ada().get(`${path}/${id}`)).html, 'data-live="running"')
    assert.include((await ada().get(`${path}/${id}/cancel`)).text, "of 500 targets")
    assert.include((await ada().post(`${path}/${id}/delete`, {})).text, "has not ended")
    assert.include((await ada().post(`${path}/${id}/cancel`, {})).location, "done=cancelled")
    assert.strictEqual((await ended(id)).status, "cancelled")
    assert.include((await ada().post(`${path}/${id}/cancel`, {})).location, "done=ended")
    assert.include((await ada().post(`${path}/${id}/resume`, {})).location, "done=ended")
    assert.include((await ada().get(`${path}/${id}/delete`)).text, "500 targets")
    assert.include((await ada().post(`${path}/${id}/delete`, {})).location, "done=deleted")
    await ada().get(`${path}/${id}`, 404)
  })
})
