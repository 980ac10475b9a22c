import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { createClient, isAgentError, settled } from "@agent-operations/client"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startOnPostgres } from "./on-postgres.ts"
import type { Started } from "./process.ts"

let server: Started
beforeAll(async () => {
  server = await startOnPostgres()
})
afterAll(() => server?.stop())

const clientAt = (baseUrl: string, more: object = {}) =>
  createClient({ baseUrl, credential: server.apiKey, projectId: server.projectId, ...more })

const table = (name: string) => ({ name, source: { type: "table" }, settings: { target: "traces" } }) as const

/** A proxy that passes requests on, and loses the answers to what is not read. */
const losingProxy = async () => {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { authorization = "", "x-project-id": project } = request.headers
    const body = await text(request)
    const headers = { authorization, "x-project-id": String(project), "content-type": "application/json" }
    const answer = await fetch(`${server.url}${request.url}`, { method: "POST", headers, body })
    const answered = await answer.text()
    if (!/\/(get|list)_/.test(request.url ?? "")) request.socket.resetAndDestroy()
    else response.writeHead(answer.status, { "content-type": "application/json" }).end(answered)
  }
  const proxy = createServer((request, response) => void pass(request, response)).listen(0, "127.0.0.1")
  await once(proxy, "listening")
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, close: () => proxy.close() }
}

describe("the client and the reference server", () => {
  it("C4: every verb answers as the operation does, with the codes of its errors", async () => {
    const { pageViews, customFields } = clientAt(server.url)
    const field = await customFields.create({
      name: "Price",
      source: { type: "formula", language: "cel", expression: "trace.durationMs * 0.0001" },
      settings: { target: "trace", valueType: "number" }
    })
    const created = await pageViews.create({
      ...table("Pricey"),
      references: { price: { kind: "custom_field", id: field.id } }
    })
    assert.deepStrictEqual(created.settings.columns, [])
    const updated = await pageViews.update({ id: created.id, expectedRevision: 1, description: "Over a cent." })
    assert.deepStrictEqual(await pageViews.get({ id: created.id }), updated)
    assert.deepStrictEqual(await pageViews.get({ id: created.id, revision: 1 }), created)
    const restored = await pageViews.restore({ id: created.id, revision: 1, expectedRevision: 2 })
    assert.deepStrictEqual(restored.origin, { type: "restored", revision: 1 })
    const copied = await pageViews.copy({ id: created.id, name: "Pricey, mine" })
    assert.strictEqual(copied.origin.type, "copied")
    assert.deepStrictEqual((await pageViews.dependencies({ id: created.id })).items, [])
    const { source, settings } = table("A draft")
    assert.isTrue((await pageViews.validate({ draft: { source, settings } })).valid)

    const stale = await settled(pageViews.update({ id: created.id, expectedRevision: 1, name: "x" }))
    assert.deepStrictEqual(
      [stale.error?.code, stale.error?.details],
      ["CONFLICT", { expectedRevision: 1, currentRevision: 3 }]
    )
    const { error } = await settled(customFields.delete({ id: field.id, expectedRevision: 1 }))
    assert.strictEqual(error?.code === "STILL_REFERENCED" && error.details.referencedBy.length, 2)
    assert.match(error?.requestId ?? "", /./)
    assert.deepStrictEqual(await pageViews.delete({ id: copied.id, expectedRevision: 1 }), {
      id: copied.id,
      deleted: true,
      revision: 1
    })
    const gone = await settled(pageViews.get({ id: copied.id }))
    assert.strictEqual(gone.error?.code, "NOT_FOUND")
    const stranger = await settled(clientAt(server.url, { credential: "nobody" }).pageViews.list())
    assert.deepInclude({ ...stranger.error }, { code: "UNAUTHENTICATED", status: 401, attempts: 1 })
  })

  it("P1, P6: all walks over the pages of a list and of a history", async () => {
    const { pageViews } = clientAt(server.url)
    const created = []
    for (let index = 0; index < 7; index++) created.push(await pageViews.create(table(`Walked ${index}`)))
    const listed = []
    for await (const { id } of pageViews.list.all({ search: "walked", limit: 3 })) listed.push(id)
    assert.deepStrictEqual(listed, created.map(({ id }) => id).toReversed())
    const { id } = created[0]!
    for (let expectedRevision = 1; expectedRevision < 5; expectedRevision++)
      await pageViews.update({ id, expectedRevision })
    const revisions = []
    for await (const { revision } of pageViews.history.all({ id, limit: 2 })) revisions.push(revision)
    assert.deepStrictEqual(revisions, [5, 4, 3, 2, 1])
  })

  it("R3, R4: of those that update with what they read nobody overwrites another", async () => {
    const { pageViews } = clientAt(server.url)
    const { id } = await pageViews.create({ ...table("Counted"), description: "" })
    const add = (letter: string) =>
      pageViews.updateWith(id, ({ description }) => ({ description: `${description}${letter}` }), { attempts: 50 })
    await Promise.all(["a", "b", "c", "d", "e"].map(add))
    const { description, revision } = await pageViews.get({ id })
    assert.deepStrictEqual([description?.split("").toSorted().join(""), revision], ["abcde", 6])
  })

  it("R9: what was written while its answer was lost is found to have happened", async () => {
    const proxy = await losingProxy()
    try {
      const { pageViews } = clientAt(proxy.url)
      const lost = async (call: Promise<unknown>) => {
        const { error } = await settled(call)
        if (!isAgentError(error, "OUTCOME_UNKNOWN")) throw new Error("The answer was not lost.")
        const inspected = await error.inspect?.()
        return inspected?.outcome === "happened"
          ? (inspected.result as { id: string; name?: string; revision: number })
          : inspected
      }
      const created = await lost(pageViews.create(table("  Lost  ")))
      assert.include(created, { name: "Lost", revision: 1 })
      const { id } = created as { id: string }
      assert.include(
        await lost(pageViews.update({ id, expectedRevision: 1, settings: { target: "trace", extra: { a: [1] } } })),
        { revision: 2 }
      )
      assert.include(await lost(pageViews.restore({ id, revision: 1, expectedRevision: 2 })), { revision: 3 })
      assert.include(await lost(pageViews.copy({ id, name: "Lost copy" })), { name: "Lost copy", revision: 1 })
      assert.include(await lost(pageViews.update({ id, expectedRevision: 2, name: "Stale" })), { outcome: "notYet" })
      assert.include(await lost(pageViews.delete({ id, expectedRevision: 3 })), { id, revision: 3 })
    } finally {
      proxy.close()
    }
  })
})
