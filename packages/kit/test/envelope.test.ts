import { CredentialVerifier, RateLimit, UsageBudget } from "@agent-operations/auth"
import { CustomField, customFields, PageView, pageViews } from "@agent-operations/contract"
import { definitionHandlers } from "@agent-operations/definitions"
import { webHandler } from "@agent-operations/http"
import { compose, createAgentOperations } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { implement } from "@agent-operations/operations"
import { startPostgres } from "@agent-operations/postgres-for-tests"
import { embeddedDatabase } from "@agent-operations/testing"
import { memoryWith } from "@agent-operations/testing/kit"
import { Effect, Layer, ManagedRuntime, References } from "effect"
import { assert, describe, it } from "vitest"
import { waitUntil } from "@agent-operations/testing/wait-until"

const verify = async () => ({
  actor: { type: "user" as const, id: "usr_1", name: "Ada" },
  organizationId: "org_1",
  scopes: ["views:read" as const, "views:write" as const],
  projectId: "p"
})

const headers = { authorization: "Bearer x", "x-project-id": "p", "content-type": "application/json" }

const request = (operation: string, body: object, sent: Record<string, string> = headers) =>
  new Request(`http://test/api/agent/${operation}`, { method: "POST", headers: sent, body: JSON.stringify(body) })

/** The server over operations of which one is replaced. */
const serverWith = async (replaced: Effect.Effect<never>, deadline: `${number} millis`) => {
  const withReplaced = Effect.map(definitionHandlers(PageView), (handlers) => ({
    ...handlers,
    get: () => replaced,
    delete: () => replaced,
    dependencies: () => replaced,
    validate: () => replaced
  }))
  const family = {
    ...views(),
    layer: Layer.merge(implement(pageViews, withReplaced), implement(customFields, definitionHandlers(CustomField)))
  }
  const access = Layer.mergeAll(
    Layer.succeed(CredentialVerifier, { verify: () => Effect.promise(verify) }),
    RateLimit.perMinute(3),
    UsageBudget.unlimited
  )
  const runtime = ManagedRuntime.make(
    compose({ families: [family], database: embeddedDatabase, access, deadline }).pipe(
      Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None"))
    )
  )
  return { fetch: webHandler(await runtime.context()), close: () => runtime.dispose() }
}

const id = "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"
type Failed = { error: { code: string; message: string; hint: string } }

describe("the envelope over HTTP", () => {
  it("E1: what was not foreseen is a 500 with nothing of the inside", async () => {
    const { fetch, close } = await serverWith(
      Effect.die(new Error("secret table agent_operations.revisions")),
      "500 millis"
    )
    const response = await fetch(request("get_page_view", { id }))
    const text = await response.text()
    assert.strictEqual(response.status, 500)
    assert.strictEqual((JSON.parse(text) as Failed).error.code, "INTERNAL_ERROR")
    assert.notMatch(text, /secret|revisions|Error:|at /)
    await close()
  })

  it("E1: the deadline is a 504, which says whether a write may have happened; then 429 with Retry-After", async () => {
    const { fetch, close } = await serverWith(Effect.never, "200 millis")
    const read = await fetch(request("get_page_view", { id }))
    const write = await fetch(request("delete_page_view", { id, expectedRevision: 1 }))
    assert.deepStrictEqual([read.status, write.status], [504, 504])
    assert.include(((await read.json()) as Failed).error.hint, "Nothing was changed")
    assert.include(((await write.json()) as Failed).error.hint, "may have happened")
    await fetch(request("list_page_views", {}))
    const limited = await fetch(request("list_page_views", {}))
    assert.strictEqual(limited.status, 429)
    assert.match(limited.headers.get("retry-after") ?? "", /^\d+$/)
    // The order of checks: credential, rate limit, project header.
    const { "x-project-id": _, ...noProject } = headers
    assert.strictEqual((await fetch(request("list_page_views", {}, noProject))).status, 429)
    assert.strictEqual((await fetch(request("list_page_views", {}, {}))).status, 401)
    await close()
  })

  it("A1, E1: a body that never ends and a host's verifier that fails are answered, and let nobody in", async () => {
    const kit = await createAgentOperations({
      families: [views()],
      database: await memoryWith([views()]),
      deadline: "1 second",
      logLevel: "None",
      verify: ({ credential }) => {
        if (credential === "rejected") return Promise.reject(new Error("secret: the session store is at 10.0.0.7"))
        if (credential === "forgotten") return new Promise(() => {})
        return credential === "nobody" ? Promise.resolve(null) : verify()
      }
    })
    const as = async (credential: string) => {
      const sent = { ...headers, authorization: `Bearer ${credential}` }
      const response = await kit.fetch(request("list_page_views", {}, sent))
      return [response.status, await response.text()] as const
    }
    assert.strictEqual((await as("x"))[0], 200)
    assert.strictEqual((await as("nobody"))[0], 401)
    assert.strictEqual((await as("forgotten"))[0], 504)
    const [status, text] = await as("rejected")
    assert.strictEqual(status, 500)
    assert.notInclude(text, "secret")

    const endless = { method: "POST", headers, body: new ReadableStream(), duplex: "half" } as RequestInit
    const slow = await kit.fetch(new Request("http://test/api/agent/list_page_views", endless))
    assert.strictEqual(slow.status, 504)
    assert.strictEqual(((await slow.json()) as Failed).error.code, "TIMEOUT")
    await kit.close()
  })

  it("E1, R9: a database that is away is a 503 with Retry-After, and /readyz says so, until it is back", async () => {
    const postgres = await startPostgres()
    const kit = await createAgentOperations({ families: [views()], database: { url: postgres.url }, verify })
    try {
      assert.strictEqual((await kit.fetch(new Request("http://test/readyz"))).status, 200)
      const field = {
        name: "Kept",
        source: { type: "attribute", pointer: "/a" },
        settings: { target: "trace", valueType: "json" }
      }
      assert.strictEqual((await kit.fetch(request("create_custom_field", field))).status, 200)
      // Immediate shutdown, as if the machine had lost its power.
      process.kill(postgres.serverPid, "SIGQUIT")
      const readiness = () => kit.fetch(new Request("http://test/readyz"))
      await waitUntil("it to be told not ready", async () => (await readiness()).status === 503)
      for (const away of [await readiness(), await kit.fetch(request("list_page_views", {}))]) {
        assert.strictEqual(away.status, 503)
        assert.match(away.headers.get("retry-after") ?? "", /^\d+$/)
        assert.strictEqual(((await away.json()) as Failed).error.code, "UNAVAILABLE")
      }
      await postgres.restart()
      const met = new Set<number>()
      await waitUntil("it to answer again", async () => {
        const { status } = await kit.fetch(request("list_page_views", {}))
        met.add(status)
        return status === 200
      })
      assert.isEmpty([...met].filter((status) => ![200, 503, 504].includes(status)))
      // R9: what was acknowledged survives the death of the database server.
      const { data } = (await (await kit.fetch(request("list_custom_fields", {}))).json()) as {
        data: { items: Array<unknown> }
      }
      assert.strictEqual(data.items.length, 1)
    } finally {
      await kit.close()
      await postgres.stop()
    }
  })
})
