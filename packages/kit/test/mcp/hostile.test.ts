import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Host, startHost, view } from "./host.ts"

const message = (id: unknown, name: string, input: unknown) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: input }
})

/** A call whose arguments are this text. */
const raw = (name: string, text: string, id = "1") =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${name}","arguments":${text}}}`

describe("MCP and bad input", { shuffle: false }, () => {
  let host: Host
  beforeAll(
    async () =>
      void (host = await startHost({ origin: "https://ops.example.com", allowedOrigins: ["https://ide.example"] }))
  )
  afterAll(() => host.kit.close())

  it("E3, A2: each call of a batch is answered by itself, and a failed one spoils no other", async () => {
    const { status, messages } = await host.post(
      JSON.stringify([
        message("a", "list_page_views", {}),
        message("b", "get_page_view", { id: "pv_01k9x3m2h8e7v9q4t6w5z0r1ca" }),
        message("c", "no_such_tool", {}),
        { jsonrpc: "2.0", method: "notifications/initialized" },
        { jsonrpc: "2.0", id: "d", method: "ping" }
      ])
    )
    assert.strictEqual(status, 200)
    const byId = Object.fromEntries(messages.map((one) => [one.id, one]))
    assert.hasAllKeys(byId, ["a", "b", "c", "d"])
    // Each is told once: the revision of the protocol that has batches knows text only.
    const told = (id: string) => JSON.parse(byId[id].result.content[0].text)
    assert.deepStrictEqual(told("a").items, [])
    assert.strictEqual(told("b").error.code, "NOT_FOUND")
    for (const id of ["a", "b"]) assert.notProperty(byId[id].result, "structuredContent")
    assert.strictEqual(byId["c"].error.code, -32_602)
    assert.deepStrictEqual(byId["d"].result, {})
  })

  it("E3: the answers to a batch have 8 MiB, and what comes after that is not carried out, and told so", async () => {
    const name = "Large in a batch"
    const extra = Array.from({ length: 100 }, () => "a".repeat(8_990))
    const made = await host.rest("create_page_view", { ...view, name, settings: { ...view.settings, extra } })
    const { id } = made.body.data as never
    const reads = Array.from({ length: 98 }, (_, at) => message(at, "get_page_view", { id }))
    const write = message("write", "delete_page_view", { id, expectedRevision: 1 })
    const list = { jsonrpc: "2.0", id: "list", method: "tools/list" }
    const { messages } = await host.post(JSON.stringify([...reads, write, list]))
    assert.lengthOf(messages, 100)
    const whole = messages.filter(({ result }) => result !== undefined)
    assert.deepStrictEqual(
      whole.map((one) => one.id),
      Array.from({ length: whole.length }, (_, at) => at)
    )
    const bytes = JSON.stringify(whole).length
    assert.isAbove(bytes, 8 * 1024 * 1024)
    assert.isBelow(bytes, 10 * 1024 * 1024)
    for (const { error } of messages.filter((one) => !whole.includes(one))) assert.strictEqual(error.code, -32_600)
    assert.strictEqual((await host.rest("delete_page_view", { id, expectedRevision: 1 })).status, 200)
  })

  it("E3: two messages of one ID are refused, and nothing is done", async () => {
    const body = JSON.stringify([message(1, "create_page_view", view), message(1, "create_page_view", view)])
    const { status, messages } = await host.post(body)
    assert.deepStrictEqual([status, messages[0].error.code], [400, -32_700])
    assert.deepStrictEqual((await host.call("list_page_views")).structuredContent.items, [])
  })

  it("E4: what is not kept exactly is refused with its place, as at REST, and nothing is rounded or dropped", async () => {
    const cases: ReadonlyArray<readonly [string, string, string]> = [
      ["list_page_views", '{"limit":9007199254740993}', "/limit"],
      [
        "create_page_view",
        '{"name":"x","source":{"type":"table"},"settings":{"target":"traces","extra":[-0]}}',
        "/settings/extra/0"
      ],
      ["list_page_views", '{"limit":1,"limit":2}', "/limit"],
      ["list_page_views", '{"__proto__":{"limit":1}}', "/__proto__"],
      ["list_page_views", '{"search":"\\ud800"}', "/search"],
      ["list_page_views", '{"constructor":1}', "/constructor"]
    ]
    for (const [operation, text, path] of cases) {
      const { status, messages } = await host.post(raw(operation, text))
      const { body } = await host.rest(operation, text)
      const { error } = messages[0].result.structuredContent
      assert.strictEqual(status, 200, text)
      assert.isTrue(messages[0].result.isError, text)
      assert.strictEqual(error.code, "VALIDATION_ERROR", text)
      assert.deepStrictEqual(error.details.issues[0].path, path, text)
      assert.deepStrictEqual(error.details, body.error!.details as never, text)
    }
    for (const kept of ['{"__proto__":1}', '{"a":{"__proto__":[1]}}']) {
      const settings = `{"target":"traces","extra":${kept}}`
      const input = `{"name":"Kept ${kept.length}","source":{"type":"table"},"settings":${settings}}`
      const { messages } = await host.post(raw("create_page_view", input))
      const { text } = await host.rest("get_page_view", { id: messages[0].result.structuredContent.id })
      assert.include(text, kept)
    }
  })

  it("E3: what is no exact JSON outside of a call's arguments, and a huge or odd ID, is refused or kept as it is", async () => {
    const long = JSON.stringify("x".repeat(100_000))
    const kept = await host.post(raw("list_page_views", "{}", long))
    assert.deepStrictEqual([kept.status, JSON.stringify(kept.messages[0].id)], [200, long])
    for (const id of ["9007199254740993", "1e400", "{}", "[1]", "true", "-0"]) {
      const { status, messages } = await host.post(raw("list_page_views", "{}", id))
      assert.strictEqual(status, 400, id)
      assert.isBelow(messages[0].error.code, 0, id)
    }
    for (const [params, code] of [
      ['"x"', -32_600],
      ["[]", -32_600],
      ["null", -32_600],
      ['{"name":1}', -32_602],
      ['{"name":"get_page_view","arguments":[]}', -32_602]
    ] as const) {
      const { messages } = await host.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`)
      const [{ error, result }] = messages
      assert.strictEqual(error.code, code, params)
      assert.isUndefined(result)
    }
  })

  it("E1: says of input that is JSON text of JSON that this is why it is refused, wherever it stands", async () => {
    const why = "It was sent as text that has JSON in it: send the JSON itself."
    const text = (value: unknown) => JSON.stringify(value)
    const issuesOf = async (name: string, input: object, query = "") => {
      const { isError, structuredContent } = await host.call(name, input, query)
      assert.isTrue(isError)
      return structuredContent.error.details.issues
    }
    for (const member of ["settings", "source"] as const) {
      const issues = await issuesOf("create_page_view", { ...view, [member]: text(view[member]) })
      assert.lengthOf(issues, 1)
      assert.strictEqual(issues[0].path, `/${member}`)
      assert.match(
        issues[0].message,
        /^Expected \w+\. It was sent as text that has JSON in it: send the JSON itself\.$/
      )
    }
    for (const input of [text({ search: "x" }), text(text({ search: "x" }))]) {
      const [issue] = await issuesOf("call_read", { operation: "list_page_views", input }, "?mode=search")
      assert.deepStrictEqual(issue, { path: "", message: `Expected object. ${why}` })
    }
    // What is text, and is refused for another reason, is told as ever.
    for (const input of [
      { ...view, name: "" },
      { ...view, name: `["${"x".repeat(200)}"]` },
      { ...view, name: `[draft] ${"x".repeat(200)}` },
      { ...view, settings: "traces" },
      { ...view, settings: "{traces" },
      { ...view, settings: 1 }
    ]) {
      assert.notInclude(text(await issuesOf("create_page_view", input)), why)
    }
    const { error } = await host.ask("tools/call", { name: "list_page_views", arguments: text({}) })
    assert.deepStrictEqual([error.code, /"arguments"/.test(error.message)], [-32_602, true])
  })

  it("A3: a tool that the caller may not use is told like one that does not exist", async () => {
    const { token } = await host.tenant.key(["views:read"])
    const reader = { authorization: `Bearer ${token}` }
    const tools = await host.ask("tools/list", {}, reader)
    assert.notInclude(
      tools.tools.map(({ name }: { name: string }) => name),
      "create_page_view"
    )
    for (const name of ["create_page_view", "test_alert", "list_alert_rules"]) {
      const told = await host.ask("tools/call", { name, arguments: {} }, reader)
      const none = await host.ask("tools/call", { name: "no_such_tool", arguments: {} }, reader)
      assert.deepStrictEqual(told, JSON.parse(JSON.stringify(none).replaceAll("no_such_tool", name)))
    }
    const searched = await host.ask(
      "tools/call",
      { name: "call_write", arguments: { operation: "create_page_view", input: view } },
      reader,
      "?mode=search"
    )
    assert.strictEqual(searched.structuredContent.error.code, "NOT_FOUND")
  })

  it("A1, A3: no credential is 401 with the way in; a project of somebody else is 403; none named by a key is 400", async () => {
    const body = JSON.stringify(message(1, "list_page_views", {}))
    const cases: ReadonlyArray<readonly [number, string, Record<string, string>]> = [
      [401, "UNAUTHENTICATED", { authorization: "Bearer wrong" }],
      [403, "PROJECT_ACCESS_DENIED", { "x-project-id": "prj_somebody_else" }]
    ]
    for (const [status, code, more] of cases) {
      const answer = await host.post(body, more)
      assert.deepStrictEqual([answer.status, answer.messages[0].error.code], [status, code])
    }
    const { "x-project-id": _, ...rest } = host.headers
    const response = await host.kit.fetch(
      new Request("https://ops.example.com/api/mcp", {
        method: "POST",
        headers: { ...rest, "content-type": "application/json" },
        body
      })
    )
    assert.strictEqual(response.status, 400)
  })

  it("a foreign Origin and a name that is not this server's are refused before anything else", async () => {
    const body = JSON.stringify(message(1, "list_page_views", {}))
    const asked = async (more: Record<string, string>) => (await host.post(body, more)).status
    for (const origin of [
      "https://evil.example",
      "null",
      "http://ops.example.com",
      "https://ops.example.com:444",
      ""
    ]) {
      assert.strictEqual(await asked({ origin, authorization: "Bearer wrong" }), 403, origin)
    }
    for (const name of ["evil.example", "evil.example:443", "ops.example.com.evil.example", "!"]) {
      assert.strictEqual(await asked({ host: name, authorization: "Bearer wrong" }), 403, name)
    }
    for (const name of ["ops.example.com", "ops.example.com:8443", "localhost:4400", "127.0.0.1", "[::1]:1"]) {
      assert.strictEqual(await asked({ host: name }), 200, name)
    }
    for (const origin of ["https://ops.example.com", "https://ide.example"]) {
      assert.strictEqual(await asked({ origin }), 200, origin)
    }
  })

  it("a toolset that there is not is refused with those that there are; so is a mode", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
    const unknown = await host.post(body, {}, "?toolsets=page-views,pages")
    assert.strictEqual(unknown.status, 400)
    assert.include(unknown.messages[0].error.message, "page-views, custom-fields, alert-rules, alerts")
    assert.strictEqual((await host.post(body, { "x-mcp-mode": "fast" })).status, 400)
    assert.strictEqual((await host.post(body, {}, "?readonly=yes")).status, 400)
  })

  it("shows the toolsets that were asked for, by the query or a header, and only what reads", async () => {
    const names = async (query: string, more: Record<string, string> = {}) =>
      (await host.ask("tools/list", {}, more, query)).tools.map(({ name }: { name: string }) => name)
    assert.deepStrictEqual(await names("?toolsets=alerts"), ["test_alert"])
    assert.deepStrictEqual(await names("", { "x-mcp-toolsets": "alerts" }), ["test_alert"])
    const reads = [
      "list_alert_rules",
      "get_alert_rule",
      "get_alert_rule_history",
      "get_alert_rule_dependencies",
      "list_deleted_alert_rules"
    ]
    assert.deepStrictEqual(await names("?toolsets=alert-rules&readonly=1"), reads)
    assert.deepStrictEqual(await names("?toolsets=alert-rules", { "x-mcp-readonly": "1" }), reads)
    assert.include(
      (await host.ask("tools/call", { name: "test_alert", arguments: {} }, {}, "?readonly=1")).error.message,
      "no tool"
    )
  })
})

describe("MCP and a rate limit", () => {
  let host: Host
  beforeAll(async () => void (host = await startHost({ requestsPerMinute: 5 })))
  afterAll(() => host.kit.close())

  it("each call of a batch is counted, the first with its request", async () => {
    const batch = JSON.stringify(["a", "b", "c", "d", "e", "f", "g"].map((id) => message(id, "list_page_views", {})))
    const { messages } = await host.post(batch)
    const codes = messages.map(({ result }) => JSON.parse(result.content[0].text).error?.code)
    assert.deepStrictEqual(codes.filter((code) => code === undefined).length, 5)
    assert.deepStrictEqual(codes.filter((code) => code === "RATE_LIMITED").length, 2)
    const next = await host.post(batch)
    assert.deepStrictEqual([next.status, next.messages[0].error.code], [429, "RATE_LIMITED"])
    assert.isNotNull(next.headers.get("retry-after"))
  })
})
