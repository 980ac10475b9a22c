import { createClient } from "@agent-operations/client"
import { clientPort } from "@agent-operations/mcp"
import { assert, it } from "vitest"

const portOver = (fetch: typeof globalThis.fetch) =>
  clientPort(createClient({ baseUrl: "http://localhost", credential: "aok_secret", projectId: "p", retries: 0, fetch }))

const id = "pv_01k9x3m2h8e7v9q4t6w5z0r1ca"

it("E1: answers data as REST does, and the server's envelope with its details", async () => {
  const listed = portOver(async () => Response.json({ data: { items: [], nextCursor: null } }))
  assert.deepStrictEqual(await listed.call("list_page_views", {}), { data: { items: [], nextCursor: null } })
  const error = { code: "CONFLICT", message: "m", hint: "h", details: { expectedRevision: 1, currentRevision: 2 } }
  const stale = portOver(async () => Response.json({ error }, { status: 409 }))
  assert.deepStrictEqual(await stale.call("update_page_view", { id, expectedRevision: 1 }), { error })
})

it("answers the envelope for what failed on the way, and for an input that is no object", async () => {
  const lost = portOver(() => Promise.reject(new TypeError("lost")))
  const errorOf = async (operation: string, input: unknown) => {
    const answer = await lost.call(operation, input)
    return "error" in answer ? answer.error : assert.fail("it is no error")
  }
  assert.strictEqual((await errorOf("list_page_views", {})).code, "CONNECTION_FAILED")
  const unknown = await errorOf("delete_page_view", { id, expectedRevision: 1 })
  assert.deepStrictEqual(
    [unknown.code, unknown.hint],
    ["OUTCOME_UNKNOWN", "Before you call again, read whether it was done."]
  )
  assert.strictEqual((await errorOf("list_page_views", [])).code, "VALIDATION_ERROR")
})

it("hands the signal on, and rejects with its reason", async () => {
  const reason = new Error("Enough.")
  const port = portOver((_, init) => Promise.reject(init?.signal?.reason))
  const call = port.call("list_page_views", {}, { signal: AbortSignal.abort(reason) })
  assert.strictEqual(await call.catch((error: unknown) => error), reason)
})
