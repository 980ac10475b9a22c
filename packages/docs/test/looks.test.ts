import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { axeViolations, inEveryLook, sharedBrowser, takeScreenshots } from "@agent-operations/browser-for-tests"
import type { Page, Response } from "playwright-core"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { makeDocs } from "../src/index.ts"
import { projectDocs } from "./kit.ts"

const chromium = await sharedBrowser()

const serve = async () => {
  const docs = makeDocs({ ...projectDocs, links: [["Sign in", "/sign-in"]] })
  const server = createServer((request, response) => {
    const asked = new Request(`http://${request.headers.host}${request.url}`, { method: request.method! })
    const { status, headers, body } = docs(asked) ?? new globalThis.Response(null, { status: 404 })
    response.writeHead(status, Object.fromEntries(headers))
    void (body === null ? response.end() : buffer(body).then((bytes) => response.end(bytes)))
  })
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** What of a page makes it scroll sideways. */
const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe("pages in Chromium", () => {
  let world: { readonly page: Page; readonly close: () => Promise<void> } | undefined
  const complaints: Array<string> = []

  beforeAll(async () => {
    if (chromium.browser === undefined) return
    const { origin, close } = await serve()
    const context = await chromium.browser.newContext({ baseURL: origin })
    const page = await context.newPage()
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
    world = {
      page,
      close: async () => {
        await context.close()
        close()
      }
    }
  })
  afterAll(() => world?.close())
  beforeEach(({ skip }) => {
    if (chromium.browser === undefined) skip(chromium.reason)
  })

  it.each([
    ["first", "/", "Agent Operations"],
    ["guide", "/docs/revisions", "Revisions and conflicts"],
    ["tables", "/docs/monitoring", "Monitoring"],
    ["operation", "/docs/operations/update_page_view", "Update a page view at the revision you last saw"],
    ["error", "/docs/errors/CONFLICT", "CONFLICT"],
    ["laws", "/docs/laws", "The laws"],
    ["scope", "/docs/scopes/views:write", "views:write"],
    ["package", "/docs/packages/views", "@agent-operations/views"],
    ["example", "/docs/packages/kit/examples/own-kind", "packages/kit/examples/own-kind"],
    ["fields", "/docs/fields", "Fields of records"],
    ["architecture", "/docs/architecture", "Architecture"],
    ["search", "/docs/search?q=restore", "Search"]
  ])("%s can be read by everybody, in light and dark, wide and on a phone", async (name, path, title) => {
    const { page } = world!
    await page.goto(path)
    assert.strictEqual(await page.locator("h1").innerText(), title)
    await inEveryLook(page, async (look) => {
      assert.deepEqual(await axeViolations(page), [], look)
      assert.isAtMost(await scrollsSideways(page), 0, look)
    })
    await takeScreenshots(page, name)
    assert.deepEqual(complaints, [])
  })

  it("weigh less than 100 KB each, with all that they load", async () => {
    const { page } = world!
    for (const path of ["/", "/docs/oauth-clients", "/docs/architecture", "/docs/operations/create_eval_run"]) {
      const sizes: Array<Promise<number>> = []
      const add = (response: Response) => void sizes.push(response.body().then(({ length }) => length))
      page.on("response", add)
      await page.goto(path, { waitUntil: "networkidle" })
      page.off("response", add)
      const weights = await Promise.all(sizes)
      assert.isAbove(weights.length, 1, path)
      assert.isBelow(
        weights.reduce((sum, one) => sum + one, 0),
        100_000,
        path
      )
    }
  })

  it("show one example at a time, chosen by keyboard, and all of them on paper", async () => {
    const { page } = world!
    await page.goto("/docs/operations/update_page_view")
    const [first, second] = [page.getByText("curl http"), page.getByText("await client.pageViews.update")]
    assert.deepStrictEqual([await first.isVisible(), await second.isVisible()], [true, false])
    await page.getByRole("group", { name: "Example" }).getByRole("radio", { name: "curl" }).focus()
    await page.keyboard.press("ArrowRight")
    assert.isTrue(await page.getByRole("radio", { name: "TypeScript" }).isChecked())
    assert.deepStrictEqual([await first.isVisible(), await second.isVisible()], [false, true])
    const note = page.getByText("In MCP's search mode")
    assert.isFalse(await note.isVisible())
    await page.locator('label[for="mcp"]').click()
    assert.isTrue(await note.isVisible())
    await page.emulateMedia({ media: "print" })
    assert.deepStrictEqual([await first.isVisible(), await second.isVisible()], [true, true])
    await page.emulateMedia({ media: null })
  })

  it("have images whose place is kept before they come", async () => {
    const { page } = world!
    await page.goto("/")
    const images = await page.locator("main img").all()
    assert.isNotEmpty(images)
    for (const image of images) {
      assert.match(String(await image.getAttribute("width")), /^\d+$/)
      assert.match(String(await image.getAttribute("height")), /^\d+$/)
    }
  })

  it("are found from the first page by keyboard and search, without a script", async () => {
    const { page } = world!
    await page.goto("/")
    await page.keyboard.press("Tab")
    assert.strictEqual(await page.locator(":focus").innerText(), "Skip to the content")
    await page.getByRole("searchbox").fill("restore page view")
    await page.keyboard.press("Enter")
    await page.waitForURL(/search/)
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Restore .*page view/ })
      .click()
    assert.match(new URL(page.url()).pathname, /^\/docs\/operations\/restore_page_view$/)
    assert.strictEqual(await page.locator("script").count(), 0)
    assert.deepEqual(complaints, [])
  })

  it("are printed without what only a screen can follow", async () => {
    const { page } = world!
    await page.goto("/docs/revisions")
    await page.emulateMedia({ media: "print" })
    for (const part of [".menu", "header", ".next"]) assert.isFalse(await page.locator(part).isVisible(), part)
    assert.isTrue(await page.locator("main h1").isVisible())
    await page.setViewportSize({ width: 794, height: 1123 })
    await takeScreenshots(page, "print")
    await page.emulateMedia({ media: null })
  })
})
