import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Host, startHost, view } from "./host.ts"

let host: Host
beforeAll(async () => void (host = await startHost()))
afterAll(() => host.kit.close())

type Schema = Readonly<Record<string, unknown>>

/** Where a schema has no type or more than one: some providers of models refuse every tool of a request for that. */
const untyped = (schema: Schema, path: string): ReadonlyArray<string> => {
  const { type, anyOf = [], properties = {}, items, additionalProperties, $defs = {} } = schema
  const inner = {
    ...(anyOf as ReadonlyArray<Schema>),
    ...(properties as Schema),
    ...($defs as Schema),
    ...(items !== undefined && { items }),
    ...(additionalProperties !== undefined && { additionalProperties })
  }
  const isTyped = typeof type === "string" || "anyOf" in schema || "$ref" in schema
  return [
    ...(isTyped ? [] : [path]),
    ...Object.entries(inner).flatMap(([name, one]) => untyped(one as Schema, `${path}/${name}`))
  ]
}

describe("MCP: results for models", () => {
  it("a list answers 10 items unless asked for more, and says how to go on", async () => {
    const others = (await host.call("list_page_views", { limit: 100 })).structuredContent.items.length
    for (let number = 0; number < 12; number++) await host.rest("create_page_view", { ...view, name: `View ${number}` })
    const first = await host.call("list_page_views")
    assert.lengthOf(first.structuredContent.items, 10)
    assert.deepStrictEqual(JSON.parse(first.content[0].text), first.structuredContent)
    assert.include(first.content[1].text, `call list_page_views again`)
    const cursor = /\{"cursor":"[^"]+"\}/.exec(first.content[1].text)![0]
    const rest = await host.call("list_page_views", JSON.parse(cursor))
    assert.lengthOf(rest.structuredContent.items, 2 + others)
    assert.lengthOf(rest.content, 1)
    assert.lengthOf((await host.call("list_page_views", { limit: 12 })).structuredContent.items, 12)
  })

  it("a definition is made, made stale, and repaired by what the hint of the error says", async () => {
    const made = (await host.call("create_page_view", { ...view, name: "Repaired" })).structuredContent
    await host.rest("update_page_view", { id: made.id, expectedRevision: 1, description: "Somebody else's" })
    const stale = await host.call("update_page_view", { id: made.id, expectedRevision: 1, name: "Mine" })
    assert.isTrue(stale.isError)
    assert.strictEqual(stale.structuredContent.error.code, "CONFLICT")
    assert.match(stale.structuredContent.error.hint, /read/i)
    const current = (await host.call("get_page_view", { id: made.id })).structuredContent
    const merged = await host.call("update_page_view", {
      id: made.id,
      expectedRevision: current.revision,
      name: "Mine"
    })
    assert.deepInclude(merged.structuredContent, { revision: 3, name: "Mine", description: "Somebody else's" })
  })

  it("annotations say what a tool does", async () => {
    const { tools } = await host.ask("tools/list", {})
    const of = (name: string) => tools.find((tool: { name: string }) => tool.name === name).annotations
    assert.deepStrictEqual(of("get_page_view"), { readOnlyHint: true, openWorldHint: false })
    assert.deepStrictEqual(of("create_page_view"), { destructiveHint: false, openWorldHint: false })
    const again = { idempotentHint: true, openWorldHint: false }
    assert.deepStrictEqual(of("update_page_view"), { destructiveHint: false, ...again })
    assert.deepStrictEqual(of("delete_page_view"), { destructiveHint: true, ...again })
  })

  it("schemas are what providers of models take: an object at the root, and nothing combined there", async () => {
    const { tools } = await host.ask("tools/list", {}, {}, "?output=schema")
    for (const { name, inputSchema, outputSchema } of tools) {
      for (const schema of [inputSchema, outputSchema]) {
        assert.strictEqual(schema.type, "object", name)
        assert.doesNotHaveAnyKeys(schema, ["oneOf", "anyOf", "allOf", "not", "$ref"], name)
      }
      assert.notMatch(JSON.stringify(inputSchema), /"(?:pattern|maxLength|minLength)":/, name)
      assert.deepStrictEqual(untyped(inputSchema, name), [])
    }
    const { tools: plain } = await host.ask("tools/list", {})
    for (const tool of plain) assert.notProperty(tool, "outputSchema")
  })
})

describe("MCP: search mode", () => {
  const asked = async (name: string, input: object) => host.call(name, input, "?mode=search")

  it("finds, describes and calls what is served, a host's own operation too", async () => {
    const { tools } = await host.ask("tools/list", {}, {}, "?mode=search")
    assert.deepStrictEqual(
      tools.map(({ name }: { name: string }) => name),
      ["search_operations", "describe_operation", "call_read", "call_write"]
    )
    const found = await asked("search_operations", { query: "test alert" })
    assert.strictEqual(found.structuredContent.operations[0].operation, "test_alert")
    const { structuredContent: described } = await asked("describe_operation", { operation: "test_alert" })
    const sent = await asked("call_write", { operation: "test_alert", input: described.example.input })
    assert.deepStrictEqual(sent.structuredContent, described.example.result)
    const listed = await asked("call_read", { operation: "list_page_views" })
    assert.isArray(listed.structuredContent.items)
  })

  it("keeps what reads and what writes apart, and says what to do with a wrong call", async () => {
    const wrong = await asked("call_read", { operation: "delete_page_view", input: {} })
    assert.deepInclude(wrong.structuredContent.error, { code: "VALIDATION_ERROR", hint: "Use call_write." })
    assert.include(
      (await asked("call_write", { operation: "get_page_view" })).structuredContent.error.hint,
      "call_read"
    )
    const none = await asked("describe_operation", { operation: "get_pageview" })
    assert.include(none.structuredContent.error.hint, "search_operations")
    for (const [name, input] of [
      ["call_read", {}],
      ["search_operations", { query: 1 }],
      ["search_operations", { limit: 0 }]
    ] as const) {
      assert.strictEqual((await asked(name, input)).structuredContent.error.code, "VALIDATION_ERROR")
    }
    const readonly = await host.ask("tools/list", {}, {}, "?mode=search&readonly=1")
    assert.notInclude(JSON.stringify(readonly), "call_write")
  })
})

describe("MCP: resources, completion and prompts", () => {
  it("reads a definition, one of its revisions, and the documentation, by address", async () => {
    const { structuredContent: made } = await host.call("create_page_view", { ...view, name: "Addressed" })
    await host.call("update_page_view", { id: made.id, expectedRevision: 1, name: "Renamed" })
    const read = async (uri: string) => host.ask("resources/read", { uri })
    const address = `agent-operations://page-views/${made.id}`
    assert.strictEqual(JSON.parse((await read(address)).contents[0].text).name, "Renamed")
    assert.strictEqual(JSON.parse((await read(`${address}/revisions/1`)).contents[0].text).name, "Addressed")
    for (const { uri } of (await host.ask("resources/list", {})).resources) {
      assert.match((await read(uri)).contents[0].text, /^# /, uri)
    }
    for (const uri of [
      `${address}?revision=1`,
      `${address}/revisions/9`,
      `${address}/revisions/x`,
      "agent-operations://page-views/pv_01k9x3m2h8e7v9q4t6w5z0r1ca",
      "agent-operations://page-views/..%2f",
      "agent-operations://docs/nothing",
      "file:///etc/passwd",
      ""
    ]) {
      assert.strictEqual((await read(uri)).error.code, -32_602, uri)
    }
    const { resourceTemplates } = await host.ask("resources/templates/list", {})
    assert.includeMembers(
      resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate),
      ["agent-operations://alert-rules/{id}", "agent-operations://alert-rules/{id}/revisions/{revision}"]
    )
  })

  it("completes an ID by a part of the name, a revision, and a page", async () => {
    const { structuredContent: made } = await host.call("create_page_view", { ...view, name: "Completed by name" })
    const complete = async (uri: string, name: string, value: string, others = {}) =>
      (
        await host.ask("completion/complete", {
          ref: { type: "ref/resource", uri },
          argument: { name, value },
          context: { arguments: others }
        })
      ).completion.values
    const template = "agent-operations://page-views/{id}"
    assert.deepStrictEqual(await complete(template, "id", "completed BY"), [made.id])
    assert.deepStrictEqual(await complete(template, "id", made.id.slice(0, -2)), [made.id])
    assert.deepStrictEqual(await complete(`${template}/revisions/{revision}`, "revision", "", { id: made.id }), ["1"])
    assert.deepStrictEqual(await complete("agent-operations://docs/{page}", "page", "err"), ["errors"])
    assert.deepStrictEqual(await complete("agent-operations://nothing/{id}", "id", "x"), [])
  })

  it("offers prompts whose operations the caller may use, with the definitions in them", async () => {
    const { prompts } = await host.ask("prompts/list", {})
    assert.deepStrictEqual(
      prompts.map(({ name }: { name: string }) => name),
      ["write_custom_field", "explain_page_view", "reconcile_conflict"]
    )
    const { structuredContent: made } = await host.call("create_page_view", { ...view, name: "Prompted" })
    const explained = await host.ask("prompts/get", { name: "explain_page_view", arguments: { id: made.id } })
    assert.strictEqual(JSON.parse(explained.messages[0].content.resource.text).name, "Prompted")
    const conflict = { id: made.id, expectedRevision: "1", change: "a shorter name" }
    const reconciled = await host.ask("prompts/get", { name: "reconcile_conflict", arguments: conflict })
    assert.lengthOf(reconciled.messages, 5)
    const field = await host.ask("prompts/get", { name: "write_custom_field", arguments: { goal: "cost" } })
    assert.include(field.messages[0].content.text, "cost")
    for (const [name, given] of [
      ["nothing", {}],
      ["explain_page_view", {}],
      ["explain_page_view", { id: "x_1" }],
      ["reconcile_conflict", { ...conflict, expectedRevision: "one" }]
    ] as const) {
      assert.strictEqual((await host.ask("prompts/get", { name, arguments: given })).error.code, -32_602, name)
    }
    const { token } = await host.tenant.key(["views:read"])
    const reader = await host.ask("prompts/list", {}, { authorization: `Bearer ${token}` })
    assert.notInclude(JSON.stringify(reader), "write_custom_field")
    const values = (
      await host.ask("completion/complete", {
        ref: { type: "ref/prompt", name: "explain_page_view" },
        argument: { name: "id", value: "Prompted" }
      })
    ).completion.values
    assert.deepStrictEqual(values, [made.id])
  })
})
