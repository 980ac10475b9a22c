import { axeViolations, sharedBrowser } from "@agent-operations/browser-for-tests"
import type { BrowserContextOptions, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, type Setting, start } from "./content.kit.ts"
import { serve } from "./serve.ts"

/** Who somebody is, their cookie says. */
const ada = "user=ada"

const chromium = await sharedBrowser()
const noChromium = chromium.browser === undefined ? ` (${chromium.reason})` : ""

describe.skipIf(noChromium !== "")(`finding the way by keyboard${noChromium}`, { shuffle: false }, () => {
  let server: Awaited<ReturnType<typeof serveContent>>
  let page: Page
  let home: string
  let id: string

  const serveContent = () =>
    serve(async (origin) => {
      const setting: Setting = await start(origin)
      return { setting, answer: (request: Request, address: string) => setting.handle(request, address) }
    })

  const known = async (options: BrowserContextOptions = {}) => {
    const context = await chromium.browser!.newContext(options)
    const [name = "", value = ""] = ada.split("=")
    await context.addCookies([{ name, value, url: server.origin }])
    return context
  }

  beforeAll(async () => {
    server = await serveContent()
    const place = await server.setting.makeProject(ada)
    home = server.origin + place.path
    id = (await server.setting.operate(place, "create_page_view", bodies.page_view("Slow traces"))).id
    page = await (await known()).newPage()
  })
  afterAll(async () => {
    await page.context().close()
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
    // The palette shows what is recent first: keys are pressed in the list of what was typed.
    const found = page.waitForResponse((response) => response.url().endsWith("?q=create"))
    await page.getByRole("combobox").fill("create")
    await found
    await page.locator("#palette-results:not([aria-busy])").waitFor()
    assert.strictEqual(await page.getByRole("option", { name: "Slow traces" }).count(), 0)
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

  it("opens the navigation and the switcher of a phone without script, and closes them by Escape", async () => {
    const phone = await known({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
    const without = await phone.newPage()
    await without.goto(`${home}/page-views`)
    const fields = without.getByRole("link", { name: "Custom fields", exact: true })
    assert.isFalse(await fields.isVisible())
    await without.getByRole("button", { name: "Menu", exact: true }).click()
    await fields.waitFor()
    await without.locator(".switcher > summary").click()
    await without.locator(".switcher").getByRole("link", { name: "All projects" }).waitFor()
    assert.strictEqual(await without.locator('.switcher [aria-current="true"]').count(), 2)
    await without.keyboard.press("Escape")
    await fields.waitFor({ state: "hidden" })
    await phone.close()
  })

  it("moves in a menu by arrow keys, and closes it by Escape and a press elsewhere", async () => {
    await open("/page-views")
    const menu = page.locator("details.switcher")
    const isOpen = () => menu.evaluate((details: HTMLDetailsElement) => details.open)
    await menu.locator("summary").focus()
    await page.keyboard.press("ArrowDown")
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    const first = await focused()
    await page.keyboard.press("End")
    assert.strictEqual(await focused(), "All organizations")
    await page.keyboard.press("ArrowDown")
    assert.strictEqual(await focused(), first)
    assert.deepStrictEqual(await axeViolations(page), [])
    await page.keyboard.press("Escape")
    assert.isFalse(await isOpen())
    assert.match((await focused()) ?? "", /^Switch from/)
    await page.keyboard.press("Enter")
    assert.isTrue(await isOpen())
    await page.locator("h1").click()
    assert.isFalse(await isOpen())
  })

  it("asks in a dialog before it deletes, says what was done in a toast, and says it once", async () => {
    await open(`/page-views/${id}`)
    const more = page.locator("summary", { hasText: "More actions" })
    const dialog = page.getByRole("dialog", { name: "Delete Slow traces?" })
    await more.click()
    await page.getByRole("link", { name: "Delete" }).click()
    await dialog.waitFor()
    assert.strictEqual(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Cancel")
    assert.deepStrictEqual(await axeViolations(page), [])
    await page.keyboard.press("Enter")
    await dialog.waitFor({ state: "detached" })
    await more.click()
    await page.getByRole("link", { name: "Delete" }).click()
    await dialog.getByRole("button", { name: "Delete page view" }).click()
    const toast = page.getByRole("status").filter({ hasText: "The page view was deleted." })
    await toast.waitFor()
    // The page's script takes out of the address what is said.
    await page.waitForURL((url) => !url.searchParams.has("done"))
    await toast.getByRole("button", { name: "Dismiss" }).click()
    await page.reload()
    assert.notInclude(await page.locator("main").innerText(), "was deleted")
  })
})
