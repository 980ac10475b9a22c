import { operationsOf, viewFamilies } from "@agent-operations/contract"
import { isLong } from "@agent-operations/testing/long"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { caller, kits, makeTenant, startKit } from "./server.ts"

const missing = "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"

const operations = operationsOf(viewFamilies)

describe.each(isLong ? kits : kits.slice(1))("access on $name", ({ database }) => {
  let host: Awaited<ReturnType<typeof startKit>>
  beforeAll(async () => void (host = await startKit(database)))
  afterAll(() => host.close())

  it("A1: no operation answers anything but 401 without a good credential, whatever else is wrong", async () => {
    const changed = `${host.token.slice(0, -1)}${host.token.endsWith("0") ? "1" : "0"}`
    const bad = [
      undefined,
      "",
      "Bearer",
      "Bearer nonsense",
      `Basic ${host.token}`,
      `Bearer ${changed}`,
      `Bearer ${host.token} x`
    ]
    for (const { id } of operations) {
      for (const authorization of bad) {
        const { status, headers, body } = await host.call(id, "{", { authorization, "x-project-id": undefined })
        assert.strictEqual(status, 401, `${id} with ${authorization}`)
        assert.strictEqual(headers.get("www-authenticate"), "Bearer")
        assert.strictEqual(body.error?.code, "UNAUTHENTICATED")
      }
    }
  })

  it("A2: every operation requires the scopes that the contract declares", async () => {
    const keys = {
      "views:read": await host.tenant.key(["views:read"]),
      "views:write": await host.tenant.key(["views:write"])
    }
    for (const { id, scopes } of operations) {
      for (const [scope, { token }] of Object.entries(keys)) {
        const { status, body } = await caller(host.kit, token, host.tenant.projectId)(id, "{")
        const has = (scopes as ReadonlyArray<string>).includes(scope)
        if (has) assert.notStrictEqual(status, 403, id)
        else {
          assert.deepStrictEqual([status, body.error?.code], [403, "MISSING_SCOPE"])
          assert.deepStrictEqual(body.error?.details as unknown, { required: scopes, granted: [scope] })
        }
      }
    }
  })

  it("A3: a project of others and one that does not exist are answered alike", async () => {
    const stranger = await makeTenant(host.kit)
    const answers = await Promise.all(
      [stranger.projectId, "prj_01k9x3m2h8e7v9q4t6w5z0r1ca"].map(async (id) => {
        const { status, text } = await host.call("list_page_views", {}, { "x-project-id": id })
        return [status, text.replaceAll(id, "ID")]
      })
    )
    assert.strictEqual(answers[0]?.[0], 403)
    assert.deepStrictEqual(answers[0], answers[1])
  })

  it("A3: a definition of another project is as if it did not exist", async () => {
    const body = { name: "Mine", source: { type: "table" }, settings: { target: "traces" } }
    const made = (await host.call("create_page_view", body)).body.data as unknown as { id: string }
    const elsewhere = caller(host.kit, host.token, host.tenant.otherProjectId)
    const inputs: Record<string, object> = {
      get_page_view: {},
      update_page_view: { expectedRevision: 1 },
      copy_page_view: { name: "Copied" },
      delete_page_view: { expectedRevision: 1 },
      get_page_view_history: {},
      restore_page_view: { revision: 1 },
      get_page_view_dependencies: {},
      validate_page_view: {}
    }
    for (const [operation, rest] of Object.entries(inputs)) {
      const [foreign, none] = await Promise.all(
        [made.id, missing].map(async (id) => {
          const { status, text } = await elsewhere(operation, { id, ...rest })
          return [status, text.replaceAll(id, "ID")]
        })
      )
      assert.strictEqual(foreign?.[0], 404, operation)
      assert.deepStrictEqual(foreign, none, operation)
    }
  })

  it("A4: a key's secret is nowhere in an answer", async () => {
    const secret = host.token.slice(-49)
    for (const body of [{}, { limit: 0 }, "{"])
      assert.notInclude((await host.call("list_page_views", body)).text, secret)
  })

  it("A1, A3: GET /api/cli says whom a credential stands for, to nobody else, and in a project that it reaches", async () => {
    const { id, token } = await host.tenant.key(["views:read"])
    const ask = async (authorization: string, projectId?: string, method = "GET") => {
      const headers = { authorization, ...(projectId !== undefined && { "x-project-id": projectId }) }
      const answer = await host.kit.fetch(new Request("http://test/api/cli", { method, headers }))
      const text = await answer.text()
      return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) }
    }
    const { organizationId, projectId } = host.tenant
    assert.deepStrictEqual(await ask(`Bearer ${token}`, projectId), {
      status: 200,
      body: {
        data: {
          actor: { type: "api_key", id, name: "Test" },
          organizationId,
          projectId,
          scopes: ["views:read"],
          credential: { type: "api_key", id }
        }
      }
    })
    assert.deepStrictEqual(await ask(`Bearer ${token}`, projectId, "HEAD"), { status: 200, body: undefined })
    const stages = [
      await ask("Bearer nonsense", projectId),
      await ask(`Bearer ${token}`),
      await ask(`Bearer ${token}`, "elsewhere"),
      await ask(`Bearer ${token}`, projectId, "POST")
    ]
    assert.deepStrictEqual(
      stages.map(({ status, body }) => [status, body.error.code]),
      [
        [401, "UNAUTHENTICATED"],
        [400, "VALIDATION_ERROR"],
        [403, "PROJECT_ACCESS_DENIED"],
        [404, "NOT_FOUND"]
      ]
    )
  })

  it("A5: a revoked key fails on the next request", async () => {
    const { id, token } = await host.tenant.key(["views:read"])
    const call = caller(host.kit, token, host.tenant.projectId)
    assert.strictEqual((await call("list_page_views", {})).status, 200)
    await host.tenant.revoke(id)
    assert.strictEqual((await call("list_page_views", {})).status, 401)
  })

  it("A7: a key acts as itself, never as a person, and gets no session", async () => {
    const { headers, body } = await host.call("create_page_view", {
      name: "By a key",
      source: { type: "table" },
      settings: { target: "traces" }
    })
    const { createdBy } = body.data as unknown as { createdBy: { type: string; id: string } }
    assert.strictEqual(createdBy.type, "api_key")
    assert.match(createdBy.id, /^key_/)
    assert.isNull(headers.get("set-cookie"))
  })

  it("checks in the wire's order: credential, project, access, scopes, body, schema, handler", async () => {
    const reader = caller(host.kit, (await host.tenant.key(["views:read"])).token, host.tenant.projectId)
    const stages = [
      [await host.call("update_page_view", "{", { authorization: undefined, "x-project-id": undefined }), 401],
      [await host.call("update_page_view", "{", { "x-project-id": undefined }), 400],
      [await reader("update_page_view", "{", { "x-project-id": "elsewhere" }), 403],
      [await reader("update_page_view", "{"), 403],
      [await host.call("update_page_view", "{".repeat(1024 * 1024 + 1), { "content-type": "application/json" }), 413],
      [await host.call("update_page_view", "{"), 400],
      [await host.call("update_page_view", { id: missing }), 400],
      [await host.call("update_page_view", { id: missing, expectedRevision: 1 }), 404]
    ] as const
    assert.deepStrictEqual(
      stages.map(([{ status }]) => status),
      stages.map(([, status]) => status)
    )
    assert.deepStrictEqual(
      stages.map(([{ body }]) => body.error?.code),
      [
        "UNAUTHENTICATED",
        "VALIDATION_ERROR",
        "PROJECT_ACCESS_DENIED",
        "MISSING_SCOPE",
        "PAYLOAD_TOO_LARGE",
        "VALIDATION_ERROR",
        "VALIDATION_ERROR",
        "NOT_FOUND"
      ]
    )
  })
})
