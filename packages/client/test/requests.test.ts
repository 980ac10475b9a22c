import { type AttemptLog, createClient } from "@agent-operations/client"
import { assert, describe, it } from "vitest"
import { clientOver, data, rejection, view } from "./answers.ts"

const { id } = view()

describe("a request", () => {
  it("C4: is the operation's, with credential, project and body, below the path of the mount", async () => {
    const { client, sent } = clientOver(() => data(view()), { headers: { "X-Trace": "1" } })
    assert.deepStrictEqual(await client.pageViews.get({ id }), view())
    const [{ url, init }] = sent as [(typeof sent)[0]]
    assert.strictEqual(url, "http://localhost/ops/api/agent/get_page_view")
    assert.deepStrictEqual(Object.fromEntries(new Headers(init.headers)), {
      authorization: "Bearer aok_secret",
      "content-type": "application/json",
      "x-project-id": "p",
      "x-trace": "1"
    })
    assert.strictEqual(init.body, JSON.stringify({ id }))
  })

  it("takes a project, headers and a signal of its own", async () => {
    const { client, sent } = clientOver(() => data(view()), { headers: { "x-mine": "0", "x-its": "0" } })
    await client.pageViews.get({ id }, { projectId: "other", headers: { "x-project-id": "ignored", "x-mine": "1" } })
    const headers = new Headers(sent[0]?.init.headers)
    assert.strictEqual(headers.get("x-project-id"), "other")
    assert.deepStrictEqual([headers.get("x-mine"), headers.get("x-its")], ["1", "0"])
    const signal = AbortSignal.abort(new Error("Enough."))
    assert.match(String(await rejection(client.pageViews.get({ id }, { signal }))), /Enough/)
    assert.lengthOf(sent, 1)
  })

  it.each(["a,b", "Projekt ä", " p ", "日本"])(
    "sends a project that no header can tell, %j, as a parameter",
    async (project) => {
      const { client, sent } = clientOver(() => data(view()))
      await client.pageViews.get({ id }, { projectId: project })
      assert.strictEqual(new URL(sent[0]!.url).searchParams.get("projectId"), project)
      assert.isNull(new Headers(sent[0]?.init.headers).get("x-project-id"))
    }
  )

  it("asks a function for the credential before each attempt", async () => {
    let asked = 0
    const { client, sent } = clientOver(
      (_, index) => (index === 0 ? new Response("", { status: 503 }) : data(view())),
      {
        credential: async () => `aok_${++asked}`
      }
    )
    await client.pageViews.get({ id })
    assert.deepStrictEqual(
      sent.map(({ init }) => new Headers(init.headers).get("authorization")),
      ["Bearer aok_1", "Bearer aok_2"]
    )
  })

  it("sends nothing where there is no credential to be had, and says why", async () => {
    const { client, sent } = clientOver(() => data(view()), {
      credential: () => Promise.reject(new Error("No keychain."))
    })
    assert.match(
      String(
        await rejection(
          client.pageViews.create({ name: "x", source: { type: "table" }, settings: { target: "trace" } })
        )
      ),
      /No keychain/
    )
    assert.lengthOf(sent, 0)
  })

  it("A4: does not tell a credential that no header takes", async () => {
    const { client } = clientOver(() => data(view()), { credential: "aok_secret\nx" })
    const error = await rejection(client.pageViews.get({ id }))
    assert.instanceOf(error, TypeError)
    assert.notInclude(String(error), "aok_secret")
  })

  it("calls an operation by its ID, known or not", async () => {
    const { client, sent } = clientOver(({ operation }) => data({ operation }))
    assert.deepStrictEqual(await client.call("validate_page_view", { id }), {
      operation: "validate_page_view"
    } as never)
    assert.deepStrictEqual(await client.call("ping", { text: "x" }), { operation: "ping" })
    await client.call("../admin", {})
    assert.deepStrictEqual(
      sent.map(({ url }) => url.replace("http://localhost/ops/api/agent/", "")),
      ["validate_page_view", "ping", "..%2Fadmin"]
    )
  })

  it("leaves the members of Object alone", async () => {
    const { client, sent } = clientOver(() => data({}))
    await client.call("constructor", {})
    assert.strictEqual(sent[0]?.operation, "constructor")
  })

  it("refuses a baseUrl that is no address, when it is created", () => {
    for (const baseUrl of ["localhost:4400", "ops.example.com/ops", "ftp://ops.example.com"])
      assert.throws(() => createClient({ baseUrl }), TypeError)
  })
})

describe("log", () => {
  it("sees each attempt, and never the credential nor a body", async () => {
    const logged: Array<AttemptLog> = []
    const { client } = clientOver(
      (_, index) => (index === 0 ? new Response("busy", { status: 503 }) : data(view({ name: "Private" }))),
      {
        log: (attempt) => void logged.push(attempt)
      }
    )
    await client.pageViews.get({ id })
    assert.deepStrictEqual(
      logged.map((one) => ({ ...one, ms: 0, waitMs: 0 })),
      [
        {
          operation: "get_page_view",
          attempt: 1,
          ms: 0,
          status: 503,
          requestId: undefined,
          code: "NOT_AN_ENVELOPE",
          waitMs: 0
        },
        { operation: "get_page_view", attempt: 2, ms: 0, status: 200, requestId: "req-1", code: undefined, waitMs: 0 }
      ]
    )
    assert.notMatch(JSON.stringify(logged), /secret|Private|busy/)
  })

  it("fails no call by what it throws", async () => {
    const { client } = clientOver(() => data(view()), {
      log: () => {
        throw new Error("No disk.")
      }
    })
    assert.deepStrictEqual(await client.pageViews.get({ id }), view())
  })
})
