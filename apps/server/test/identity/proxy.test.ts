import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startOnPostgres } from "../on-postgres.ts"
import type { Started } from "../process.ts"
import { startProxy, Stranger } from "./proxy.ts"

describe("a server for development", () => {
  let server: Started

  beforeAll(async () => {
    server = await startOnPostgres({ LOG_FORMAT: "json" })
  })
  afterAll(() => server?.stop())

  const warnings = () => server.printed().match(/^.*anybody on this computer can sign in.*$/gm) ?? []
  const port = () => Number(new URL(server.url).port)
  const own = () => ({ host: new URL(server.url).host, origin: server.url })

  it.each([
    ["sets its own Host and adds nothing", false, {}],
    ["keeps the Host and adds nothing", true, {}],
    ["sets its own Host and adds X-Forwarded-For", false, { "x-forwarded-for": "203.0.113.7" }],
    ["keeps the Host and adds Forwarded", true, { forwarded: "for=203.0.113.7" }]
  ])("makes nobody its owner through a proxy that %s, whatever they claim", async (_, keepsHost, adds) => {
    const proxy = await startProxy(server.url, keepsHost, adds)
    for (const host of [own().host, "ops.example.com", "localhost"]) {
      const stranger = new Stranger(proxy.port, { ...own(), host })
      assert.isFalse(await stranger.signsInAs("owner@localhost"), host)
      assert.isFalse(await stranger.signsInAs("owner@localhost", "/outbox?key=guessed"), host)
    }
    proxy.close()
  })

  it.each([
    ["forwarded", "for=203.0.113.7"],
    ["x-forwarded-for", "127.0.0.1"],
    ["x-forwarded-proto", "https"],
    ["x-forwarded-host", "ops.example.com"],
    ["x-real-ip", "127.0.0.1"],
    ["via", "1.1 proxy"],
    ["cf-connecting-ip", "203.0.113.7"],
    ["true-client-ip", "203.0.113.7"],
    ["x-client-ip", ""],
    ["fly-client-ip", "203.0.113.7"],
    ["tailscale-user-login", "ada"],
    ["x-scheme", "https"],
    ["x-host", "ops.example.com"],
    ["x-rewrite-url", "/outbox"],
    ["x-request-start", "t=1"],
    ["front-end-https", "on"],
    ["x-nf-client-connection-ip", "203.0.113.7"],
    ["host", "ops.example.com"],
    ["host", "127.0.0.1.evil.example"],
    ["host", "[2001:db8::1]"]
  ])("refuses a request with %s: %s, and says what to set", async (name, value) => {
    for (const path of ["/sign-in", "/outbox", "/organizations", "/o/nowhere"]) {
      const { status, html, location } = await new Stranger(port(), { ...own(), [name]: value }).send(path)
      assert.deepStrictEqual([status, location], [403, undefined], path)
      assert.match(html, /PUBLIC_URL.*SMTP_URL.*OWNER_EMAIL/s)
    }
    // The documentation is for everybody, and begins where somebody who is not signed in does.
    const { status, html } = await new Stranger(port(), { ...own(), [name]: value }).send("/")
    assert.deepStrictEqual([status, html.includes('<a href="/sign-in">')], [200, true])
    for (const path of ["/api/auth/oauth2/authorize", "/api/auth/callback/google"]) {
      const { status, html } = await new Stranger(port(), { ...own(), [name]: value }).send(path)
      assert.strictEqual(status, 403, path)
      assert.match(html, /"error":"access_denied".*PUBLIC_URL/)
    }
  })

  it("says in the log once why, and goes on for whoever is on this computer", async () => {
    assert.lengthOf(warnings(), 1)
    assert.match(warnings()[0]!, /PUBLIC_URL, SMTP_URL and OWNER_EMAIL/)
    const { pathname, search } = new URL(server.signInUrl)
    const developer = new Stranger(port(), own())
    assert.strictEqual((await developer.send("/outbox")).status, 403)
    const opened = await developer.send(pathname + search)
    assert.deepStrictEqual([opened.status, opened.location], [303, "/sign-in?email=owner%40localhost"])
    assert.isTrue(await developer.signsInAs("grace@localhost"))
    // Whoever types another name of this computer is sent to the one that cookies are for.
    assert.strictEqual((await new Stranger(port(), { host: `localhost:${port()}` }).send("/sign-in")).status, 308)
  })

  it("answers programs with a key as ever, through any proxy", async () => {
    const answer = await fetch(`${server.url}/api/agent/list_page_views`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.apiKey}`,
        "x-project-id": server.projectId,
        "content-type": "application/json",
        "x-forwarded-for": "203.0.113.7"
      },
      body: "{}"
    })
    assert.strictEqual(answer.status, 200)
  })
})
