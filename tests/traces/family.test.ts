/* oxlint-disable typescript/no-explicit-any -- an answer is looked at as its test knows it */
import { setTimeout } from "node:timers/promises"
import { gzipSync } from "node:zlib"
import { createClient } from "@agent-operations/client"
import { clientFiles } from "@agent-operations/client/generate"
import { familiesOf } from "@agent-operations/kit"
import { traces } from "@agent-operations/traces"
import { views } from "@agent-operations/views"
import { Effect, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { limits } from "../../tooling/readme/src/limits.ts"
import { databases, pagesOf } from "../kit.ts"
import { type Host, recorded, startHost } from "./host.ts"

const json = "application/json"
const protobuf = "application/x-protobuf"

const nano = (millis: number) => String(BigInt(millis) * 1_000_000n)

/** A request of OTLP in JSON. */
const otlp = (...spans: ReadonlyArray<object>) =>
  JSON.stringify({ resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ spans }] }] })

const now = Date.now()

const span = (trace: number, id: number, changes: object = {}) => ({
  traceId: trace.toString(16).padStart(32, "0"),
  spanId: id.toString(16).padStart(16, "0"),
  name: `span ${id}`,
  startTimeUnixNano: nano(now),
  endTimeUnixNano: nano(now + 1000),
  ...changes
})

const traceId = (n: number) => n.toString(16).padStart(32, "0")

describe.each(databases)("traces of a host on $name", (database) => {
  let host: Host
  beforeAll(async () => void (host = await startHost(database)))
  afterAll(() => host?.close())

  const ids = async (project: string) => {
    const { data } = await host.call("list_traces", { limit: 200 }, { project })
    return data.items.map(({ id }: { id: string }) => id)
  }

  it.each(["opentelemetry.pb", "opentelemetry-json.json", "vercel-ai.pb", "openinference.pb"])(
    "T10: what an SDK exported in %s is there, and sent again it changes nothing",
    async (file) => {
      const project = file.replaceAll(/\W/g, "_")
      const contentType = file.endsWith(".json") ? json : protobuf
      const first = await host.exportSpans(recorded(file), contentType, { project })
      assert.deepStrictEqual([first.status, first.headers.get("content-type")], [200, contentType])
      assert.strictEqual(first.bytes.toString(), contentType === json ? "{}" : "")
      const listed = await host.call("list_traces", { includeTotal: true }, { project })
      assert.isAbove(listed.data.items.length, 0)
      assert.strictEqual(listed.data.total, listed.data.items.length)
      const read = async () =>
        Promise.all(listed.data.items.map(({ id }: { id: string }) => host.call("get_trace", { id }, { project })))
      const before = await read()
      for (const { data } of before) assert.lengthOf(data.spans, data.trace.spanCount)
      const zipped = await host.exportSpans(new Uint8Array(gzipSync(recorded(file))), contentType, {
        project,
        headers: { "content-encoding": "gzip" }
      })
      assert.strictEqual(zipped.status, 200)
      assert.deepStrictEqual(await read(), before)
    }
  )

  it("T5, T7: a span that comes late changes its trace, and not which one it is", async () => {
    const project = "late"
    await host.exportSpans(
      otlp(span(1, 2, { parentSpanId: span(1, 1).spanId, startTimeUnixNano: nano(now + 5) })),
      json,
      {
        project
      }
    )
    const before = (await host.call("get_trace", { id: traceId(1) }, { project })).data.trace
    assert.deepInclude(before, { name: "span 2", status: "running", spanCount: 1 })
    await host.exportSpans(otlp(span(1, 1, { name: "root", status: { code: 2, message: "no" } })), json, { project })
    const { trace, spans } = (await host.call("get_trace", { id: traceId(1) }, { project })).data
    assert.deepInclude(trace, { name: "root", status: "error", spanCount: 2, durationMs: 1000 })
    assert.deepStrictEqual(
      spans.map(({ name }: { name: string }) => name),
      ["root", "span 2"]
    )
    const roots = await host.call(
      "list_trace_spans",
      { traceId: traceId(1), parentId: null, fields: "facts" },
      { project }
    )
    assert.deepStrictEqual(
      roots.data.items.map(({ name }: { name: string }) => name),
      ["root"]
    )
    assert.notProperty(roots.data.items[0], "attributes")
  })

  it("A3: another project sees nothing of it", async () => {
    await host.exportSpans(otlp(span(7, 1)), json, { project: "mine" })
    assert.deepStrictEqual(await ids("mine"), [traceId(7)])
    assert.deepStrictEqual(await ids("theirs"), [])
    for (const [id, input] of [
      ["get_trace", { id: traceId(7) }],
      ["list_trace_spans", { traceId: traceId(7) }],
      ["list_trace_scores", { traceId: traceId(7) }],
      ["delete_trace", { id: traceId(7) }]
    ] as const) {
      const { status, error } = await host.call(id, input, { project: "theirs" })
      assert.deepStrictEqual([id, status, error.code], [id, 404, "NOT_FOUND"])
    }
  })

  it("T11: a bad span costs itself, and is told", async () => {
    const project = "partial"
    const answer = await host.exportSpans(otlp(span(1, 1), span(1, 2, { name: "" })), json, { project })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(JSON.parse(answer.bytes.toString()), {
      partialSuccess: { rejectedSpans: "1", errorMessage: "Rejected 0000000000000002: its name is empty." }
    })
    assert.deepStrictEqual(await ids(project), [traceId(1)])
  })

  it.each(["logs", "metrics"])("tells who sends %s that only traces are taken", async (signal) => {
    const headers = { "content-type": json }
    const answer = await host.send(`/v1/${signal}`, { method: "POST", body: "{}", headers })
    const { message, error } = (await answer.json()) as any
    assert.deepStrictEqual([answer.status, error.code], [404, "NOT_FOUND"])
    assert.include(message, `OTEL_${signal.toUpperCase()}_EXPORTER=none`)
    assert.strictEqual((await host.send(`/v1/${signal}`, { method: "POST", as: "nobody", headers })).status, 401)
  })

  it("T19: a deleted trace is gone, and refuses what comes after", async () => {
    const project = "deleted"
    await host.exportSpans(otlp(span(1, 1), span(1, 2)), json, { project })
    await host.call("create_score", { traceId: traceId(1), name: "good", value: true }, { project })
    assert.deepStrictEqual((await host.call("delete_trace", { id: traceId(1) }, { project })).data, {
      id: traceId(1),
      deleted: true,
      spans: 2
    })
    assert.deepStrictEqual(await ids(project), [])
    const again = await host.exportSpans(otlp(span(1, 3), span(2, 1)), json, { project })
    assert.include(again.bytes.toString(), '"rejectedSpans":"1"')
    assert.include(again.bytes.toString(), "0000000000000003: its trace was deleted (TRACE_DELETED)")
    const one = { name: "again", startedAt: new Date(now).toISOString() }
    const recordedAgain = await host.call(
      "record_traces",
      {
        traces: [
          { id: traceId(3), spans: [one] },
          { id: traceId(1), spans: [one] }
        ]
      },
      { project }
    )
    assert.deepStrictEqual([recordedAgain.status, recordedAgain.error.code], [422, "TRACE_DELETED"])
    const scored = await host.call("create_score", { traceId: traceId(1), name: "late", value: 1 }, { project })
    assert.deepStrictEqual([scored.status, scored.error.code], [422, "TRACE_DELETED"])
    // All or nothing: the other trace of the refused request is not there either.
    assert.deepStrictEqual(await ids(project), [traceId(2)])
  })

  it("T10: what is recorded as JSON reads back the same", async () => {
    const project = "json"
    const startedAt = new Date(now).toISOString()
    const said = {
      name: "answer",
      type: "generation",
      kind: "client",
      startedAt,
      endedAt: new Date(now + 250).toISOString(),
      model: "gpt-4o-mini",
      provider: "openai",
      usage: { inputTokens: 120, outputTokens: 30, totalTokens: 150 },
      cost: 0.25,
      input: '{"a": 1}',
      output: [{ role: "assistant", content: null }],
      error: { message: "no", retry: [1, 2] },
      attributes: { "customer.tier": "gold", ["__proto__"]: 1, nested: { constructor: [true] } },
      metadata: { batch: 7 },
      tags: ["a", "b"],
      version: 3
    }
    const body = {
      traces: [{ userId: "ada", release: "1.2", name: "ask", spans: [{ ...said, id: "00000000000000aa" }] }]
    }
    const answer = await host.send("/api/traces", {
      method: "POST",
      project,
      body: JSON.stringify(body),
      headers: { "content-type": json }
    })
    assert.strictEqual(answer.status, 200)
    const { data } = (await answer.json()) as {
      data: { traces: Array<{ id: string; spanIds: Array<string> }>; spans: number }
    }
    assert.deepStrictEqual([data.spans, data.traces[0]!.spanIds], [1, ["00000000000000aa"]])
    const { trace, spans } = (await host.call("get_trace", { id: data.traces[0]!.id }, { project })).data
    assert.deepInclude(trace, {
      name: "ask",
      userId: "ada",
      release: "1.2",
      status: "error",
      cost: 0.25,
      totalTokens: 150
    })
    const { usage, ...rest } = said
    assert.deepInclude(spans[0], { ...rest, ...usage, costSource: "reported", status: "error", durationMs: 250 })
    assert.deepStrictEqual(trace.attributes, said.attributes)

    const listed = await host.send(`/api/traces?limit=1&from=${startedAt}&search=as&includeTotal=true`, { project })
    const page = (await listed.json()) as { data: { items: Array<{ id: string }>; total: number } }
    assert.deepStrictEqual([listed.status, page.data.total, page.data.items[0]!.id], [200, 1, data.traces[0]!.id])
    const bad = await host.send("/api/traces?limit=0", { project })
    assert.deepStrictEqual(
      [bad.status, ((await bad.json()) as any).error.details.issues[0].path],
      [400, "/query/limit"]
    )
  })

  it("E3: refuses a recording whole, with the place that is wrong", async () => {
    const project = "refused"
    const good = { name: "good", startedAt: new Date(now).toISOString() }
    const cases: ReadonlyArray<readonly [object, string]> = [
      [{ ...good, attributes: { "agent_operations.cost": 1 } }, "/traces/0/spans/1/attributes/agent_operations.cost"],
      [{ ...good, startedAt: "1970-01-01T00:00:00.000Z" }, "/traces/0/spans/1/startedAt"],
      [{ ...good, endedAt: "2999-01-01T00:00:00.000Z" }, "/traces/0/spans/1/endedAt"],
      [{ ...good, endedAt: "0001-01-01T00:00:00Z" }, "/traces/0/spans/1/endedAt"],
      [{ ...good, events: [{ name: "e", at: "1969-12-31T23:59:59Z" }] }, "/traces/0/spans/1/events/0/at"],
      [{ ...good, name: "a\u0000b" }, "/traces/0/spans/1/name"]
    ]
    for (const [wrong, path] of cases) {
      const { status, error } = await host.call("record_traces", { traces: [{ spans: [good, wrong] }] }, { project })
      assert.deepStrictEqual([status, error.code, error.details?.issues[0].path], [400, "VALIDATION_ERROR", path])
    }
    assert.deepStrictEqual(await ids(project), [])
  })

  it("a search finds the quotes, backslashes and line breaks of a text", async () => {
    const project = "quoted"
    const startedAt = new Date(now).toISOString()
    const said = [{ input: 'say "hi"\nto C:\\temp' }, { output: { answer: '"hi"\nto' } }, { input: "say hi" }]
    const { data } = await host.call(
      "record_traces",
      { traces: said.map((one) => ({ ...one, startedAt })) },
      { project }
    )
    const found = async (search: string) => {
      const { items } = (await host.call("list_traces", { search }, { project })).data
      return data.traces.flatMap(({ id }: any, n: number) => (items.some((item: any) => item.id === id) ? [n] : []))
    }
    assert.deepStrictEqual(await found('"hi"\nTO'), [0, 1])
    assert.deepStrictEqual(await found("c:\\temp"), [0])
    assert.deepStrictEqual(await found('{"answer"'), [1])
  })

  it("T18: scores replace by their key, come before their trace, and are told of trace and spans", async () => {
    const project = "scored"
    const trace = { traceId: traceId(1).toUpperCase() }
    const score = async (more: object, as = "api_key") => {
      // clock: IDs are in the order of their milliseconds, and this is another one
      await setTimeout(2)
      return host.call("create_score", { ...trace, ...more }, { project, as })
    }
    const first = (await score({ name: "good", value: 0.5 })).data
    assert.deepInclude(first, {
      dataType: "NUMERIC",
      source: "API",
      annotatorKind: "CODE",
      identifier: "",
      spanId: null
    })
    await host.exportSpans(otlp(span(1, 1)), json, { project })
    assert.strictEqual((await score({ name: "good", value: 0.75 })).data.id, first.id)
    await score({ name: "kind", value: "polite", label: "p", spanId: span(1, 1).spanId })
    await score({ name: "kept", value: true, spanId: span(1, 1).spanId })
    const human = await score({ name: "human", value: 1, annotatorKind: "HUMAN" })
    assert.deepStrictEqual([human.status, human.error.code], [403, "HUMAN_REQUIRED"])
    assert.strictEqual((await score({ name: "human", value: 1, annotatorKind: "HUMAN" }, "user")).status, 200)
    assert.strictEqual((await score({ name: "x", value: "text", dataType: "NUMERIC" })).status, 400)
    const { data } = await host.call("get_trace", { id: traceId(1) }, { project })
    assert.deepStrictEqual([data.trace.scores, data.spans[0].scores], [{ good: 0.75, human: 1 }, { kept: 1 }])
    assert.lengthOf(data.scores, 4)
    const pages = await pagesOf((next) =>
      host.ok("list_trace_scores", { traceId: traceId(1), limit: 3, ...next }, project)
    )
    const names = pages.flatMap(({ items }) => items.map(({ name }: { name: string }) => name))
    assert.deepStrictEqual(names, ["human", "kept", "kind", "good"])
    assert.deepStrictEqual((await host.call("delete_score", { id: first.id }, { project })).data.deleted, true)
    assert.strictEqual((await host.call("delete_score", { id: first.id }, { project })).status, 404)
  })

  it("T8, P3: walks of traces and spans yield each once, by cursors that are bound to them", async () => {
    const project = "walked"
    const sent = Array.from({ length: 7 }, (_, n) => span(n + 1, 1, { startTimeUnixNano: nano(now + (n % 3)) }))
    const children = Array.from({ length: 6 }, (_, n) => span(1, n + 2, { parentSpanId: sent[0]!.spanId }))
    await host.exportSpans(otlp(...sent, ...children), json, { project })
    const walk = async (id: string, input: object) => {
      const pages = await pagesOf((next) => host.ok(id, { ...input, limit: 2, ...next }, project))
      return pages.flatMap(({ items }) => items.map((item: { id: string }) => item.id))
    }
    const walked = await walk("list_traces", {})
    assert.lengthOf(walked, 7)
    assert.sameMembers(
      walked,
      sent.map((one) => one.traceId)
    )
    const spans = await walk("list_trace_spans", { traceId: traceId(1) })
    assert.deepStrictEqual(
      spans,
      [sent[0]!, ...children].map((one) => one.spanId)
    )
    const [first = "", second = "", third = ""] = spans
    const some = { traceId: traceId(1), ids: [third.toUpperCase(), "ffffffffffffffff", first] }
    assert.deepStrictEqual(await walk("list_trace_spans", some), [first, third])
    const page = await host.call("list_trace_spans", { ...some, limit: 1 }, { project })
    const elsewhere = { ...some, ids: [second, third], cursor: page.data.nextCursor }
    assert.strictEqual((await host.call("list_trace_spans", elsewhere, { project })).status, 400)
    const { data } = await host.call("list_traces", { limit: 1 }, { project })
    const other = await host.call("list_traces", { limit: 1, search: "x", cursor: data.nextCursor }, { project })
    assert.deepStrictEqual([other.status, other.error.details.issues[0].path], [400, "/cursor"])
  })

  it("T12: a trace that is too large is refused with the way on, which yields all of it", async () => {
    const project = "large"
    const text = "x".repeat(1024 * 1024)
    const large = (n: number) =>
      span(1, n, { parentSpanId: span(1, 1).spanId, attributes: [{ key: "text", value: { stringValue: text } }] })
    await host.exportSpans(otlp(span(1, 1)), json, { project })
    for (let n = 2; n <= 8; n++) await host.exportSpans(otlp(large(n)), json, { project })
    // The store's bound is twice as large as this is: it is answered all the same.
    assert.strictEqual((await host.call("get_trace", { id: traceId(1) }, { project })).status, 200)
    for (let n = 9; n <= 10; n++) await host.exportSpans(otlp(large(n)), json, { project })
    const { status, error } = await host.call("get_trace", { id: traceId(1) }, { project })
    assert.deepStrictEqual([status, error.code], [413, "PAYLOAD_TOO_LARGE"])
    const limitBytes = limits.traces["a trace that `get_trace` answers"].most
    assert.deepInclude(error.details, { limitBytes, spans: 10, scores: 0 })
    assert.isAbove(error.details.bytes, error.details.limitBytes)
    assert.include(error.hint, "list_trace_spans")
    const pages = await pagesOf((next) => host.ok("list_trace_spans", { traceId: traceId(1), ...next }, project))
    const seen = pages.flatMap(({ items }) => items.map(({ id }: { id: string }) => id))
    assert.deepStrictEqual(
      seen,
      Array.from({ length: 10 }, (_, n) => span(1, n + 1).spanId)
    )
  })
})

describe("the options and usual pages of traces", () => {
  const day = 86_400_000
  const minute = 60_000
  let host: Host
  beforeAll(async () => {
    const prices = { models: [{ model: "own", input: 2, output: 0 }] }
    host = await startHost(databases[1], { retention: "20 days", idle: "1 hour", prices })
  })
  afterAll(() => host?.close())

  it("T6, T20, T22: hold for what is taken, read, listed and filtered", async () => {
    const startedAt = (age: number) => new Date(now - age).toISOString()
    const generation = { type: "generation", model: "own", usage: { inputTokens: 1_000_000 } }
    const span = (age: number) => ({ name: "chat", startedAt: startedAt(age), ...generation })
    const record = (...ages: ReadonlyArray<number>) =>
      host.call("record_traces", { traces: ages.map((age, n) => ({ id: traceId(n + 1), spans: [span(age)] })) })
    const refused = await record(20 * day + minute)
    assert.deepStrictEqual(
      [refused.status, refused.error.details.issues],
      [400, [{ path: "/traces/0/spans/0/startedAt", message: "It is too long ago." }]]
    )
    assert.strictEqual((await record(19 * day, day, 2 * day)).status, 200)
    // As if all had come a while ago, and the first two days before.
    await host.kit.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`update agent_operations.trace_heads set touched_at = now() - interval '50 minutes'`
        yield* sql`update agent_operations.trace_heads set started_ns = started_ns - ${String(2 * day)}::bigint * 1000000,
          arrived_at = now() - interval '21 days' where trace_id = ${traceId(1)}::uuid`
        yield* sql`update agent_operations.trace_heads set touched_at = now() - interval '70 minutes'
          where trace_id = ${traceId(3)}::uuid`
      })
    )
    const statuses = async (filters: ReadonlyArray<object> = []) => {
      const { data } = await host.call("list_traces", { filters, includeTotal: true })
      assert.strictEqual(data.total, data.items.length)
      return data.items.map(({ id, status, cost }: any) => [id, status, cost])
    }
    const running = [traceId(2), "running", 2]
    const incomplete = [traceId(3), "incomplete", 2]
    assert.deepStrictEqual(await statuses(), [running, incomplete])
    for (const one of [running, incomplete])
      assert.deepStrictEqual(await statuses([{ field: "trace.status", operator: "eq", value: one[1] }]), [one])
    assert.strictEqual((await host.call("get_trace", { id: traceId(2) })).data.trace.status, "running")
    for (const [id, input] of [
      ["get_trace", { id: traceId(1) }],
      ["list_trace_spans", { traceId: traceId(1) }],
      ["list_trace_scores", { traceId: traceId(1) }]
    ] as const)
      assert.strictEqual((await host.call(id, input)).error?.code, "NOT_FOUND", id)
  })

  it("P3: pages are of the usual size, and a cursor goes on with what it was given for alone", async () => {
    const project = "usual"
    const [from, to] = [new Date(now - 1000).toISOString(), new Date(now + 1000).toISOString()]
    const children = Array.from({ length: 200 }, (_, n) => span(1, n + 2, { parentSpanId: span(1, 1).spanId }))
    const roots = Array.from({ length: 51 }, (_, n) => span(n + 1, 1))
    await host.exportSpans(otlp(...roots, ...children), json, { project })
    const scored = Array.from({ length: 51 }, (_, n) => ({ traceId: traceId(1), name: `n${n}`, value: n }))
    const ofSpans = [1, 2].map((id) => ({ ...scored[0], spanId: span(1, id).spanId }))
    const given = await Promise.all(
      [...scored, ...ofSpans].map((score) => host.call("create_score", score, { project }))
    )
    assert.deepStrictEqual([...new Set(given.map(({ status }) => status))], [200])

    const ofTrace = { traceId: traceId(1) }
    const bound: ReadonlyArray<readonly [string, number, object, ReadonlyArray<object>]> = [
      [
        "list_traces",
        50,
        { from, to, search: "span" },
        [
          { from },
          { to },
          { from, search: "span" },
          { from: to, to, search: "span" },
          { from, to: from, search: "span" }
        ]
      ],
      [
        "list_trace_spans",
        200,
        ofTrace,
        [
          { traceId: traceId(2) },
          { ...ofTrace, parentId: null },
          { ...ofTrace, parentId: span(1, 1).spanId },
          { ...ofTrace, ids: [span(1, 2).spanId] }
        ]
      ],
      ["list_trace_scores", 50, ofTrace, [{ traceId: traceId(2) }, { ...ofTrace, spanId: span(1, 1).spanId }]]
    ]
    for (const [id, usual, input, others] of bound) {
      const first = await host.ok(id, input, project)
      assert.lengthOf(first.items, usual, id)
      const cursor = first.nextCursor
      const rest = await host.ok(id, { ...input, cursor, limit: 100 }, project)
      const all = [...first.items, ...rest.items].map((one: { id: string }) => one.id)
      assert.strictEqual(new Set(all).size, id === "list_traces" ? 51 : id === "list_trace_spans" ? 201 : 53, id)
      for (const other of others) {
        const { status, error } = await host.call(id, { ...other, cursor }, { project })
        assert.deepStrictEqual([status, error?.details?.issues[0].path], [400, "/cursor"], JSON.stringify([id, other]))
      }
    }

    // Names of what is looked for are read in any case, and IDs of traces as UUIDs too.
    const uuid = "00000000-0000-0000-0000-000000000001"
    const upper = span(1, 1).spanId.toUpperCase()
    assert.strictEqual((await host.ok("get_trace", { id: uuid }, project)).trace.spanCount, 201)
    const ofParent = await host.ok("list_trace_spans", { traceId: uuid, parentId: upper, fields: "facts" }, project)
    assert.lengthOf(ofParent.items, 200)
    const ofSpan = await host.ok("list_trace_scores", { traceId: uuid, spanId: upper }, project)
    assert.deepStrictEqual(
      ofSpan.items.map((one: { spanId: string }) => one.spanId),
      [span(1, 1).spanId]
    )
    const by = async (query: string) =>
      ((await (await host.send(`/api/traces?${query}`, { project })).json()) as any).data
    assert.deepStrictEqual(
      [(await by("limit=2&includeTotal=true")).total, (await by(`to=${from}&includeTotal=true`)).total],
      [51, 0]
    )
    const page = await by("limit=2&includeTotal=false&projectId=usual")
    assert.deepStrictEqual([page.items.length, "total" in page], [2, false])
    assert.notInclude(JSON.stringify(await by(`limit=2&cursor=${page.nextCursor}`)), page.items[0].id)
  })

  it("T18: a trace that has as many scores as it may takes no other", async () => {
    const project = "scored"
    const { most, beyond } = limits.traces["scores of a trace itself, or of one span"]
    const score = (name: string) => host.call("create_score", { traceId: traceId(1), name, value: 1 }, { project })
    await score("n1")
    await host.kit.run(
      SqlClient.SqlClient.use(
        (sql) => sql`
          insert into agent_operations.trace_scores (tenant_id, project_id, trace_id, span_id, name, identifier, id,
            data_type, number_value, source, annotator_kind, metadata, created_by)
          select s.tenant_id, s.project_id, s.trace_id, s.span_id, 'n' || n, '', left(s.id, 26) || lpad(n::text, 4, '0'), s.data_type, n, s.source,
            s.annotator_kind, s.metadata, s.created_by
          from agent_operations.trace_scores as s, generate_series(2, ${most}::int) as n where s.project_id = ${project}`
      )
    )
    const { status, error } = await score("over")
    assert.deepStrictEqual([status, error.code, error.details.scores], [413, beyond, most])
    assert.strictEqual((await score("n7")).status, 200)
  })
})

describe("the surfaces of traces", () => {
  let host: Host
  /** The names of spans, and the values of their attributes. */
  const observed: Array<string> = []
  const tracer = {
    startSpan: (name: string) => {
      observed.push(name)
      return {
        spanContext: () => ({ traceId: "1".repeat(32), spanId: "1".repeat(16), traceFlags: 1 }),
        setAttribute: (_: string, value: unknown) => void observed.push(`${name}: ${String(value)}`),
        addEvent: () => {},
        setStatus: () => {},
        recordException: () => {},
        end: () => {}
      }
    }
  }
  beforeAll(async () => void (host = await startHost(databases[0]!, {}, { tracer })))
  afterAll(() => host?.close())

  it("T24: a request of OTLP makes no span of the server's own, and reading what it sent does", async () => {
    // A server that has just started looks at other tables by itself.
    const before = observed.length
    const ofTraces = () => observed.slice(before).filter((one) => one.includes("trace"))
    const sent = [host.exportSpans(otlp(span(8, 1)), json), host.exportSpans(otlp(span(8, 2)), json)]
    assert.deepStrictEqual(
      (await Promise.all(sent)).map(({ status }) => status),
      [200, 200]
    )
    assert.deepStrictEqual(ofTraces(), [])
    assert.strictEqual((await host.call("get_trace", { id: traceId(8) })).data.trace.spanCount, 2)
    assert.isAbove(ofTraces().length, 0)
  })

  it("T18: a score is answered whole, as it was written last", async () => {
    const project = "written"
    const key = { traceId: traceId(1), spanId: span(1, 1).spanId, name: "tone", identifier: "mine" }
    const said = { value: "kind", label: "Kind", explanation: "It greets.", metadata: { a: [1] } }
    const first = await host.ok("create_score", { ...key, ...said, source: "EVAL", annotatorKind: "LLM" }, project)
    const createdBy = { type: "api_key", id: "api_key_1", name: "Ada" }
    const { id, createdAt } = first
    const whole = {
      ...{ ...key, ...said, id, createdAt, createdBy, updatedAt: createdAt },
      ...{ dataType: "CATEGORICAL", source: "EVAL", annotatorKind: "LLM" }
    }
    assert.deepStrictEqual(first, whole)
    const again = { ...key, value: "so", dataType: "TEXT" }
    const { data } = await host.call("create_score", again, { project, as: "user" })
    assert.deepStrictEqual(data, {
      ...{ ...again, id, createdAt, createdBy, updatedAt: data.updatedAt, label: null, explanation: null },
      ...{ metadata: {}, source: "API", annotatorKind: "CODE" }
    })
    assert.isAtLeast(Date.parse(data.updatedAt), Date.parse(createdAt))
    for (const [wrong, path] of [
      [{ explanation: "x\0" }, "/explanation"],
      [{ metadata: { a: ["\0"] } }, "/metadata/a/0"],
      [{ dataType: "BOOLEAN" }, ""]
    ] as const) {
      const { status, error } = await host.call("create_score", { ...again, ...wrong }, { project })
      assert.deepStrictEqual([status, error.code, error.details.issues[0].path], [400, "VALIDATION_ERROR", path])
    }
    await host.exportSpans(otlp(span(1, 1)), json, { project })
    assert.deepStrictEqual((await host.ok("list_trace_scores", { traceId: traceId(1) }, project)).items, [data])
    assert.deepStrictEqual((await host.ok("get_trace", { id: traceId(1) }, project)).scores, [data])
  })

  it("T11: spans are counted that are kept and that are not, of requests that are taken alone", async () => {
    const project = "counted"
    const counts = () =>
      host.kit.run(
        Effect.map(Metric.snapshot, (all) =>
          ["accepted", "rejected"].map((name) => {
            const found = all.find(({ id }) => id === `agent_operations_spans_${name}`)
            return found?.type === "Counter" ? Number(found.state.count) : 0
          })
        )
      )
    const counted = async (send: () => Promise<unknown>) => {
      const before = await counts()
      await send()
      return (await counts()).map((count, n) => count - before[n]!)
    }
    const startedAt = new Date(now).toISOString()
    const recording = (...names: ReadonlyArray<string>) =>
      host.call("record_traces", { traces: [{ spans: names.map((name) => ({ name, startedAt })) }] }, { project })
    const sent = [span(1, 1), span(1, 2), span(1, 3, { name: "" })]
    assert.deepStrictEqual(await counted(() => host.exportSpans(otlp(...sent), json, { project })), [2, 1])
    await host.call("delete_trace", { id: traceId(1) }, { project })
    const late = [span(1, 4), span(1, 5), span(2, 1), span(2, 2, { name: "" })]
    assert.deepStrictEqual(await counted(() => host.exportSpans(otlp(...late), json, { project })), [1, 3])
    assert.deepStrictEqual(await counted(() => recording("a", "b")), [2, 0])
    assert.deepStrictEqual(await counted(() => recording("a", "\0")), [0, 0])
  })

  /** Of google.rpc.Status in protobuf: its first field is the code, its second the message. */
  const status = (bytes: Buffer) => ({ code: bytes[1], message: bytes.toString().replace(/^.*?(?=[A-Z_]{5,}: )/s, "") })

  it("E1: tells exporters failures as google.rpc.Status, in the encoding that they send", async () => {
    const nobody = await host.exportSpans(recorded("opentelemetry.pb"), protobuf, { as: "nobody" })
    assert.deepStrictEqual([nobody.status, nobody.headers.get("content-type")], [401, protobuf])
    assert.match(status(nobody.bytes).message, /^UNAUTHENTICATED: /)
    assert.strictEqual(status(nobody.bytes).code, 16)
    assert.include(nobody.headers.get("www-authenticate") ?? "", "Bearer")
    const reader = await host.exportSpans("{}", json, { as: "api_key.support.read" })
    assert.strictEqual(reader.status, 403)
    const told = JSON.parse(reader.bytes.toString())
    assert.deepStrictEqual([told.code, told.error.code], [7, "MISSING_SCOPE"])
    const junk = await host.exportSpans("junk")
    assert.deepStrictEqual([junk.status, status(junk.bytes).code], [400, 3])
    const large = await host.exportSpans("x".repeat(16 * 1024 * 1024 + 1))
    assert.strictEqual(large.status, 413)
    assert.match(status(large.bytes).message, /^PAYLOAD_TOO_LARGE: /)
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(33 * 1024 * 1024)))
    const inflated = await host.exportSpans(bomb, protobuf, { headers: { "content-encoding": "gzip" } })
    assert.strictEqual(inflated.status, 413)
    const text = await host.exportSpans("x", "text/plain")
    assert.deepStrictEqual([text.status, text.headers.get("content-type")], [400, protobuf])
  })

  it("C1: MCP and the client have the operations by derivation", async () => {
    await host.exportSpans(otlp(span(9, 1, { name: "by all" })), json)
    const asked = await host.send("/api/mcp", {
      method: "POST",
      headers: { "content-type": json, accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "get_trace", arguments: { id: traceId(9) } }
      })
    })
    const text = await asked.text()
    assert.include(text, "by all", text)
    const client = createClient({
      baseUrl: "http://test",
      credential: "api_key.support.read.write",
      projectId: "support",
      fetch: (url, init) => host.kit.fetch(new Request(url, init))
    })
    const { trace } = (await client.call("get_trace", { id: traceId(9) })) as { trace: { name: string } }
    assert.strictEqual(trace.name, "by all")
    const files = Object.values(clientFiles(familiesOf([views(), traces()]), { extension: ".ts" })).join("")
    for (const id of ["record_traces", "list_trace_spans", "create_score"]) assert.include(files, id)
    const document = (await (await host.send("/openapi.json")).json()) as { paths: object }
    assert.includeMembers(Object.keys(document.paths), ["/v1/traces", "/api/agent/get_trace"])
  })
})
