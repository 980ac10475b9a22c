import { spawn } from "node:child_process"
import { sharedBrowser } from "@agent-operations/browser-for-tests"
import { section } from "@agent-operations/console"
import { type HostConsoleOptions, hostConsole, html } from "@agent-operations/console/host"
import { Unavailable } from "@agent-operations/error-envelope"
import { type AgentOperationsKit, createAgentOperations, definitions } from "@agent-operations/kit"
import { freePort } from "@agent-operations/postgres-for-tests"
import { traces } from "@agent-operations/traces"
import { views } from "@agent-operations/views"
import { AlertRule } from "@agent-operations/testing/alert-rule"
import { serverWith } from "@agent-operations/testing/kit"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Browser } from "./browser.ts"
import { bodies } from "./content.kit.ts"
import { spanId, support, traceId } from "./traces.data.ts"

const origin = "https://app.test"
const families = [views(), definitions(AlertRule), traces()] as const
// One for the seven hosts.
const { database, drop } = await serverWith(families)
const all = ["views:read", "views:write", "alerts:read", "alerts:write", "traces:read", "traces:write"]

interface Person {
  readonly scopes: ReadonlyArray<string>
  readonly reaches: ReadonlyArray<string>
}

const people = new Map<string, Person>([
  ["ada", { scopes: all, reaches: ["acme-web", "acme-app"] }],
  ["tim", { scopes: ["traces:read"], reaches: ["acme-web"] }],
  ["bob", { scopes: ["alerts:read"], reaches: ["acme-web"] }],
  ["eve", { scopes: all, reaches: ["other-web"] }],
  ["job", { scopes: all, reaches: ["acme-web"] }]
])

/** What the host's list of projects does instead, for one test. */
let listed: HostConsoleOptions["projects"] | undefined

const organizationOf = (project: string) => project.split("-")[0] ?? ""
const projectsOf = (id: string) =>
  (people.get(id)?.reaches ?? []).map((project) => ({
    id: project,
    name: `Project ${project}`,
    organization: { id: organizationOf(project), name: `Org <b>${organizationOf(project)}` }
  }))

/** What a host has beside families: who people are, and the console. */
const setting = (more: Partial<HostConsoleOptions> = {}) =>
  ({
    database,
    logLevel: "None",
    authenticate: (request: Request, { projectId }: { readonly projectId?: string | undefined }) => {
      const id = request.headers.get("cookie")?.replace("sid=", "") ?? ""
      const person = people.get(id)
      if (person === undefined) return null
      const [first = ""] = person.reaches
      return {
        actor: { type: id === "job" ? ("api_key" as const) : ("user" as const), id, name: id },
        organizationId: organizationOf(first),
        scopes: person.scopes,
        projectId: person.reaches.find((one) => one === projectId) ?? null
      }
    },
    entries: [
      hostConsole({
        origin,
        projects: (person, request) => (listed ?? (({ actor }) => projectsOf(actor.id)))(person, request),
        signIn: (returnTo) => `/login?next=${encodeURIComponent(returnTo)}`,
        signOut: "/logout",
        ...more
      })
    ]
  }) as const

let kit: AgentOperationsKit<typeof families>
beforeAll(async () => {
  kit = await createAgentOperations({ families, ...setting() })
})
afterAll(async () => {
  await kit.close()
  await drop()
})

const prefix = "/ops"
const browser = (id: string | undefined, at = prefix, of: Pick<typeof kit, "at"> = kit) => {
  const answer = async (request: Request) => {
    const { status, headers, cookies = [], body } = await of.at(at).answer(request)
    const response = new Response(body, { status, headers })
    for (const cookie of cookies) response.headers.append("set-cookie", cookie)
    return response
  }
  const made = new Browser(answer, origin, "203.0.113.1")
  if (id !== undefined) made.cookies.set("sid", id)
  return made
}
const web = `${prefix}/o/acme/p/acme-web`
const operations = (projectId = "acme-web") =>
  kit.as({ actor: { type: "user", id: "ada", name: "ada" }, organizationId: organizationOf(projectId), projectId })

const rule = (name: string) => ({
  name,
  sourceType: "threshold",
  "source.threshold.metric": "latency_p95",
  "source.threshold.above": "0.5",
  "settings.windowMinutes": "5",
  action: "save"
})
const make = async (name: string) => {
  const { source, settings } = AlertRule.example
  return operations().alertRules.create({ name, source, settings } as never)
}

describe("the console of a host's own people", () => {
  it("begins with their projects, and has pages for each kind that the host serves", async () => {
    const list = await browser("ada").get(`${prefix}/`)
    assert.include(list.text, "Project acme-web acme-web Org <b>acme")
    const views = await browser("ada").get(list.link("Project acme-web"))
    for (const [words, path] of [
      ["Page views", "page-views"],
      ["Custom fields", "custom-fields"],
      ["Alert rules", "alert-rules"]
    ] as const) {
      assert.strictEqual(views.link(words), `${web}/${path}`)
    }
    const made = await browser("ada").submit(await browser("ada").get(`${web}/alert-rules/new`), rule("Slow"))
    assert.include(made.text, "The alert rule was created.")
    assert.include(made.html, "<bdi>ada</bdi>")
    const one = await browser("bob").get(prefix, 303)
    assert.strictEqual(one.location, web)
    const drafts = await browser("ada").get(`${web}/page-views/new`)
    assert.include(drafts.text, "Check draft")
  })

  it("C1: has the calls behind a page, by a command line only if the host names its own", async () => {
    const { id } = await make("Called")
    const path = `${web}/alert-rules/${id}?tab=api`
    const without = await browser("ada").get(path)
    assert.include(without.text, `await client.alertRules.get({ id: "${id}" })`)
    assert.notInclude(without.text, "alert-rules get")
    assert.notInclude(without.text, "Command line")
    const named = await createAgentOperations({ families, ...setting({ program: "acme-ops" }) })
    try {
      const shown = await browser("ada", prefix, named).get(path)
      assert.include(shown.text, `acme-ops alert-rules get ${id}`)
    } finally {
      await named.close()
    }
  })

  it("A1: sends who is not known to the host's sign-in, and back to where they were", async () => {
    for (const nobody of [browser(undefined), browser("gone"), browser("job")]) {
      const answer = await nobody.get(`${web}/alert-rules?search=a%26b`, 303)
      assert.strictEqual(answer.location, `/login?next=${encodeURIComponent(`${web}/alert-rules?search=a%26b`)}`)
      const posted = await nobody.post(`${web}/alert-rules/new`, rule("Typed"))
      assert.deepStrictEqual([posted.status, posted.title], [403, "You are signed out"])
      assert.include(posted.html, 'value="Typed"')
      assert.strictEqual(posted.link("Sign in"), `/login?next=${encodeURIComponent(`${prefix}/`)}`)
    }
  })

  it("A2: keeps what was typed on the page where whoever typed it may write no more, or reaches the project no more", async () => {
    people.set("sam", { scopes: all, reaches: ["acme-web"] })
    const form = await browser("sam").get(`${web}/page-views/new`)
    const typed = { name: "Lowered", description: "Typed before the role was lowered, which is long", action: "save" }
    people.set("sam", { scopes: ["views:read"], reaches: ["acme-web"] })
    const lowered = await browser("sam").press(form, typed)
    people.set("sam", { scopes: all, reaches: ["acme-app"] })
    const moved = await browser("sam").press(form, typed)
    assert.deepStrictEqual([lowered.status, moved.status], [403, 404])
    for (const page of [lowered, moved]) {
      assert.include(page.text, "What you typed is kept on this page until you close it. Show what you typed")
      assert.strictEqual(page.form().fields["description"], typed.description)
    }
    people.set("sam", { scopes: all, reaches: ["acme-web"] })
    assert.include((await browser("sam").submit(lowered)).text, "The page view was created.")
    people.delete("sam")
  })

  it("A3: what is of another organization, what is not reached and what is not there are one page", async () => {
    const { id } = await make("Hidden")
    const theirs = await operations("other-web").alertRules.create({
      name: "Theirs",
      source: AlertRule.example.source,
      settings: AlertRule.example.settings
    } as never)
    const missing = await browser("eve").get(`${prefix}/o/nowhere/p/nothing`, 404)
    const same = (html: string) => html.replace(/Request ID: \w+/, "")
    for (const path of [
      `${web}/alert-rules`,
      `${web}/alert-rules/${id}`,
      `${web}/alert-rules/${id}/revisions/1/download`,
      `${prefix}/o/other/p/acme-web`,
      `${prefix}/o/acme/p/other-web/alert-rules`,
      `${prefix}/o/acme`,
      `${prefix}/o/other/p/other-web%00`
    ]) {
      const answer = await browser("eve").get(path, 404)
      assert.strictEqual(same(answer.html), same(missing.html), path)
    }
    await browser("eve").get(`${prefix}/o/other/p/other-web/alert-rules/${theirs.id}`)
    await browser("eve").get(`${prefix}/o/other/p/other-web/alert-rules/${id}`, 404)
    const posted = await browser("eve").post(`${web}/alert-rules/${id}/delete`, { expectedRevision: "1" })
    assert.strictEqual(posted.status, 404)
    assert.strictEqual((await operations().alertRules.get({ id })).revision, 1)
  })

  it("A5: who is no longer known is let in no more, and keeps what they typed", async () => {
    people.set("dan", { scopes: all, reaches: ["acme-web"] })
    const form = await browser("dan").get(`${web}/alert-rules/new`)
    people.set("dan", { scopes: [], reaches: ["acme-web"] })
    assert.strictEqual((await browser("dan").press(form, rule("Late"))).status, 403)
    people.delete("dan")
    const late = await browser("dan").press(form, rule("Late"))
    assert.strictEqual(late.title, "You are signed out")
    assert.include(late.html, 'value="Late"')
    assert.strictEqual((await operations().alertRules.list({ search: "Late" })).items.length, 0)
  })

  it("A2: shows and takes what the scopes of a person allow, and no more", async () => {
    const { id: field } = await operations().customFields.create(bodies.custom_field("Secret cost"))
    const { source, settings } = AlertRule.example
    const references = { cost: { kind: "custom_field", id: field, revision: null } }
    const { id } = await operations().alertRules.create({ name: "Uses", source, settings, references } as never)
    const bob = browser("bob")
    const shown = await bob.get(`${web}/alert-rules/${id}`)
    assert.include((await browser("ada").get(`${web}/alert-rules/${id}`)).text, "Secret cost")
    assert.notInclude(shown.html, "Secret cost")
    assert.include(shown.html, field)
    const pages = [shown, await bob.get(`${web}/alert-rules`), await bob.get(`${web}/alert-rules/${id}/history`)]
    for (const { html } of pages) {
      assert.notMatch(html, /page-views|custom-fields|\/(?:new|edit|copy|delete|restore)["?]/)
    }
    for (const path of ["new", `${id}/edit`, `${id}/copy`, `${id}/delete`, `${id}/restore?revision=1`]) {
      const refused = await bob.get(`${web}/alert-rules/${path}`, 403)
      assert.include(refused.text, "You may not change alert rules in this project: that requires alerts:write.")
      assert.strictEqual((await bob.post(`${web}/alert-rules/${path}`, rule("No"))).status, 403, path)
    }
    await bob.get(`${web}/custom-fields/${field}`, 403)
    await bob.get(`${web}/page-views`, 403)
  })

  it("A2: shows traces to whoever may read them, and changes none for who may only read", async () => {
    await operations().traces.record({ traces: [support(1, "Where is it?", "In Oslo.")] })
    await operations().traces.createScore({ traceId: traceId(1), name: "tone", value: 1 })
    const { items } = await operations().traces.scores({ traceId: traceId(1) })
    const tim = browser("tim")
    const list = await tim.get((await tim.get(web)).link("Traces"))
    assert.strictEqual(list.link("support"), `${web}/traces/${traceId(1)}`)
    const trace = await tim.get(list.link("support"))
    for (const { html } of [list, trace, await tim.get(`${web}/traces/${traceId(1)}/spans/${spanId(101)}`)]) {
      assert.notMatch(html, /page-views|custom-fields|alert-rules|\/(?:new|delete)["?]/)
    }
    for (const [path, doing, scope] of [
      ["scores/new", "change", "traces:write"],
      ["delete", "delete", "traces:delete"],
      [`scores/${items[0]!.id}/delete`, "change", "traces:write"]
    ]) {
      const refused = await tim.get(`${web}/traces/${traceId(1)}/${path}`, 403)
      assert.include(refused.text, `You may not ${doing} traces in this project: that requires ${scope}.`)
      assert.strictEqual((await tim.post(`${web}/traces/${traceId(1)}/${path}`)).status, 403, path)
    }
    // Only who gave a score, and who may delete traces, are offered to delete it.
    people.set("pam", { scopes: ["traces:read", "traces:write"], reaches: ["acme-web"] })
    people.set("del", { scopes: ["traces:read", "traces:write", "traces:delete"], reaches: ["acme-web"] })
    const offered = (html: string) => html.includes(`scores/${items[0]!.id}/delete`)
    for (const [id, offers] of [
      ["ada", true],
      ["pam", false],
      ["del", true]
    ] as const) {
      assert.strictEqual(offered((await browser(id).get(`${web}/traces/${traceId(1)}`)).html), offers, id)
    }
    const deletion = await browser("pam").post(`${web}/traces/${traceId(1)}/scores/${items[0]!.id}/delete`)
    assert.strictEqual(deletion.status, 403)
    assert.include(deletion.text, "Another key or person gave the score")
    const refused = await browser("bob").get(`${web}/traces`, 403)
    assert.include(refused.text, "You may not read traces in this project: that requires traces:read.")
    assert.notInclude(refused.html, `${web}/traces`)
    await browser("eve").get(`${web}/traces/${traceId(1)}`, 404)
    assert.notInclude(list.html, `${web}/traces/sessions`)
    assert.include((await tim.get(`${web}/traces/sessions`, 403)).text, "requires metrics:read")
  })

  it("has no pages of traces where the host serves none", async () => {
    const without = await createAgentOperations({ families: [views(), definitions(AlertRule)], ...setting() })
    const list = await browser("ada", prefix, without).get(`${web}/page-views`)
    assert.notInclude(list.html, `${web}/traces`)
    await browser("ada", prefix, without).get(`${web}/traces`, 404)
    await without.close()
  })

  it("has the host's colour, letters and pages, and leaves out what the host leaves out", async () => {
    const own = await createAgentOperations({
      families,
      ...setting({
        name: "Acme",
        theme: { accent: { light: "#0b6e4f", dark: "#5fd3a8" }, mark: "Ac" },
        traces: false,
        sections: [section(AlertRule)],
        pages: [
          {
            path: "on-call",
            label: "On call",
            scope: "alerts:read",
            render: ({ person, project }) => html`<p>${person.name} <i>is woken</i> for ${project.name} & <b>.</p>`
          },
          { path: "plain", label: "Plain", render: async () => "<script>alert(1)</script>" },
          { path: "broken", label: "Broken", render: () => Promise.reject(new Error("s3cret")) }
        ]
      })
    })
    const ada = browser("ada", prefix, own)
    const start = await ada.get(web)
    assert.match(start.html, /<span class="mark" aria-hidden="true">Ac<\/span>\s*<span class="brand-name">Acme/)
    const page = await ada.get(start.link("On call"))
    assert.match(page.html, /<title>On call · Acme<\/title>/)
    assert.match(page.html, /<p>ada <i>is woken<\/i> for Project acme-web & <b>\.<\/p>/)
    assert.match(page.html, /aria-current="page"[^]*?On call<\/span>/)
    assert.include((await ada.get(`${web}/plain`)).html, "&lt;script&gt;alert(1)&lt;/script&gt;")
    assert.notInclude((await ada.get(`${web}/broken`, 500)).html, "s3cret")
    const tim = browser("tim", prefix, own)
    assert.notInclude((await tim.get(web)).html, "On call")
    assert.include((await tim.get(`${web}/on-call`, 403)).text, "requires alerts:read")
    await browser(undefined, prefix, own).get(`${web}/on-call`, 303)
    await browser("eve", prefix, own).get(`${web}/on-call`, 404)
    for (const left of ["traces", "traces/sessions", "page-views"]) {
      assert.notInclude(start.html, `${web}/${left}`)
      await ada.get(`${web}/${left}`, 404)
    }
    const styles = /href="([^"]+style\.css[^"]*)"/.exec(start.html)?.[1] ?? ""
    const themed = await ada.get(styles)
    assert.include(themed.html, "--accent:light-dark(#0b6e4f,#5fd3a8)")
    assert.match(themed.headers.get("cache-control") ?? "", /immutable/)
    const plain = await browser("ada").get(`${prefix}/assets/style.css`)
    assert.notInclude(plain.html, "#0b6e4f")
    await own.close()
  })

  it.each<readonly [Partial<HostConsoleOptions>, RegExp]>([
    [{ theme: { accent: { light: "#ffff00", dark: "#ffff00" } } }, /contrast of 1\.\d:1/],
    [{ theme: { mark: "" } }, /one to three letters/],
    [{ pages: [{ path: "settings", label: "Mine", render: () => "" }] }, /already has a page at settings/],
    [
      { sections: [section(AlertRule)], pages: [{ path: "alert-rules", label: "Mine", render: () => "" }] },
      /already has a page at alert-rules/
    ],
    [{ pages: [{ path: "../x", label: "Mine", render: () => "" }] }, /small letters, digits and dashes/],
    [{ pages: [{ path: "mine", label: " ", render: () => "" }] }, /needs a label/]
  ])("refuses options that cannot be meant: %j", (options, message) => {
    assert.throws(() => setting(options), message)
  })

  it("takes forms of its own pages alone", async () => {
    const { id } = await make("Kept")
    const path = `${web}/alert-rules/${id}/delete`
    const from = (headers: Readonly<Record<string, string>>) =>
      browser("ada").send(path, { method: "POST", body: new URLSearchParams({ expectedRevision: "1" }), headers })
    for (const headers of [
      {},
      { origin: "null" },
      { origin: "https://evil.test" },
      { "sec-fetch-site": "same-site" },
      { origin: "http://app.test" }
    ]) {
      const answer = await from(headers as Record<string, string>)
      assert.deepStrictEqual([answer.status, answer.title], [403, "Request refused"])
    }
    const file = new FormData()
    file.set("expectedRevision", "1")
    assert.strictEqual(
      (await browser("ada").send(path, { method: "POST", body: file, headers: { origin } })).status,
      415
    )
    assert.strictEqual((await operations().alertRules.get({ id })).revision, 1)
    assert.strictEqual((await from({ origin })).status, 303)
  })

  it("answers with the headers of the console, and by its own origin", async () => {
    const { headers } = await browser("ada").get(`${web}/alert-rules`)
    assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/)
    assert.deepStrictEqual(
      ["cache-control", "x-content-type-options", "referrer-policy"].map((name) => headers.get(name)),
      ["no-store", "nosniff", "same-origin"]
    )
    const elsewhere = await browser("ada").send(web, { headers: { host: "127.0.0.1" } })
    assert.deepStrictEqual([elsewhere.status, elsewhere.location], [308, origin + web])
  })

  it("leads nowhere that is not there, wherever it is mounted", async () => {
    await make("Walked")
    for (const at of ["", "/elsewhere"]) {
      const ada = browser("ada", at)
      const seen = new Set<string>()
      const open = [`${at}/`]
      for (let path = open.shift(); path !== undefined; path = open.shift()) {
        if (seen.has(path)) continue
        seen.add(path)
        const answer = await ada.send(path)
        assert.strictEqual(answer.status, answer.location === null ? 200 : 303, path)
        const links = [...answer.html.matchAll(/\s(?:href|src)="([^"#][^"]*)"/g)].map(([, to = ""]) => to)
        for (const to of [...links, ...(answer.location === null ? [] : [answer.location])]) {
          if (to === "/logout") continue
          assert.isTrue(to.startsWith(`${at}/`), `${path}: ${to}`)
          assert.match(to.slice(at.length), /^\/(o\/|assets\/|shortcuts$|$)/, path)
          open.push(to.replaceAll("&amp;", "&"))
        }
      }
      assert.isAbove(seen.size, 30)
    }
    for (const path of ["/sign-in", "/organizations", "/account", "/o/acme/members", "/o/acme/keys"]) {
      await browser("ada").get(prefix + path, 404)
    }
  })

  it("E3: has a page for what the host's functions fail with", async () => {
    const failing = async (projects: HostConsoleOptions["projects"], status: number) => {
      listed = projects
      const { text } = await browser("ada")
        .get(`${web}/alert-rules`, status)
        .finally(() => (listed = undefined))
      assert.notInclude(text, "s3cret")
    }
    await failing(() => Promise.reject(new Error("s3cret")), 500)
    await failing(() => [{ id: "acme-web", name: "s3cret" }] as never, 500)
    await failing(() => Promise.reject(new Unavailable({ message: "Users are away.", retryAfter: 1 })), 503)
    await failing(() => [], 200)
  })

  it("K3: counts a page as any request of who opens it", async () => {
    const other = await createAgentOperations({ families, ...setting(), requestsPerMinute: 2 })
    for (const status of [200, 200, 429]) await browser("ada", prefix, other).get(`${prefix}/`, status)
    await browser("tim", prefix, other).get(prefix, 303)
    await other.close()
  })

  it("tells who is not known where no sign-in is given, with 401", async () => {
    const other = await createAgentOperations({
      families,
      database,
      authenticate: () => null,
      entries: [hostConsole({ origin, projects: () => [] })]
    })
    const answer = await browser(undefined, "", other).get("/", 401)
    assert.strictEqual(answer.title, "You are not signed in")
    await other.close()
  })

  it("is refused where it could know nobody, or nobody could reach it", async () => {
    const projects = () => []
    assert.throws(() => hostConsole({ origin: "app.test", projects }), /needs the origin where people reach the server/)
    assert.throws(() => hostConsole({ origin } as never), /needs projects/)
    const entries = [hostConsole({ origin, projects })]
    const unknown = createAgentOperations({ families, database, entries })
    assert.match(String(await unknown.catch((error: unknown) => error)), /knows people by authenticate/)
    const stray = createAgentOperations({ families, database, entries: [{}] as never })
    assert.match(String(await stray.catch((error: unknown) => error)), /entries has to be a list/)
  })
})

const chromium = await sharedBrowser()

describe("the example of a host", () => {
  it("lets its people create, change and read its own kind in a browser", async ({ skip }) => {
    if (chromium.browser === undefined) return skip(chromium.reason)
    const port = await freePort()
    const example = `${import.meta.dirname}/../../packages/console/examples/host/server.ts`
    const child = spawn(process.execPath, ["--conditions=@agent-operations/source", example], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"]
    })
    const ended = new Promise((resolve) => child.once("exit", resolve))
    try {
      await new Promise((resolve) => child.stdout.once("data", resolve))
      const baseURL = `http://localhost:${port}`
      const page = await chromium.browser.newPage({ baseURL })
      const complaints: Array<string> = []
      page.on("console", (message) => {
        const { url } = message.location()
        // The host's own page for signing in has no icon.
        if (message.type() === "error" && !url.endsWith("/favicon.ico")) complaints.push(message.text())
      })
      page.on("pageerror", ({ message }) => complaints.push(message))
      const press = (name: string) => page.getByRole("button", { name }).click()
      const follow = (name: string) => page.getByRole("link", { name, exact: true }).click()
      const signIn = async (user: string, name: string) => {
        await page.getByLabel("User").fill(user)
        await press("Sign in")
        await page.locator("summary", { hasText: `Menu of ${name}` }).waitFor()
      }
      await page.goto("/ops/o/acme/p/web/alert-rules/new")
      await signIn("ada", "Ada")
      assert.strictEqual(await page.locator("h1").innerText(), "Create alert rule")
      await page.getByLabel("Name").fill("Too many errors")
      await page.getByLabel("Metric").selectOption("latency")
      await page.getByLabel("Above").fill("5")
      await page.getByLabel("Minutes").fill("10")
      await press("Create alert rule")
      await page.locator("main").getByText("The alert rule was created.").waitFor()
      await follow("Edit")
      await page.getByLabel("Minutes").fill("20")
      await press("Save")
      await page.locator("main").getByText("Saved as revision 2.").waitFor()
      await page.locator("summary", { hasText: "Menu of Ada" }).click()
      await follow("Sign out")
      await signIn("bob", "Bob")
      await page.goto("/ops")
      await follow("Too many errors")
      assert.strictEqual(await page.getByRole("link", { name: "Edit" }).count(), 0)
      await follow("History")
      assert.include(await page.locator("main").innerText(), "Revision 2")
      assert.deepEqual(complaints, [])
      await page.context().close()
    } finally {
      child.kill("SIGTERM")
      await ended
    }
  })
})
