import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { caller, makeTenant } from "../server.ts"
import { type Host, startHost, view } from "./host.ts"

let host: Host
beforeAll(async () => void (host = await startHost()))
afterAll(() => host.kit.close())

/** What was told of something, with `name` in place of how it is called. */
const told = (answer: unknown, name: string) => JSON.stringify(answer).replaceAll(name, "name")

const searching = (name: string, input: object, headers = {}) =>
  host.ask("tools/call", { name, arguments: input }, headers, "?mode=search")

const read = (uri: string, headers = {}) => host.ask("resources/read", { uri }, headers)

describe("MCP and what is somebody else's", () => {
  it("A3: a project of another organization is told like one that does not exist", async () => {
    const { projectId } = await makeTenant(host.kit)
    for (const method of ["tools/list", "tools/call", "resources/list", "prompts/list", "ping"]) {
      const params = method === "tools/call" ? { name: "list_page_views", arguments: {} } : {}
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
      const [foreign, none] = await Promise.all(
        [projectId, "prj_none"].map((id) => host.post(body, { "x-project-id": id }))
      )
      assert.strictEqual(foreign!.status, 403, method)
      assert.strictEqual(foreign!.messages[0].error.code, "PROJECT_ACCESS_DENIED", method)
      assert.strictEqual(told(foreign!.messages, projectId), told(none!.messages, "prj_none"), method)
    }
  })

  it("A3: a definition of another organization, and of another project, is told like one that does not exist", async () => {
    const stranger = await makeTenant(host.kit)
    const { token } = await stranger.key(["views:read", "views:write"])
    const none = "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"
    for (const create of [
      caller(host.kit, token, stranger.projectId),
      caller(host.kit, host.token, host.tenant.otherProjectId)
    ]) {
      const { body } = await create("create_page_view", { ...view, name: "Elsewhere" })
      const id = String(body.data?.["id"])
      const asked = async (of: string) => [
        await host.call("get_page_view", { id: of }),
        await host.call("update_page_view", { id: of, expectedRevision: 1, name: "Mine" }),
        await searching("call_write", { operation: "delete_page_view", input: { id: of, expectedRevision: 1 } }),
        await read(`agent-operations://page-views/${of}`),
        await read(`agent-operations://page-views/${of}/revisions/1`),
        await host.ask("prompts/get", { name: "explain_page_view", arguments: { id: of } })
      ]
      assert.strictEqual(told(await asked(id), id), told(await asked(none), none))
      const completed = await host.ask("completion/complete", {
        ref: { type: "ref/resource", uri: "agent-operations://page-views/{id}" },
        argument: { name: "id", value: "Elsewhere" }
      })
      assert.deepStrictEqual(completed.completion.values, [])
      assert.strictEqual((await create("get_page_view", { id })).status, 200)
    }
  })

  it("A3: in search mode and in the documentation, what a caller may not use is told like what does not exist", async () => {
    const { token } = await host.tenant.key(["views:read"])
    const reader = { authorization: `Bearer ${token}` }
    const asked = async (operation: string) => [
      await searching("describe_operation", { operation }, reader),
      await searching("call_write", { operation, input: view }, reader),
      await searching("call_read", { operation, input: view }, reader),
      await read(`agent-operations://docs/${operation}`, reader)
    ]
    const none = told(await asked("no_such_operation"), "no_such_operation")
    for (const id of ["create_page_view", "list_alert_rules"]) assert.strictEqual(told(await asked(id), id), none)
    const everything = await searching("search_operations", { limit: 100 }, reader)
    const { resources } = await host.ask("resources/list", {}, reader)
    assert.notMatch(JSON.stringify([everything, resources]), /create_page_view|alert/)
  })
})

describe("MCP and names of JavaScript", () => {
  it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
    "%s is no tool, operation, prompt, page, kind, toolset or mode",
    async (name) => {
      const none = await host.call("no_such_tool")
      assert.strictEqual(told(await host.call(name), name), told(none, "no_such_tool"))
      for (const tool of ["describe_operation", "call_read", "call_write"]) {
        const { structuredContent } = await searching(tool, { operation: name })
        assert.strictEqual(structuredContent.error.code, "NOT_FOUND", tool)
      }
      assert.strictEqual((await searching(name, {})).error.code, -32_602)
      assert.strictEqual((await host.ask("prompts/get", { name })).error.code, -32_602)
      for (const uri of [`docs/${name}`, `${name}/x`, `page-views/${name}`]) {
        assert.strictEqual((await read(`agent-operations://${uri}`)).error.code, -32_602, uri)
      }
      for (const asked of ["toolsets", "readonly", "mode", "output"]) {
        const { status } = await host.post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', {}, `?${asked}=${name}`)
        assert.strictEqual(status, 400, asked)
      }
      assert.strictEqual((await host.ask(name, {})).error.code, -32_601)
    }
  )

  it("E4: a __proto__ beside a call's arguments gives it none, and reaches no other object", async () => {
    const call = '"name":"list_page_views"'
    for (const [params, expected] of [
      [`{${call},"__proto__":{"arguments":{"limit":0}}}`, 200],
      [`{${call},"_meta":{"__proto__":{"limit":0}}}`, 200],
      [`{${call},"arguments":{}},"__proto__":{"params":{"arguments":{"limit":0}}}`, 400],
      [`{${call},"arguments":{}},"constructor":{"prototype":{"limit":0}}`, 400]
    ] as const) {
      const { status, messages } = await host.post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`)
      assert.strictEqual(status, expected, params)
      assert.deepStrictEqual(
        [messages[0].error?.code, messages[0].result?.isError],
        [expected === 400 ? -32_600 : undefined, undefined],
        params
      )
      assert.notProperty({}, "limit")
    }
  })
})
