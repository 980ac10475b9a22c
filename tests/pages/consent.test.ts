import { createHash } from "node:crypto"
import { type AuthorizationRequest, Consents, TooManyGrants } from "@agent-operations/identity"
import { Context, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type { Browser } from "./browser.ts"
import { asked } from "./doubles.ts"
import { origin, type Setting, start, type Team } from "./kit.ts"

let setting: Setting
let team: Team
beforeAll(async () => {
  setting = await start()
  team = await setting.makeTeam()
})
afterAll(() => setting.close())

const redirectUri = "http://127.0.0.1:7777/callback"

/** Registers a program, and sends a browser to the page on which it is asked about. */
const ask = async (person: Browser, options: { readonly scope?: string; readonly redirect?: string } = {}) => {
  const redirect = options.redirect ?? redirectUri
  const registered = await setting.identity("/api/auth/oauth2/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Tool <b>&",
      redirect_uris: [redirect],
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"]
    })
  })
  const { client_id } = (await registered.json()) as { readonly client_id: string }
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: redirect,
    scope: options.scope ?? "views:read views:write",
    resource: `${origin}/api/mcp`,
    state: "abc",
    code_challenge: createHash("sha256").update("v".repeat(43)).digest("base64url"),
    code_challenge_method: "S256"
  })
  const { headers } = await setting.identity(`/api/auth/oauth2/authorize?${query}`, { headers: person.headers })
  return (headers.get("location") ?? "").slice(origin.length)
}

/** A browser that is asked something which was not really asked. */
const askedFor = async (person: Browser, request: Partial<AuthorizationRequest>) => {
  const consents = {
    ...Context.get(setting.services, Consents),
    describe: () => Effect.succeed(asked(request))
  }
  const browser = setting.browser(Context.make(Consents, consents)).as(person)
  return browser.get("/consent?x=1")
}

describe("consent", () => {
  it("K3: of one application too many says so, and where others are disconnected", async () => {
    const consents = {
      ...Context.get(setting.services, Consents),
      accept: () => Effect.fail(new TooManyGrants({ message: "You have 200 connected applications." }))
    }
    const browser = setting.browser(Context.make(Consents, consents)).as(team.member)
    const page = await browser.get(await ask(team.member))
    const refused = await browser.press(page, { decision: "allow" })
    assert.strictEqual(refused.status, 422)
    assert.include(refused.text, "You have 200 connected applications. Nothing was allowed.")
    assert.strictEqual(refused.link("your account's page"), "/account")
  })

  it("says who asks, for what and where the answer goes, and Allow leads there with a code", async () => {
    const page = await team.member.get(await ask(team.member))
    assert.strictEqual(page.title, "Allow Tool <b>&?")
    assert.include(page.text, "Tool <b>& asks to act in your name")
    assert.include(page.text, "The answer goes to a program on this computer ( 127.0.0.1:7777 )")
    assert.include(page.text, "Until you disconnect it")
    for (const words of [
      "Read page views and custom fields",
      "Create, change and delete page views and custom fields"
    ]) {
      assert.include(page.text, words)
    }
    assert.notInclude(page.text, "Read traces")
    assert.strictEqual(page.html.match(/type="checkbox"[^>]*checked/g)?.length, 2)
    assert.match(page.html, /<optgroup label="Acme">\s*<option value="[^"]+"\s*>Support \(Acme\)<\/option>/)
    assert.match(page.headers.get("content-security-policy") ?? "", /form-action 'self' http:\/\/127\.0\.0\.1:7777;/)
    const target = /<option value="([^"]+)"/.exec(page.html)?.[1] ?? ""
    const { status, location } = await team.member.press(page, { target, scopes: ["views:read"], decision: "allow" })
    assert.strictEqual(status, 303)
    const url = new URL(location ?? "")
    assert.deepStrictEqual([url.origin + url.pathname, url.searchParams.get("state")], [redirectUri, "abc"])
    assert.isString(url.searchParams.get("code"))
  })

  it("sets apart what changes something, ticks nothing that was not asked for, and says what it can't do", async () => {
    const page = await team.member.get(await ask(team.member))
    assert.match(page.text, /Known here since \d+ \w+ 20\d\d/)
    assert.match(
      page.text,
      /Read Read page views and custom fields[^]* Change, for everybody in the project Create, change and delete/
    )
    for (const words of [
      "Reach another project",
      "Create, see or revoke API keys",
      "Invite, change or remove members"
    ]) {
      assert.include(page.text, words)
    }
    assert.notInclude(page.text, "it asks to read only")
    for (const scope of ["views:read", undefined]) {
      const reading = await team.member.get(await ask(team.member, scope === undefined ? { scope: "" } : { scope }))
      assert.notInclude(reading.html, 'value="views:write"')
      assert.notInclude(reading.text, "for everybody in the project")
      assert.include(reading.text, "Change or delete anything: it asks to read only.")
    }
  })

  it("is a no unless Allow was pressed", async () => {
    for (const fields of [{ decision: "deny" }, {}]) {
      const path = await ask(team.member)
      const { location } = await team.member.post(path, fields)
      const url = new URL(location ?? "")
      assert.strictEqual(url.searchParams.get("error"), "access_denied")
      assert.isNull(url.searchParams.get("code"))
    }
  })

  it("wants a project of one's own and at least one scope, and keeps what was chosen", async () => {
    const other = await setting.makeTeam("Other")
    const path = await ask(team.member)
    const foreign = `${other.organizationId}/${other.project.id}`
    for (const target of ["", "nonsense", foreign]) {
      const answer = await team.member.post(path, { target, scopes: ["views:write"], decision: "allow" })
      assert.strictEqual(answer.status, 422)
      assert.include(answer.text, "Choose a project.")
      assert.notInclude(answer.text, "Tick at least one thing")
      assert.match(answer.html, /value="views:write"\s+checked/)
      assert.notMatch(answer.html, /value="views:read"\s+checked/)
    }
    const target = `${team.organizationId}/${team.project.id}`
    for (const scopes of [[], ["traces:write"]]) {
      const answer = await team.member.post(path, { target, scopes, decision: "allow" })
      assert.include(answer.text, "Tick at least one thing")
      assert.notInclude(answer.text, "Choose a project.")
      assert.match(answer.html, /<option value="[^"]+"\s+selected/)
    }
  })

  it("lets nobody choose for a person who has several projects", async () => {
    const { owner, path } = await setting.makeTeam("Two")
    await owner.submit(await owner.get(`${path}/projects/new`), { name: "Second" })
    const page = await owner.get(await ask(owner))
    assert.match(page.html, /<select[^>]*>\s*<option value=""[^>]*>Choose a project<\/option>/)
  })

  it("K3: of more projects than are offered says that there are more", async () => {
    const { owner, organizationId } = await setting.makeTeam("Many")
    const told = "only the first projects by name are offered"
    assert.notInclude((await owner.get(await ask(owner))).text, told)
    await setting.run(
      SqlClient.SqlClient.use(
        (sql) => sql`
          insert into agent_operations.projects (organization_id, id, name, created_at)
          select ${organizationId}, 'prj_' || n, 'Many ' || n, now() from generate_series(1, 2000) as n`
      )
    )
    const page = await owner.get(await ask(owner))
    assert.strictEqual(page.html.match(/<option value="[^"]+"/g)?.length, 2000)
    assert.include(page.text, told)
  })

  it("of a person without a project tells where to make one, and can still be denied", async () => {
    const nobody = await setting.signedIn("nobody@example.com")
    const page = await nobody.get(await ask(nobody))
    assert.include(page.text, "You have no project yet")
    assert.strictEqual(page.link("Go to your organizations"), "/organizations")
    assert.notInclude(page.html, 'value="allow"')
    assert.include((await nobody.press(page, { decision: "deny" })).location, "error=access_denied")
  })

  it("is not given to a request that was changed on its way, or is none", async () => {
    const path = await ask(team.member)
    const target = `${team.organizationId}/${team.project.id}`
    for (const changed of [path.replace("views%3Awrite", "views%3Aread"), path.replace("7777", "7778")]) {
      assert.notStrictEqual(changed, path)
      const answer = await team.member.post(changed, {
        target,
        scopes: ["views:read"],
        decision: "allow"
      })
      assert.deepStrictEqual([answer.status, answer.title], [400, "This request can't be answered"])
    }
    for (const none of ["/consent", "/consent?client_id=x", "/consent?%00"]) await team.member.get(none, 400)
    assert.strictEqual((await team.member.post("/consent", { decision: "deny" })).status, 400)
  })

  it("is given once, in the browser that was asked: what is sent again is a page that says so", async () => {
    const path = await ask(team.member)
    const yes = { target: `${team.organizationId}/${team.project.id}`, scopes: ["views:read"], decision: "allow" }
    assert.deepInclude(await team.admin.post(path, yes), { status: 400, title: "This request can't be answered" })
    await team.admin.get(path, 400)
    assert.match((await team.member.post(path, yes)).location ?? "", /[?&]code=/)
    for (const fields of [yes, { decision: "deny" }]) {
      const again = await team.member.post(path, fields)
      assert.deepInclude(again, { status: 400, title: "This request was answered already", location: null })
      assert.include(again.text, "start again in the application")
    }
    assert.strictEqual((await team.member.get(path, 400)).title, "This request was answered already")
  })

  it("says of a program with a scheme of its own that whatever opens it gets the answer", async () => {
    const uri = "cursor://anysphere.cursor-mcp/oauth/callback"
    const page = await team.member.get(await ask(team.member, { redirect: uri }))
    assert.include(page.text, "The answer goes to the program on this device that opens cursor: links.")
    assert.notInclude(page.text, "anysphere")
    assert.match(page.headers.get("content-security-policy") ?? "", /form-action 'self' cursor:;/)
    const denied = await team.member.press(page, { decision: "deny" })
    assert.isTrue(denied.location?.startsWith(`${uri}?error=access_denied`), denied.location ?? "")
  })

  it("warns of a redirect elsewhere, whose application nobody verified", async () => {
    const page = await askedFor(team.member, {})
    assert.include(page.text, "The answer goes to tool.example .")
    assert.include(page.text, "nobody has verified it")
    assert.include(page.text, "For a short time")
  })

  it.each([
    ["https://tool.example/cb", "https://tool.example"],
    ["https://tool.example:8443/cb", "https://tool.example:8443"],
    ["http://localhost:1/cb", "http://localhost:1"],
    ["http://[::1]:7777/cb", "http:"],
    ["com.example.tool:/cb", "com.example.tool:"],
    ["https://a;script-src'/cb", "https:"],
    ["https://a,b/cb", "https:"]
  ])(
    "lets its form lead to %s by the source %s, and changes nothing else of the policy",
    async (redirectUri, source) => {
      const { headers } = await askedFor(team.member, { redirectUri })
      const policy = (headers.get("content-security-policy") ?? "").split("; ")
      assert.include(policy, `form-action 'self' ${source}`)
      assert.lengthOf(policy, 8)
    }
  )

  it("escapes whatever the application says of itself", async () => {
    const hostile = `"><script>alert(1)</script>`
    const { html } = await askedFor(team.member, {
      client: { id: hostile, name: hostile, uri: "javascript:alert(1)//", knownSince: null },
      redirectHost: hostile
    })
    assert.notMatch(html, /<script>|href="javascript/)
  })
})

describe("a request that leads nowhere", () => {
  it.each([
    ["unknown_client", "does not know it"],
    ["redirect_not_registered", "did not register"],
    ["client_document_not_accepted", "is not accepted"],
    ["request_too_long", "too long for this server"],
    ["request_refused", "not one that this server takes"],
    ["constructor", "Nothing was allowed."]
  ])("for %s is explained", async (reason, text) => {
    assert.include((await setting.browser().get(`/authorization-error?reason=${reason}`, 400)).text, text)
  })

  const refused = (back: string) =>
    setting.browser().get(`/authorization-error?${new URLSearchParams({ reason: "request_refused", back })}`, 400)

  it("RFC 9700 4.11.2: offers the application's site, by its host, and says what it is told", async () => {
    const back = "https://tool.example:8443/cb?error=invalid_scope&error_description=%3Cb%3Ehello&state=s-1"
    const page = await refused(back)
    assert.strictEqual(page.link("Go to tool.example:8443"), back)
    assert.include(page.text, "What is wrong with it: invalid_scope .")
    assert.notInclude(page.text, "hello")
    const others = await refused("https://tool.example/cb?error=call+evil.example")
    assert.strictEqual(others.link("Go to tool.example"), "https://tool.example/cb?error=call+evil.example")
    assert.notInclude(others.text, "What is wrong")
    assert.notInclude(others.text, "call")
  })

  it.each([
    "javascript:alert(1)",
    "http://tool.example/cb",
    "https://console.test@evil.example/cb",
    "//evil.example",
    "/sign-out",
    "",
    "com.example.tool:/cb"
  ])("offers no link to %j, which is no application's site", async (back) => {
    assert.notInclude((await refused(back)).text, "Go to")
  })

  it("offers a link for no other reason", async () => {
    const page = await setting
      .browser()
      .get("/authorization-error?reason=unknown_client&back=https://evil.example", 400)
    assert.notInclude(page.text, "Go to")
  })
})
