import { consoleHandler, customFields, pageViews } from "@agent-operations/console"
import { newTypeId } from "@agent-operations/database"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { origin, type Setting, start, type Team } from "./kit.ts"
import { routesIn } from "./routes.ts"

let setting: Setting
let team: Team
beforeAll(async () => {
  setting = await start()
  team = await setting.makeTeam()
})
afterAll(() => setting.close())

/** Every route by its method, with the parameters of its path filled in. */
const routesOf = (method: string) => {
  const fill: Readonly<Record<string, string>> = { org: team.organizationId, project: team.project.id }
  const paths = routesIn(setting.services, { origin, sections: [pageViews, customFields] })
    .filter((route) => route.method === method)
    .map(({ path }) => path.replaceAll(/:(\w+)/g, (_, name: string) => fill[name] ?? newTypeId("x")))
  return [...new Set(paths)]
}

/** Pages that are there for whoever is not signed in. */
const forAnybody = [
  "/assets",
  "/sign-in",
  "/sign-out",
  "/outbox",
  "/shortcuts",
  "/authorization-error",
  "/invitations/open"
]

/** What a route answers somebody who is signed in, where it is not a page: it lacks what it is asked about, or leads on. */
const otherStatuses: Readonly<Record<string, number>> = {
  "/": 303,
  "/sign-in": 303,
  "/authorization-error": 400,
  "/consent": 400,
  "/invitations/join": 410,
  "/invitations/open": 410
}
const statusOf = (path: string) =>
  /\/x_/.test(path) || path.endsWith("/traces/session") ? 404 : (otherStatuses[path] ?? 200)

const isForAnybody = (path: string) => forAnybody.some((start) => path.startsWith(start))

describe("every page", () => {
  it("is a whole page for whoever is signed in, in English, with a heading and a main part", async () => {
    for (const path of routesOf("GET").filter((path) => !path.startsWith("/assets") && !path.includes("/export."))) {
      const { status, html, headers } = await team.owner.send(path)
      assert.strictEqual(status, statusOf(path), path)
      if (status === 303) continue
      assert.match(html, /^<!doctype html>\s*<html lang="en">[^]*<main id="content"[^]*<h1>[^<]/, path)
      assert.strictEqual(html.match(/<h1/g)?.length, 1, path)
      assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8", path)
    }
  })

  it("sends whoever is not signed in to do so, and back", async () => {
    for (const path of routesOf("GET").filter((path) => !isForAnybody(path))) {
      const { status, location } = await setting.browser().send(`${path}?x=1`)
      const back = `/sign-in?returnTo=${encodeURIComponent(`${path}?x=1`)}`
      assert.deepStrictEqual([status, location], [303, back], path)
    }
  })

  it("comes with every security header, and has neither script nor style of its own", async () => {
    // A hint of the form for a connection has an address elsewhere, as an example.
    const paths = routesOf("GET").filter((path) => !path.endsWith("/connections/new"))
    const answers = await Promise.all(
      [...paths, "/o/none", "/organizations/nope/nope"].map((path) => team.owner.send(path))
    )
    const nonces = answers.flatMap(({ html }) => /data-style-nonce="([^"]+)"/.exec(html)?.[1] ?? [])
    assert.isNotEmpty(nonces)
    assert.lengthOf(new Set(nonces), nonces.length)
    for (const { path, headers, html } of [...answers, await team.owner.send("/assets/style.css")]) {
      // A page whose script adds styles lets in those of its own nonce alone.
      const hasEditor = html.includes("<textarea") && html.includes("data-code-editor")
      const nonce = /data-style-nonce="([^"]+)"/.exec(html)?.[1]
      assert.strictEqual(nonce !== undefined, hasEditor, path)
      const policy = headers.get("content-security-policy") ?? ""
      for (const directive of [
        "default-src 'none'",
        "script-src 'self'",
        nonce === undefined ? "style-src 'self'" : `style-src 'self' 'nonce-${nonce}'`,
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'"
      ]) {
        assert.include(policy.split("; "), directive, path)
      }
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff", path)
      // From an address that has a token, other pages of the same origin learn nothing either.
      const hasToken = ["/invitations/open", "/sign-in/link"].includes(path)
      assert.strictEqual(headers.get("referrer-policy"), hasToken ? "strict-origin" : "same-origin", path)
      assert.strictEqual(headers.get("cross-origin-opener-policy"), "same-origin", path)
      assert.include(headers.get("permissions-policy"), "camera=()", path)
      if (!path.startsWith("/assets")) assert.strictEqual(headers.get("cache-control"), "no-store", path)
      assert.notMatch(
        html,
        /<style|style="|<script(?!\s+(?:src="\/assets\/|type="application\/json"))|\son\w+="|javascript:|https?:\/\/(?!console\.test)/
      )
    }
  })

  it("is not the console's to answer where the path is none of its own", async () => {
    const handler = consoleHandler(setting.services, { origin })
    for (const path of ["/api/agent/list_page_views", "/api/auth/oauth2/token", "/healthz", "/openapi.json"]) {
      assert.isUndefined(await handler(new Request(origin + path), "127.0.0.1"), path)
    }
    await setting.browser().get("/organizations/none/such", 404)
  })

  it("answers HEAD as GET, without the page", async () => {
    const { status, html } = await setting.browser().send("/sign-in", { method: "HEAD" })
    assert.deepStrictEqual([status, html], [200, ""])
  })
})

describe("every action", () => {
  it.each([
    ["another site", { origin: "https://evil.test" }],
    ["a page without an origin", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["another port", { origin: `${origin}:8443` }],
    ["the same name without TLS", { origin: origin.replace("https", "http") }],
    ["a subdomain", { "sec-fetch-site": "same-site" }],
    ["nobody knows where", {}]
  ])("is refused from %s", async (_, headers) => {
    const paths = routesOf("POST")
    assert.isAbove(paths.length, 20)
    for (const path of paths) {
      const answer = await team.owner.send(path, {
        method: "POST",
        body: new URLSearchParams({ name: "Evil", decision: "allow" }),
        headers
      })
      assert.deepStrictEqual([answer.status, answer.title], [403, "Request refused"], path)
    }
    assert.include((await team.owner.get(team.path)).html, "Acme")
    await team.owner.get("/account")
  })

  it("is taken from the console's own pages, whose browser names the origin or the site", async () => {
    for (const headers of [{ origin }, { "sec-fetch-site": "same-origin" }]) {
      const answer = await setting.browser().send("/sign-in", {
        method: "POST",
        body: new URLSearchParams({ email: "x" }),
        headers
      })
      assert.strictEqual(answer.status, 422)
    }
  })

  it("sends whoever is not signed in to do so, and back to the page of the form", async () => {
    for (const path of routesOf("POST").filter((path) => !isForAnybody(path))) {
      const answer = await setting.browser().post(path, {}, { referer: `${origin}/organizations/new` })
      assert.strictEqual(answer.location, "/sign-in?returnTo=%2Forganizations%2Fnew", path)
    }
    for (const referer of ["https://evil.test/x", `${origin}.evil.test/x`, "nonsense", `${origin}//evil.test`]) {
      const answer = await setting.browser().post("/organizations/new", {}, { referer })
      assert.strictEqual(answer.location, "/sign-in?returnTo=%2F", referer)
    }
  })

  it("takes forms only, of 1 MiB at most", async () => {
    const body = JSON.stringify({ name: "x" })
    const json = await team.owner.send("/organizations/new", {
      method: "POST",
      body,
      headers: { origin, "content-type": "application/json" }
    })
    assert.strictEqual(json.status, 415)
    const large = await team.owner.post("/organizations/new", { name: "x".repeat(1024 * 1024) })
    assert.deepStrictEqual([large.status, large.title], [413, "The form is too large"])
    const stream = new ReadableStream({
      start(controller) {
        for (let sent = 0; sent < 20; sent++) controller.enqueue(new Uint8Array(64 * 1024).fill(0x61))
        controller.close()
      }
    })
    const streamed = await team.owner.send("/organizations/new", {
      method: "POST",
      body: stream,
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      duplex: "half"
    } as RequestInit)
    assert.strictEqual(streamed.status, 413)
  })
})

describe("a file, which the audit log has in the name of whoever takes it", () => {
  const exported = async () => {
    const [counted] = await setting.run(
      SqlClient.SqlClient.use(
        (sql) => sql<{ n: number }>`
          select count(*)::integer as n from agent_operations.audit_events
          where organization_id = ${team.organizationId} and action = 'data.exported'`
      )
    )
    return counted!.n
  }
  const files = () => routesOf("GET").filter((path) => path.includes("/export."))

  it.each(["cross-site", "same-site", "", "Same-Origin"])(
    "A8: is refused where another site's page led to it (%s), with a link for whoever wants it",
    async (site) => {
      const before = await exported()
      assert.lengthOf(files(), 2)
      for (const path of files()) {
        const answer = await team.owner.send(`${path}?what=keys`, { headers: { "sec-fetch-site": site } })
        assert.deepStrictEqual([answer.status, answer.title], [403, "Request refused"], path)
        assert.strictEqual(answer.link("Download the file"), `${path}?what=keys`)
      }
      assert.strictEqual(await exported(), before)
    }
  )

  it("A8: is sent, and an event, where a page of the console or nobody led to it", async () => {
    const before = await exported()
    for (const headers of [{}, { "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }]) {
      for (const path of files()) assert.strictEqual((await team.owner.send(path, { headers })).status, 200, path)
    }
    assert.strictEqual(await exported(), before + 6)
  })
})

describe("another name of the host", () => {
  it.each(["console.test:443", "CONSOLE.test", "console.test:0443"])("is not %s, which is the same", async (host) => {
    const { status, location } = await setting.browser().send("/sign-in", { headers: { host } })
    assert.deepStrictEqual([status, location], [200, null])
  })

  it("is told after three redirects in a row: a proxy that changes it would make them go on for ever", async () => {
    const behindProxy = setting.browser()
    const visit = () => behindProxy.send("/sign-in?x=1", { headers: { host: "127.0.0.1:4400" } })
    const answers = [await visit(), await visit(), await visit(), await visit(), await visit()]
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [308, 308, 308, 421, 421]
    )
    assert.include(answers[4]!.link(`${origin}/sign-in?x=1`), "/sign-in?x=1")
    assert.include(answers[4]!.text, "a proxy in front of the server changes the header Host")
  })

  it.each(["console.test:444", "ada@console.test", "console.test/x", "console.test?x", "console.test.", "a b", ""])(
    "is %j, which no page is shown at",
    async (host) => {
      assert.strictEqual((await setting.browser().send("/sign-in", { headers: { host } })).status, 308)
    }
  )

  it("is sent to the origin, and nothing posted to it is taken", async () => {
    const headers = { host: "evil.test" }
    const moved = await setting.browser().send("/account?x=1", { headers })
    assert.deepStrictEqual([moved.status, moved.location], [308, `${origin}/account?x=1`])
    const posted = await team.owner.send("/sign-out", { method: "POST", headers: { ...headers, origin } })
    assert.strictEqual(posted.status, 403)
    await team.owner.get("/account")
  })
})

describe("assets", () => {
  it("are kept for good under the URL that pages name, and asked for anew under another", async () => {
    const { html } = await setting.browser().get("/sign-in")
    const urls = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, url = ""]) => url)
    assert.isAtLeast(urls.length, 3)
    assert.lengthOf(urls, html.match(/<(?:link|script)\s/g)?.length ?? 0)
    for (const url of urls) {
      const named = await setting.browser().get(url)
      assert.strictEqual(named.headers.get("cache-control"), "public, max-age=31536000, immutable")
      // A script's name changes with it; other assets have a version in their query.
      if (url.endsWith(".js")) await setting.browser().get(`${url}x`, 404)
      else assert.strictEqual((await setting.browser().get(`${url}x`)).headers.get("cache-control"), "no-cache")
    }
    for (const none of [
      "/assets/none.css",
      "/assets/manifest.json",
      "/assets/browser/manifest.json",
      "/assets/..%2Fpackage.json",
      "/assets/constructor"
    ]) {
      await setting.browser().get(none, 404)
    }
  })

  it("are sent compressed to whoever takes them so", async () => {
    const { html } = await setting.browser().get("/sign-in")
    const [, script = ""] = /<script src="([^"]+)" type="module"/.exec(html) ?? []
    const ask = (encoding: string) => setting.browser().send(script, { headers: { "accept-encoding": encoding } })
    const [plain, packed] = [await ask("identity"), await ask("br, gzip")]
    assert.deepStrictEqual(
      [plain, packed].map(({ headers }) => headers.get("content-encoding")),
      [null, "gzip"]
    )
    assert.strictEqual(packed.headers.get("vary"), "accept-encoding")
  })
})
