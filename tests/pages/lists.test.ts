import { axeViolations, inEveryLook, sharedBrowser, takeScreenshots } from "@agent-operations/browser-for-tests"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, type Setting, start } from "./content.kit.ts"
import { scriptsStarted } from "./scripts.ts"
import { serve } from "./serve.ts"

const owner = "user=ada"
const open = () =>
  serve(async (origin) => {
    const setting = await start(origin)
    return { ...setting, answer: setting.handle, stop: setting.close }
  })

let world: Awaited<ReturnType<typeof open>>
let project: Awaited<ReturnType<Setting["makeProject"]>>
let ids: ReadonlyArray<string>

const odd = ["<b>bold</b> & co", "\u202eright to left", "zero\u200bwidth", `${"long".repeat(29)}end!`]

beforeAll(async () => {
  world = await open()
  project = await world.makeProject(owner)
  const made: Array<string> = []
  for (const name of [...odd, ...Array.from({ length: 26 }, (_, n) => `View ${String.fromCharCode(65 + n)}`)]) {
    const react = { source: { type: "react", code: "export default () => null" } }
    const body = bodies.page_view(name, name === "View C" ? react : {})
    made.push((await world.operate(project, "create_page_view", body)).id)
  }
  ids = made
})
afterAll(async () => {
  await world?.close()
  await world?.stop()
})

const ada = () => world.browser(owner)
const list = (query = "") => `${project.path}/page-views${query}`
const namesOf = (html: string) =>
  [...html.matchAll(/<a href="[^"]*\/pv_\w{26}"><bdi>([^<]*)</g)].map(([, name]) => name)
const idOf = (name: string) => {
  const names = [...odd, ...Array.from({ length: 26 }, (_, n) => `View ${String.fromCharCode(65 + n)}`)]
  return ids[names.indexOf(name)]!
}

describe("a list", () => {
  it("P9: is sorted by the heads of its columns, which say how it is", async () => {
    const first = await ada().get(list())
    assert.include(first.text, "1–25 of 30")
    const byName = await ada().get(first.link("Name"))
    assert.match(byName.html, /aria-sort="ascending"[^>]*>\s*<a[^>]*>Name/)
    assert.deepStrictEqual(namesOf(byName.html).slice(0, 2), ["&lt;b&gt;bold&lt;/b&gt; &amp; co", odd[3]])
    const reversed = await ada().get(byName.link("Name"))
    assert.match(reversed.html, /aria-sort="descending"[^>]*>\s*<a[^>]*>Name/)
    assert.strictEqual(namesOf(reversed.html)[1], "zero\u200bwidth")
  })

  it("P1: goes on and back, and says where it is", async () => {
    const first = await ada().get(list("?search=view"))
    const second = await ada().get(first.link("Next"))
    assert.include(second.text, "26–26 of 26")
    assert.deepStrictEqual(namesOf(second.html), ["View A"])
    const back = await ada().get(second.link("Previous"))
    assert.include(back.text, "1–25 of 26")
    assert.deepStrictEqual(namesOf(back.html), namesOf(first.html))
    assert.notInclude(back.html, 'rel="prev"')
    await ada().get(`${second.path}&sort=name_asc`, 400)
  })

  it("keeps what it is asked for in each link to it", async () => {
    const asked = { search: "view", target: "traces", updatedAfter: "2019-01-01", sort: "name_asc" }
    const linksOf = (html: string) =>
      [...html.matchAll(/href="([^"]*\/page-views\?[^"]*)"/g)]
        .map(([, href = ""]) =>
          Object.fromEntries(new URL(href.replaceAll("&amp;", "&"), "http://lists.test").searchParams)
        )
        // Those of who made each are to other lists.
        .filter((query) => !("updatedBy" in query))
    const first = await ada().get(list(`?${new URLSearchParams(asked).toString()}`))
    const { cursor, ...next } = linksOf(first.html).at(-1)!
    assert.isString(cursor)
    assert.deepStrictEqual(next, asked)
    const links = [asked, { ...asked, tab: "api" }, { ...asked, sort: "name_desc" }, { ...asked, sort: "updated_desc" }]
    assert.deepStrictEqual(linksOf(first.html).slice(0, -1), links)
    const second = linksOf((await ada().get(first.link("Next"))).html)
    assert.deepStrictEqual(second.slice(2, 4), links.slice(2))
  })

  it("is filtered by what its kind has, and says what is left", async () => {
    const react = await ada().get(list("?sourceType=react"))
    assert.deepStrictEqual(namesOf(react.html), ["View C"])
    const nobody = await ada().get(list("?updatedBy=user=ada&search=view"))
    assert.include(nobody.text, "No page view has “view” in its name and is left by the filters.")
    assert.include((await ada().get(list("?updatedBefore=2019-01-01"))).text, "No page view is left by the filters.")
    assert.include((await ada().get(list("?updatedAfter=2019-01-01&target=traces"))).text, "1–25 of 30")
    await ada().get(list("?updatedAfter=yesterday"), 400)
    await ada().get(list("?target=nowhere"), 400)
    await ada().get(list("?sort=size"), 400)
  })

  it("R7: deletes what was chosen, each by itself, and reports what was not deleted, and why", async () => {
    const own = await world.makeProject(owner)
    const make = (name: string, more = {}) => world.operate(own, "create_page_view", bodies.page_view(name, more))
    const [plain, used, changed] = [await make("Plain"), await make("Used"), await make("Changed")]
    const user = await make("User", { references: { used: { kind: "page_view", id: used.id, revision: null } } })
    await world.operate(own, "update_page_view", { id: changed.id, expectedRevision: 1, description: "Later" })
    const send = async (fields: ReadonlyArray<readonly [string, string]>) => {
      const path = `${own.path}/page-views/delete`
      const headers = { origin: world.origin, host: new URL(world.origin).host, cookie: owner }
      const body = new URLSearchParams(fields.map(([name, value]) => [name, value]))
      const answer = (await world.handle(
        new Request(world.origin + path, { method: "POST", headers, body }),
        "127.0.0.1"
      ))!
      return { status: answer.status, text: (await answer.text()).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ") }
    }
    const chosen = [plain, used, changed].map(({ id }) => ["chosen", `${id}:1`] as const)
    const asked = await send(chosen)
    assert.include(asked.text, "Delete 3 page views?")
    assert.strictEqual((await world.operate(own, "list_page_views", {})).items.length, 4)
    for (const [done, again] of [
      ["1 deleted, 2 not: see why below.", "Plain Deleted"],
      ["0 deleted, 3 not: see why below.", "There is no page view"]
    ]) {
      const report = await send([...chosen, ["confirmed", "yes"]])
      assert.strictEqual(report.status, 409)
      for (const text of [done!, again!, "still referenced by &quot;User&quot;", "The current revision is 2, not 1."]) {
        assert.include(report.text, text)
      }
    }
    const left = (await world.operate(own, "list_page_views", {})).items.map(({ id }) => id)
    assert.deepStrictEqual(left, [user.id, changed.id, used.id])
    assert.include((await send([])).text, "No page view is chosen")
  })
})

const chromium = await sharedBrowser()

describe("a list in a browser", () => {
  let page: Page
  beforeAll(async () => {
    if (chromium.browser === undefined) return
    const context = await chromium.browser.newContext({
      baseURL: world.origin,
      timezoneId: "Asia/Tokyo",
      locale: "en-GB"
    })
    await context.addCookies([{ name: "user", value: "ada", url: world.origin }])
    page = await context.newPage()
  })
  afterAll(() => page?.context().close())

  /** A test that is skipped, with its reason, where there is no browser. */
  const inBrowser = (title: string, test: () => Promise<void>) =>
    it(title, async ({ skip }) => {
      if (chromium.browser === undefined) return skip(chromium.reason)
      await test()
    })

  inBrowser("narrows as typed, keeps the address in step and the focus, and says what is left", async () => {
    await page.goto(list())
    await page.getByLabel("Search by name").pressSequentially("view c", { delay: 5 })
    await page.getByText("1–1 of 1").first().waitFor()
    assert.match(page.url(), /\?search=view\+c$/)
    assert.strictEqual(await page.evaluate(() => document.activeElement?.id), "search")
    assert.strictEqual(await page.locator("[data-list-status]").textContent(), "1–1 of 1")
    await page.getByLabel("Search by name").fill("nothing of the kind")
    await page.getByText("has “nothing of the kind” in its name").first().waitFor()
    await page.getByLabel("Search by name").fill("")
    await page.getByText("1–25 of 30").first().waitFor()
    assert.notInclude(page.url(), "?")
  })

  inBrowser("shows how long ago something was, and the exact local time on hover", async () => {
    await page.goto(list())
    const time = page.locator("time[data-time]").first()
    await page.waitForFunction(() => document.querySelector("time[data-time]")?.hasAttribute("title"))
    assert.match((await time.textContent()) ?? "", /just now|seconds? ago|minutes? ago/)
    assert.match((await time.getAttribute("title")) ?? "", /GMT\+9|JST|Japan/)
    assert.match((await time.getAttribute("datetime")) ?? "", /^\d{4}-.*Z$/)
  })

  inBrowser("chooses all rows at once, and asks before it deletes them", async () => {
    await page.goto(list("?search=View+A"))
    await scriptsStarted(page)
    assert.isTrue(await page.getByRole("button", { name: "Delete chosen" }).isDisabled())
    await page.getByLabel("Choose all on this page").check()
    await page.getByText("1 chosen").waitFor()
    await page.getByRole("button", { name: "Delete chosen" }).click()
    await page.getByRole("heading", { name: "Delete 1 page view?" }).waitFor()
    await page.getByRole("link", { name: "Cancel" }).click()
    assert.isOk(idOf("View A"))
  })

  inBrowser("is read at 320 px, whatever names are like, with the menu of a row", async () => {
    await page.goto(list("?sort=created_asc"))
    await inEveryLook(page, async (look) => {
      assert.deepEqual(await axeViolations(page), [], look)
    })
    for (const width of [320, 900]) {
      await page.setViewportSize({ width, height: 800 })
      const wider = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
      assert.isAtMost(wider, 0, `${width} px`)
    }
    await takeScreenshots(page, "list-long")
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(list("?sort=name_asc&search=view"))
    await takeScreenshots(page, "list-filtered")
    await page.locator("summary", { hasText: "Actions for" }).first().click()
    await page.getByRole("link", { name: "History" }).waitFor()
  })
})
