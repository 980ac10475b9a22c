import { createAgentOperations } from "@agent-operations/kit"
import { views } from "@agent-operations/views"
import { memoryWith } from "@agent-operations/testing/kit"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

describe("the pages beside the operations", () => {
  let kit: Awaited<ReturnType<typeof createAgentOperations>>
  beforeAll(
    async () =>
      void (kit = await createAgentOperations({
        families: [views()],
        database: await memoryWith([views()]),
        prefix: "/ops"
      }))
  )
  afterAll(() => kit.close())

  const get = (path: string, method = "GET") => kit.fetch(new Request(`http://test${path}`, { method }))

  it("E1: says that it lives and is ready, to whoever asks, and to GET and HEAD only", async () => {
    for (const [path, status] of [
      ["/ops/healthz", "alive"],
      ["/ops/readyz", "ready"]
    ] as const) {
      const response = await get(path)
      assert.deepStrictEqual([response.status, await response.json()], [200, { status }])
      assert.strictEqual(response.headers.get("content-type"), "application/json")
      assert.match(response.headers.get("x-request-id") ?? "", /^req_/)
      const head = await get(path, "HEAD")
      assert.deepStrictEqual([head.status, await head.text()], [200, ""])
      for (const method of ["POST", "PUT", "DELETE"]) assert.strictEqual((await get(path, method)).status, 404)
    }
  })

  it("is at its prefix and nowhere else", async () => {
    for (const path of ["/healthz", "/openapi.json", "/api/agent/list_page_views", "/ops", "/opshealthz"]) {
      assert.strictEqual((await get(path)).status, 404, path)
    }
  })

  it("C2: the document names the prefix as its server", async () => {
    const { servers, paths } = (await (await get("/ops/openapi.json")).json()) as {
      servers: ReadonlyArray<{ url: string }>
      paths: Record<string, unknown>
    }
    assert.deepStrictEqual(
      servers.map(({ url }) => url),
      ["/ops"]
    )
    assert.hasAnyKeys(paths, ["/api/agent/list_page_views"])
  })
})
