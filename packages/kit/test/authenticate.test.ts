import { createAgentOperations, type HostPrincipal, type HostRequest } from "@agent-operations/kit"
import { memoryWith } from "@agent-operations/testing/kit"
import { views } from "@agent-operations/views"
import { type Duration } from "effect"
import { connect } from "node:net"
import { once } from "node:events"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { sendRaw } from "./raw.ts"
import { listen } from "./server.ts"

const ada: HostPrincipal = {
  actor: { type: "user", id: "usr_ada", name: "Ada" },
  organizationId: "acme",
  scopes: ["views:read", "views:write"],
  projectId: "support"
}
const bob: HostPrincipal = { ...ada, actor: { type: "user", id: "usr_bob", name: "Bob" } }

const start = async (deadline: Duration.Input = "1 second") => {
  const asked: Array<HostRequest & { readonly credential?: string }> = []
  let answer: (asked: HostRequest) => HostPrincipal | null | Promise<HostPrincipal | null> = () => ada
  const kit = await createAgentOperations({
    families: [views()],
    database: await memoryWith([views()]),
    prefix: "/ops",
    deadline,
    logLevel: "None",
    trustedOrigins: ["https://app.example.com"],
    verify: (presented) => {
      asked.push(presented)
      return presented.credential === "bob" ? bob : answer(presented)
    },
    authenticate: (request, presented) => {
      asked.push(presented)
      return request.headers.get("cookie") === "session=s-1" ? answer(presented) : null
    }
  })
  const call = async (headers: Record<string, string>, body: object = {}, operation = "list_page_views") => {
    const response = await kit.fetch(
      new Request(`http://ops.test/ops/api/agent/${operation}?x=1`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-project-id": "support", ...headers },
        body: JSON.stringify(body)
      })
    )
    const answered: unknown = await response.json()
    return { status: response.status, body: answered as Record<string, { message?: string }> }
  }
  return { kit, asked, call, answering: (next: typeof answer) => void (answer = next) }
}

const cookie = "session=s-1"

describe("a host's authenticate", () => {
  let host: Awaited<ReturnType<typeof start>>
  beforeAll(async () => void (host = await start()))
  afterAll(() => host.kit.close())
  beforeEach(() => {
    host.asked.length = 0
    host.answering(() => ada)
  })

  it("A1: says whom a request without a Bearer comes from, and null is 401", async () => {
    assert.strictEqual((await host.call({ cookie })).status, 200)
    assert.strictEqual((await host.call({ cookie: "session=s-2" })).status, 401)
    assert.strictEqual((await host.call({})).status, 401)
  })

  it("a Bearer goes to verify, and one that is not well formed to nobody", async () => {
    const view = { name: "By Bob", source: { type: "table" }, settings: { target: "traces" } }
    const { status, body } = await host.call({ cookie, authorization: "Bearer bob" }, view, "create_page_view")
    assert.strictEqual(status, 200)
    assert.include(JSON.stringify(body["data"]), JSON.stringify(bob.actor))
    host.asked.length = 0
    for (const authorization of ["Bearer", "bearer a b", "Bearer ", "Bearer bob, Bearer x"]) {
      assert.strictEqual((await host.call({ cookie, authorization })).status, 401, authorization)
    }
    assert.isEmpty(host.asked)
    assert.strictEqual((await host.call({ cookie, authorization: "Basic YTpi" })).status, 200)
  })

  it("both see the request, the project and the audience, and not the body", async () => {
    for (const headers of [{ cookie }, { authorization: "Bearer x" }]) {
      await host.call({ ...headers, "x-custom": "yes" })
      const [asked] = host.asked.splice(0)
      assert.deepStrictEqual([asked?.projectId, asked?.audience], ["support", "rest"])
      const request = asked?.request
      assert.instanceOf(request, Request)
      assert.deepStrictEqual(
        [request?.method, request?.url, request?.headers.get("x-custom"), request?.body],
        ["POST", "http://ops.test/ops/api/agent/list_page_views?x=1", "yes", null]
      )
    }
  })

  it("their signal aborts at the deadline", async () => {
    for (const headers of [{ cookie }, { authorization: "Bearer x" }]) {
      let aborted = false
      host.answering(({ signal }) => {
        signal.addEventListener("abort", () => void (aborted = true))
        return new Promise(() => {})
      })
      assert.strictEqual((await host.call(headers)).status, 504)
      assert.isTrue(aborted)
    }
  })

  it("over node:http they see the same, and the signal aborts when the caller is gone", async () => {
    const patient = await start("60 seconds")
    const { port, close } = await listen(patient.kit as never)
    const gone = new Promise<Request>((resolve) => {
      patient.answering(({ signal, request }) => {
        signal.addEventListener("abort", () => resolve(request))
        socket.destroy()
        return new Promise(() => {})
      })
    })
    const socket = connect(port, "127.0.0.1")
    await once(socket, "connect")
    socket.write(
      `POST /ops/api/agent/list_page_views?x=1 HTTP/1.1\r\nHost: ops.test\r\nCookie: ${cookie}\r\nX-Project-Id: support\r\n` +
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    )
    const request = await gone
    assert.deepStrictEqual(
      [request.url, request.headers.get("cookie")],
      ["http://ops.test/ops/api/agent/list_page_views?x=1", cookie]
    )
    await close()
    await patient.kit.close()
  })

  it.each(["user:password@ops.test", "ops.test/a?", "ops.test#", "ops.test\\a"])(
    "E3: the URL that they see is that of the request, whatever Host says: %s",
    async (name) => {
      const { port, close } = await listen(host.kit as never)
      const answer = await sendRaw(
        port,
        `POST /ops/api/agent/list_page_views HTTP/1.1\r\nHost: ${name}\r\nCookie: ${cookie}\r\nX-Project-Id: support\r\n` +
          "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
      )
      await close()
      assert.match(answer, /^HTTP\/1\.1 200 /)
      assert.deepStrictEqual(
        host.asked.map(({ request }) => request.url),
        ["http://localhost/ops/api/agent/list_page_views"]
      )
    }
  )

  it.each<readonly [string, Record<string, string>, number]>([
    ["of the same origin", { "sec-fetch-site": "same-origin", origin: "http://ops.test" }, 200],
    ["typed by a person", { "sec-fetch-site": "none" }, 200],
    ["of no browser", {}, 200],
    ["of an older browser, of the same origin", { origin: "http://ops.test", host: "ops.test" }, 200],
    ["of an origin that is trusted", { "sec-fetch-site": "cross-site", origin: "https://app.example.com" }, 200],
    ["of another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 401],
    ["of another origin of the site", { "sec-fetch-site": "same-site", origin: "http://other.test" }, 401],
    ["of another site, without its origin", { "sec-fetch-site": "cross-site" }, 401],
    ["of an older browser, of another site", { origin: "https://evil.example" }, 401],
    ["of an opaque origin", { origin: "null" }, 401],
    ["of an origin that looks trusted", { origin: "https://app.example.com.evil.example" }, 401]
  ])("a request by cookie %s", async (_, headers, status) => {
    const answered = await host.call({ cookie, ...headers })
    assert.strictEqual(answered.status, status)
    if (status === 401) {
      assert.match(answered.body["error"]?.message ?? "", /comes from another origin/)
      assert.isEmpty(host.asked)
      // A page of another origin has no Bearer unless it was given one.
      assert.strictEqual((await host.call({ authorization: "Bearer x", ...headers })).status, 200)
    }
  })

  it("beside it, without verify, credentials are the kit's own API keys", async () => {
    await using kit = await createAgentOperations({
      families: [views()],
      database: await memoryWith([views()]),
      authenticate: (request) => (request.headers.get("cookie") === cookie ? ada : null)
    })
    const { id: organizationId } = await kit.organizations.create({ name: "Acme" })
    await kit.projects.create({ organizationId, name: "Support", id: "support" })
    const { token } = await kit.keys.create({ organizationId, name: "CI", scopes: ["views:read"] })
    for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }] as ReadonlyArray<Record<string, string>>) {
      const response = await kit.fetch(
        new Request("http://test/api/agent/list_page_views", {
          method: "POST",
          headers: { "content-type": "application/json", "x-project-id": "support", ...headers },
          body: "{}"
        })
      )
      assert.strictEqual(response.status, 200)
    }
  })

  it("an origin that is none is refused at the start", async () => {
    const database = await memoryWith([views()])
    for (const origin of ["app.example.com", "https://app.example.com/", "https://*.example.com/x"]) {
      const started = createAgentOperations({
        families: [views()],
        database,
        authenticate: () => null,
        trustedOrigins: [origin]
      })
      assert.match(String(await started.catch((error: unknown) => error)), /TypeError: trustedOrigins has/)
    }
  })
})
