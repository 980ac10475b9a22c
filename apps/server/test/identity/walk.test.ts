import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { axeViolations, inEveryLook, sharedBrowser, takeScreenshots } from "@agent-operations/browser-for-tests"
import { isLong } from "@agent-operations/testing/long"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { start, type Started } from "../process.ts"
import { freshPlaces } from "./places.ts"
import { Program } from "./program.ts"

const chromium = await sharedBrowser()
/** Of PostgreSQL, the server has a prefix: no page may lead out of it. */
const prefixes: Readonly<Record<string, string>> = { PGlite: "", PostgreSQL: "/ops" }
const places = freshPlaces().slice(isLong ? 0 : 1)

/** A program's own page, which a redirect with an answer leads to. */
const startCallback = async () => {
  const asked: Array<URL> = []
  const server = createServer((message, response) => {
    asked.push(new URL(message.url ?? "/", "http://127.0.0.1"))
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Done</title><h1>You may close this page.</h1>")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return {
    uri,
    last: () => asked.filter(({ pathname }) => pathname === "/callback").at(-1)!,
    close: () => server.close()
  }
}

describe.each(places)("a person at work with a browser (%s)", (database, settings) => {
  let server: Started
  let callback: Awaited<ReturnType<typeof startCallback>>
  const problems: Array<string> = []

  beforeAll(async () => {
    if (chromium.browser === undefined) return
    server = await start([], { PORT: "0", PREFIX: prefixes[database]!, ...(await settings()) })
    assert.strictEqual(new URL(server.url).pathname, prefixes[database] || "/")
    callback = await startCallback()
  })
  afterAll(async () => {
    callback?.close()
    for (const context of chromium.browser?.contexts() ?? []) await context.close()
    await server?.stop()
  })

  const newPerson = async () => {
    const context = await chromium.browser!.newContext()
    const page = await context.newPage()
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()))
    page.on("request", (request) => {
      const { origin, pathname } = new URL(request.url())
      if (origin === new URL(server.url).origin && !`${pathname}/`.startsWith(`${prefixes[database]}/`)) {
        problems.push(`${request.method()} ${pathname} is outside of the prefix`)
      }
    })
    page.on("pageerror", ({ message }) => problems.push(message))
    await page.goto(server.signInUrl)
    return { context, page }
  }

  /** Looks at a page in every way that people see it. */
  const look = async (page: Page, name: string) => {
    await takeScreenshots(page, `walk-${database}-${name}`)
    const check = async () => assert.deepStrictEqual(await axeViolations(page), [], `${name}: ${page.url()}`)
    // The console's own suites look at these pages in every way.
    if (!isLong) await check()
    else if (database === "PGlite") await inEveryLook(page, check)
  }

  const openNewestMail = async (context: BrowserContext, path: string) => {
    const page = await context.newPage()
    await page.goto(`${server.url}/outbox`)
    const link = await page.locator(`a[href*="${path}"]`).first().getAttribute("href")
    await page.close()
    return new URL(link!, server.url).href
  }

  const signIn = async ({ context, page }: Awaited<ReturnType<typeof newPerson>>, email: string) => {
    await page.goto(`${server.url}/sign-in`)
    await page.getByLabel("E-mail address").fill(email)
    await page.getByRole("button", { name: "Mail me a sign-in link" }).click()
    await page.getByRole("heading", { name: "Check your mail" }).waitFor()
    await page.goto(await openNewestMail(context, "/sign-in/link?token="))
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL((url) => !url.pathname.includes("/sign-in"))
  }

  /** Allows what a program asks for, in a project, and gives the program its answer. */
  const allow = async (page: Page, url: URL, project: string, name?: string) => {
    await page.goto(url.href)
    if (name !== undefined) await look(page, name)
    await page.getByLabel("Project").selectOption({ label: `${project} (Starter organization)` })
    await page.getByRole("button", { name: "Allow" }).click()
    await page
      .waitForURL((url) => url.href.startsWith(callback.uri))
      .catch(async () => assert.fail(`${page.url()}: ${await page.locator("body").innerText()} ${server.printed()}`))
    return callback.last()
  }

  it("A5, A6: signs in from the outbox, makes a project and a key, lets programs in, and takes a member's access", async ({
    skip
  }) => {
    if (chromium.browser === undefined) return skip(chromium.reason)
    const owner = await newPerson()
    await owner.page.goto(server.url)
    await look(owner.page, "sign-in")
    await signIn(owner, "owner@localhost")
    await look(owner.page, "organization")

    await owner.page.getByRole("link", { name: "Create project" }).click()
    await owner.page.getByLabel("Name of the project").fill("Support agent")
    await owner.page.getByRole("button", { name: "Create project" }).click()
    await owner.page.getByRole("link", { name: "Page views" }).waitFor()
    const projectId = /\/p\/([^/?]+)/.exec(owner.page.url())![1]!

    await owner.page.goto(`${server.url}/o/${server.organizationId}/keys`)
    await owner.page.getByRole("link", { name: "Create key" }).first().click()
    await owner.page.getByLabel("Name", { exact: true }).fill("Nightly job")
    for (const scope of ["views:read", "views:write"]) await owner.page.locator(`input[value="${scope}"]`).check()
    await owner.page.getByLabel("Expires").selectOption("30")
    await owner.page.getByRole("button", { name: "Create key" }).click()
    const key = /aok_\w{26}_[\w-]{49}/.exec(await owner.page.locator("main").innerText())![0]
    await look(owner.page, "key-shown-once")
    const api = new Program(server.url, callback.uri)
    assert.strictEqual(await api.list(key, projectId), 200)
    await owner.page.getByRole("link", { name: "I have copied it" }).click()
    assert.notInclude(await owner.page.content(), key)
    await look(owner.page, "keys")

    await owner.page.goto(`${server.url}/o/${server.organizationId}/members/invitations/new`)
    await owner.page.getByLabel("E-mail address").fill("grace@example.com")
    await owner.page.getByRole("radio", { name: "Member" }).check()
    await owner.page.getByRole("button", { name: "Send invitation" }).click()
    await look(owner.page, "members")

    const grace = await newPerson()
    const invitation = await openNewestMail(grace.context, "/invitations/")
    await signIn(grace, "grace@example.com")
    await grace.page.goto(invitation)
    await grace.page.getByRole("button", { name: "Join" }).click()
    await grace.page.getByRole("heading", { name: "Projects" }).waitFor()

    const commandLine = new Program(server.url, callback.uri)
    const asked = await commandLine.ask("rest", "Nightly command line")
    await commandLine.take(await allow(grace.page, asked, "Support agent", "consent"))
    const assistant = new Program(server.url, callback.uri)
    await assistant.take(await allow(grace.page, await assistant.ask("mcp", "An assistant"), "Support agent"))
    assert.deepStrictEqual(await commandLine.works(projectId), { rest: 200, mcp: 401 })
    assert.deepStrictEqual(await assistant.works(projectId), { rest: 401, mcp: 200 })
    assert.strictEqual(await commandLine.list(commandLine.accessToken, server.projectId), 403)
    await grace.page.goto(`${server.url}/account`)
    await look(grace.page, "account")
    await grace.page.goto(`${server.url}/o/${server.organizationId}/p/${server.projectId}/page-views`)
    await look(grace.page, "page-views")

    await owner.page.goto(`${server.url}/o/${server.organizationId}/members`)
    await owner.page
      .getByRole("row", { name: /grace/ })
      .getByRole("link", { name: /Change|Remove/ })
      .first()
      .click()
    const remove = owner.page.getByRole("link", { name: /Remove/ })
    if (await remove.count()) await remove.first().click()
    await look(owner.page, "remove-member")
    await owner.page.getByRole("button", { name: /Remove/ }).click()
    await owner.page.getByRole("heading", { name: "Members" }).waitFor()

    assert.deepStrictEqual(await commandLine.works(projectId), { rest: 401, mcp: 401 })
    assert.deepStrictEqual(await assistant.works(projectId), { rest: 401, mcp: 401 })
    assert.strictEqual(await commandLine.refresh(), "invalid_grant")
    assert.strictEqual(await assistant.refresh(), "invalid_grant")
    const answer = await grace.page.goto(`${server.url}/o/${server.organizationId}`)
    assert.strictEqual(answer!.status(), 404, grace.page.url())
    assert.strictEqual(await api.list(key, projectId), 200)

    await owner.page.goto(`${server.url}/o/${server.organizationId}/audit`)
    const log = await owner.page.locator("main").innerText()
    for (const words of ["grace", "Nightly job", "Support agent"]) assert.include(log, words)
    await look(owner.page, "audit")
    assert.deepStrictEqual(
      problems.filter((text) => !/404|403/.test(text)),
      []
    )
  })
})
