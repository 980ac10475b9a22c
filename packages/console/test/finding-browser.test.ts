import { axeViolations, findChromium, launchBrowser } from "@agent-operations/browser-for-tests"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, type Setting, start } from "./content.kit.ts"
import { serve } from "./serve.ts"

const chromium = await findChromium()
if (chromium.path === undefined) console.warn(`The palette is not tried in a browser: ${chromium.reason}`)

describe.skipIf(chromium.path === undefined)("finding the way by keyboard", () => {
  let server: Awaited<ReturnType<typeof serveContent>>
  let browser: Browser
  let page: Page
  let home: string
  let id: string

  const serveContent = () =>
    serve(async (origin) => {
      const setting: Setting = await start(origin)
      return { setting, answer: (request: Request, address: string) => setting.handle(request, address) }
    })

  beforeAll(async () => {
    server = await serveContent()
    const place = await server.setting.makeProject("usr_ada")
    home = server.origin + place.path
    id = (await server.setting.operate(place, "create_page_view", bodies.page_view("Slow traces"))).id
    browser = await launchBrowser(chromium.path!)
    page = await browser.newPage({ extraHTTPHeaders: { cookie: "usr_ada" } })
    page.setDefaultTimeout(10_000)
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await server.setting.close()
    await server.close()
  })

  const open = (path: string) => page.goto(home + path, { waitUntil: "networkidle" })

  it("opens what is found with Ctrl K, a word and Enter", async () => {
    await open("/custom-fields")
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "Search, or jump to a page" }).fill("slow")
    await page.getByRole("option", { name: "Slow traces" }).waitFor()
    assert.deepStrictEqual(await axeViolations(page), [])
    await page.keyboard.press("Enter")
    await page.waitForURL(`**/page-views/${id}`)
  })

  it("moves in the list by arrow keys, and says how many there are", async () => {
    await open("/custom-fields")
    await page.keyboard.press("/")
    const chosen = page.locator('[role="option"][aria-selected="true"]')
    await page.getByRole("combobox").fill("create")
    await page.getByRole("option", { name: "Slow traces" }).waitFor({ state: "detached" })
    await page.keyboard.press("ArrowDown")
    assert.match(await chosen.innerText(), /Create custom field/)
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("ArrowUp")
    assert.strictEqual(
      await chosen.getAttribute("id"),
      await page.getByRole("combobox").getAttribute("aria-activedescendant")
    )
    assert.match(await page.getByRole("dialog").getByRole("status").innerText(), /^\d+ results$/)
    await page.keyboard.press("Escape")
    assert.strictEqual(await page.locator("dialog[open]").count(), 0)
  })

  it("goes, creates and edits by single keys, which can be turned off, and never while somebody types", async () => {
    await open("/custom-fields")
    await page.keyboard.press("g")
    await page.keyboard.press("v")
    await page.waitForURL("**/page-views", { waitUntil: "networkidle" })
    await page.keyboard.press("c")
    await page.waitForURL("**/page-views/new")
    await page.getByLabel("Name", { exact: true }).pressSequentially("gt?")
    assert.include(page.url(), "/page-views/new")
    await open(`/page-views/${id}`)
    await page.keyboard.press("?")
    await page.getByRole("dialog").getByLabel("Use keyboard shortcuts").uncheck()
    await page.keyboard.press("Escape")
    await page.keyboard.press("e")
    await page.keyboard.press("?")
    assert.strictEqual(await page.locator("dialog[open]").count(), 0)
    assert.match(page.url(), new RegExp(`${id}$`))
  })
})
