import { axeViolations, launchBrowser, sharedBrowser, takeScreenshots } from "@agent-operations/browser-for-tests"
import { Clock, Effect } from "effect"
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { bodies, start } from "./content.kit.ts"
import { scriptsStarted } from "./scripts.ts"
import { serve } from "./serve.ts"
import { support } from "./traces.data.ts"
import { callerOf } from "./traces.kit.ts"

const chromium = await sharedBrowser()

/** What questions about a form meet, while it is set. */
let atLive: ((respond: () => Promise<Response | undefined>, body: string) => Promise<Response | undefined>) | undefined

const open = async (browser: Browser) => {
  const served = await serve(async (origin) => {
    const setting = await start(origin)
    const answer: typeof setting.handle = async (request, ...rest) => {
      const respond = () => setting.handle(request, ...rest)
      const body = request.method === "POST" ? await request.clone().text() : ""
      return body.includes("live=true") && atLive !== undefined ? atLive(respond, body) : respond()
    }
    return { setting, answer }
  })
  const project = await served.setting.makeProject("user=ada", "Parcels")
  const now = await served.setting.runtime.runPromise(Effect.map(Clock.currentTimeMillis, (millis) => millis))
  const traces = Array.from({ length: 30 }, (_, n) => {
    const trace = support(n + 1, `Question ${n}?`, "Yes.", { name: `question ${n}` })
    const shift = now - (n + 1) * 60_000 - Date.parse(trace.spans![0]!.startedAt)
    const moved = (time: string | null | undefined) =>
      time == null ? null : new Date(Date.parse(time) + shift).toISOString()
    const spans = trace.spans!.map((span) => ({
      ...span,
      startedAt: moved(span.startedAt)!,
      endedAt: moved(span.endedAt)
    }))
    return { ...trace, spans }
  })
  await callerOf(served.setting, project)("record_traces", { traces })
  return { ...served, project, browser }
}

let world: Awaited<ReturnType<typeof open>> | undefined
beforeAll(async () => {
  if (chromium.browser !== undefined) world = await open(chromium.browser)
})
afterAll(async () => {
  await world?.close()
  await world?.setting.close()
})

type World = NonNullable<typeof world>

/** A test in a browser of Ada's, on whose page no script fails. A Chromium has one clipboard: it takes one of its own. */
const inBrowser = (
  title: string,
  test: (page: Page, world: World) => Promise<void>,
  { clipboard = false, ...options }: BrowserContextOptions & { readonly clipboard?: boolean } = {}
): void =>
  it(title, async ({ skip }) => {
    if (world === undefined) return skip(chromium.reason)
    const launched = clipboard ? await launchBrowser(chromium.path!) : undefined
    const context = await (launched ?? world.browser).newContext({ baseURL: world.origin, ...options })
    context.setDefaultTimeout(60_000)
    await context.addCookies([{ name: "user", value: "ada", url: world.origin }])
    const page = await context.newPage()
    const failures: Array<string> = []
    page.on("pageerror", ({ message }) => failures.push(message))
    page.on("dialog", (dialog) => void dialog.accept())
    try {
      await test(page, world)
      assert.deepStrictEqual(failures, [])
    } catch (error) {
      const told = await page.locator("#preview [data-preview-said], #builder > [role=status]").allInnerTexts()
      const what = `scripts failed: ${failures.join("; ")}; the page says: ${told.join("; ")}`
      throw new Error(`${String(error)}; ${what}`, { cause: error })
    } finally {
      atLive = undefined
      await context.close()
      await launched?.close()
    }
  })

const settings = {
  target: "traces",
  columns: ["trace.name", "trace.userId", "trace.totalTokens"].map((field) => ({ field })),
  filters: [],
  sort: [],
  groupBy: null,
  extra: { kept: [1.5] }
}

const makeField = (world: World, name: string, expression: string) =>
  world.setting.operate(
    world.project,
    "create_custom_field",
    bodies.custom_field(name, {
      source: { type: "formula", language: "cel", expression },
      settings: { target: "trace", valueType: "number", unit: "USD", extra: {} }
    })
  )

let views = 0

/** Opens the form of a new page view, once its rows are there. */
const openView = async (page: Page, { setting, project }: World, more: object = {}, references: object = {}) => {
  const body = { source: { type: "table" }, settings: { ...settings, ...more }, references }
  const name = `View ${(views += 1)}`
  const { id } = await setting.operate(project, "create_page_view", bodies.page_view(name, body as never))
  const path = `${project.path}/page-views/${id}`
  await page.goto(`${path}/edit`)
  await scriptsStarted(page)
  await rows(page).first().waitFor()
  return path
}

const rows = (page: Page) => page.locator("[data-preview-shown]:not([data-stale]) tbody tr")
const heads = (page: Page) => page.locator("[data-preview-shown] thead th").allInnerTexts()
const column = (page: Page, place: number, part: string) => page.locator(`[id="columns.${place}.${part}"]`)
const said = (page: Page) => page.locator("[data-preview-said]")
const fieldsNow = (page: Page) =>
  page
    .locator("[data-item=columns] [data-field-picker]")
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))

/** Waits until what a function gives is as it is expected. */
const until = <A>(read: () => Promise<A>, expected: A) =>
  waitUntil(JSON.stringify(expected), async () => {
    assert.deepStrictEqual(await read(), expected)
    return true
  })

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "")

const centre = async (of: Locator) => {
  const box = (await of.boundingBox()) ?? assert.fail("it is not shown")
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, bottom: box.y + box.height }
}

describe("the builder of page views, with live rows", () => {
  inBrowser("shows the rows of what is typed, and leaves focus, caret and scroll alone", async (page, world) => {
    await openView(page, world)
    const search = page.getByLabel("Search", { exact: true })
    await search.fill("question 7")
    await until(() => rows(page).count(), 1)
    assert.strictEqual(await focused(page), "rows.search")
    assert.include(await said(page).innerText(), "Shows 1 row.")
    await search.fill("")
    await until(() => rows(page).count(), 20)
    await page.locator('[id="columns.0.label"]').fill("Another label")
    await until(() => page.locator("[data-preview-shown] thead th").first().innerText(), "Another label")
  })

  inBrowser("asks for the last change alone, and marks the rows of before", async (page, world) => {
    await openView(page, world)
    let release = () => {}
    let asked = 0
    atLive = async (respond) => {
      asked += 1
      if (asked === 1) await new Promise<void>((resolve) => (release = resolve))
      return respond()
    }
    const label = column(page, 0, "label")
    await label.fill("First")
    await until(async () => asked, 1)
    assert.strictEqual(await page.locator("[data-preview-shown][data-stale] tbody tr").count(), 20)
    await label.fill("Second")
    await until(async () => (await heads(page))[0], "Second")
    release()
    await until(async () => asked, 2)
    assert.strictEqual((await heads(page))[0], "Second")
  })

  inBrowser("says what is wrong at each control, and says plainly that nobody answers", async (page, world) => {
    await openView(page, world)
    await column(page, 1, "width").fill("wide")
    await page.locator('[id="columns.1.width-live"]').waitFor()
    await column(page, 1, "width").fill("")
    await column(page, 0, "field").fill("trace.nonsense")
    await column(page, 2, "field").fill("nothing")
    await page.keyboard.press("Escape")
    for (const place of [0, 2]) {
      await page.locator(`[id="columns.${place}.field-live"]`).waitFor()
      assert.strictEqual(await column(page, place, "field").getAttribute("aria-invalid"), "true")
      assert.include(await column(page, place, "field").getAttribute("aria-describedby"), `columns.${place}.field-live`)
    }
    // The builder's own answer, which knows nothing of it, takes nothing of that back.
    let [asked, release] = [0, () => {}]
    const held = new Promise<void>((resolve) => (release = resolve))
    atLive = (respond, body) => (body.includes("do=refresh") ? held.then(respond) : ((asked += 1), respond()))
    await column(page, 0, "field").fill("trace.nowhere")
    await page.keyboard.press("Tab")
    await page.locator('[id="columns.0.field-live"]').getByText("nowhere").waitFor()
    const before = asked
    // In a handle: the page listens before the answer is let go.
    const isLost = await column(page, 0, "field").evaluateHandle((control: HTMLInputElement) => ({
      told: new Promise<boolean>((resolve) => {
        control.form?.addEventListener("input", () => resolve(!control.hasAttribute("aria-invalid")))
      })
    }))
    release()
    assert.isFalse(await isLost.evaluate(({ told }) => told))
    await until(async () => asked > before, true)
    assert.include(await said(page).innerText(), "The rows below are of before your last change.")
    assert.strictEqual(await rows(page).count(), 0)
    await column(page, 0, "field").fill("trace.name")
    await column(page, 2, "field").fill("trace.id")
    await rows(page).first().waitFor()
    await until(() => page.locator(".live-error").count(), 0)

    await page.context().setOffline(true)
    await column(page, 0, "label").fill("Offline")
    await said(page).getByText("There is no connection to the server.").waitFor()
    assert.strictEqual(await page.locator("[data-preview-shown][data-stale] tbody tr").count(), 20)
    await page.context().setOffline(false)
    await until(async () => (await heads(page))[0], "Offline")
    await page.context().clearCookies()
    await column(page, 0, "label").fill("Late")
    await said(page).getByText("You are signed out. Your session ended").waitFor()
    assert.strictEqual(await column(page, 0, "label").inputValue(), "Late")
  })

  inBrowser("asks a server again that was not reached, until it is", async (page, world) => {
    await openView(page, world)
    let refused = 0
    await page.route("**/edit", (route) => {
      const isLive = route.request().postData()?.includes("live=true") === true
      return isLive && ++refused <= 2 ? route.abort("connectionfailed") : route.continue()
    })
    await column(page, 0, "label").fill("Back")
    await said(page).getByText("There is no connection to the server.").waitFor()
    await until(async () => (await heads(page))[0], "Back")
    assert.strictEqual(await page.locator("[data-preview-shown][data-stale]").count(), 0)
  })

  inBrowser(
    "moves columns by drag and by keyboard, and keeps the focus on the one that is moved",
    async (page, world) => {
      // High enough that no drag scrolls it.
      await page.setViewportSize({ width: 1280, height: 1600 })
      await openView(page, world)
      const [first, third] = await Promise.all(
        [0, 2].map((n) => centre(page.locator("[data-item=columns] .grip").nth(n)))
      )
      await page.mouse.move(first!.x, first!.y)
      await page.mouse.down()
      await page.mouse.move(third!.x, third!.bottom, { steps: 4 })
      assert.strictEqual(await page.locator(".drop-after").count(), 1)
      const second = { pointerId: 99, button: 0, bubbles: true, cancelable: true }
      await page.locator("[data-item=columns] .grip").nth(1).dispatchEvent("pointerdown", second)
      assert.strictEqual(await page.locator(".dragged").count(), 1, "another finger takes nothing up")
      await page.keyboard.press("Escape")
      await page.mouse.up()
      await page.mouse.move(first!.x, first!.y)
      await page.mouse.down()
      await page.mouse.move(third!.x, third!.bottom, { steps: 4 })
      await page.mouse.up()
      await until(() => fieldsNow(page), ["trace.userId", "trace.totalTokens", "trace.name"])
      await until(() => heads(page), ["trace.userId", "trace.totalTokens", "trace.name"])
      await page.getByText("Column 1, trace.name, is now 3 of 3.").waitFor({ state: "attached" })
      await page.locator('[id="columns.2.up"]').focus()
      await page.keyboard.press("Enter")
      await page.keyboard.press("Enter")
      await until(() => fieldsNow(page), ["trace.name", "trace.userId", "trace.totalTokens"])
      assert.strictEqual(await focused(page), "columns.0.down")
      await page.getByText("Column 2, trace.name, is now 1 of 3.").waitFor({ state: "attached" })
      await page.getByRole("button", { name: "Add column" }).click()
      await until(() => focused(page), "columns.3.field")
    }
  )

  inBrowser("picks a custom field by name, and compares by the type that was chosen", async (page, world) => {
    const { id } = await makeField(world, "Price per token", "trace.cost / double(trace.totalTokens)")
    const path = await openView(page, world)
    await page.getByRole("button", { name: "Add column" }).click()
    const field = column(page, 3, "field")
    await until(() => focused(page), "columns.3.field")
    await page.keyboard.type("price")
    const option = page.locator(".picker-list [role=option]").first()
    await option.waitFor()
    assert.match(await option.innerText(), /Price per token\s+number\s+Custom field · USD/)
    assert.deepStrictEqual(await axeViolations(page), [])
    await page.keyboard.press("ArrowDown")
    assert.strictEqual(await field.getAttribute("aria-activedescendant"), await option.getAttribute("id"))
    await page.keyboard.press("Enter")
    await until(() => field.inputValue(), "custom.pricePerToken")
    await until(async () => (await heads(page))[3], "custom.pricePerToken (USD)")
    assert.strictEqual(await focused(page), "columns.3.field")

    // A list that is opened while the builder is answered stays open, and is told as open.
    let answer = () => {}
    const held = new Promise<void>((resolve) => (answer = resolve))
    atLive = (respond) => held.then(respond)
    await column(page, 0, "field").fill("trace.status")
    await column(page, 1, "field").click()
    answer()
    await until(async () => (await heads(page))[0], "trace.status")
    assert.strictEqual(await column(page, 1, "field").getAttribute("aria-expanded"), "true")
    assert.isTrue(await page.locator(`#${await column(page, 1, "field").getAttribute("aria-controls")}`).isVisible())
    await page.keyboard.press("Escape")

    await page.getByRole("button", { name: "Add filter" }).click()
    await until(() => focused(page), "filters.0.field")
    const value = page.locator('[id="filters.0.value"]')
    for (const [picked, type] of [
      ["trace.startedAt", "datetime-local"],
      ["trace.status", "select"]
    ] as const) {
      await page.locator('[id="filters.0.field"]').fill(picked)
      await page.keyboard.press("Enter")
      await page.locator('[id="filters.0.operator"]').focus()
      await until(() => value.evaluate((each) => each.getAttribute("type") ?? each.localName), type)
      assert.strictEqual(await focused(page), "filters.0.operator")
    }
    await page.locator('[id="filters.0.value"]').selectOption("error")
    await until(() => rows(page).count(), 0)

    await page.getByRole("button", { name: "JSON", exact: true }).click()
    const references = await page.locator("[id=references]").evaluate((each) => (each as HTMLTextAreaElement).value)
    assert.deepStrictEqual(JSON.parse(references), { pricePerToken: { kind: "custom_field", id, revision: null } })
    await page.getByRole("button", { name: "Builder", exact: true }).click()
    await until(() => field.inputValue(), "custom.pricePerToken")
    await page.getByRole("button", { name: "Save changes" }).click()
    await page.waitForURL(`**${path}?*`)
    const stored = await world.setting.operate(world.project, "get_page_view", { id: path.split("/").at(-1)! })
    const { settings: saved } = stored
    assert.deepStrictEqual(saved.extra, settings.extra)
    assert.deepStrictEqual(saved.columns[3], { field: "custom.pricePerToken" })
  })

  inBrowser("explains a cell without a value by keyboard, and leads to its custom field", async (page, world) => {
    const { id } = await makeField(world, "Broken", "1.0 / double(trace.spanCount - trace.spanCount) > 0.0 ? 1 / 0 : 2")
    const references = { broken: { kind: "custom_field", id, revision: null } }
    await openView(page, world, { columns: [{ field: "custom.broken" }, { field: "trace.name" }] }, references)
    const why = page.locator(".why summary").first()
    await why.focus()
    await page.keyboard.press("Enter")
    await page.getByText("Let the formula test that the divisor is not zero").first().waitFor()
    await page.keyboard.press("Tab")
    assert.strictEqual(await page.evaluate(() => document.activeElement?.textContent), "Open custom field")
    assert.deepStrictEqual(await axeViolations(page), [])
  })

  inBrowser(
    "shows rows first on its page, and copies a link that shows the same to somebody else",
    async (page, world) => {
      const path = (await openView(page, world)).replace("/edit", "")
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await page.goto(path)
      const shown = page.locator("main section[aria-label=Rows]")
      await shown.locator("tbody tr").first().waitFor()
      assert.isTrue(
        await shown.evaluate((each) => (each.compareDocumentPosition(document.querySelector("main h2")!) & 4) !== 0)
      )
      await shown.getByLabel("Search").fill("question 7")
      await page.getByRole("button", { name: "Copy link" }).click()
      await page.getByText("Copied", { exact: true }).waitFor()
      await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
      await until(() => page.locator("tbody tr").count(), 1)
      assert.strictEqual(await page.getByLabel("Search", { exact: true }).inputValue(), "question 7")
    },
    { clipboard: true }
  )

  inBrowser(
    "works on a phone by touch",
    async (page, world) => {
      await openView(page, world)
      const handle = page.locator("[data-item=columns] .grip").first()
      const second = page.locator("[data-item=columns]").nth(1)
      // A drag near the edge of the window scrolls it, as long as it is there.
      await second.evaluate((each) => each.scrollIntoView({ block: "center" }))
      const [from, to] = [await centre(handle), await centre(second)]
      const touch = await page.context().newCDPSession(page)
      const send = (type: "touchStart" | "touchMove" | "touchEnd", points: ReadonlyArray<{ x: number; y: number }>) =>
        touch.send("Input.dispatchTouchEvent", { type, touchPoints: [...points] })
      await send("touchStart", [from])
      await send("touchMove", [{ x: from.x, y: (from.y + to.y) / 2 }])
      await send("touchMove", [{ x: from.x, y: to.bottom - 10 }])
      await send("touchEnd", [])
      await until(() => fieldsNow(page), ["trace.userId", "trace.name", "trace.totalTokens"])
      await until(async () => (await heads(page))[0], "trace.userId")
      // The browser makes no click of a touch that follows a drag at once, as one that stops a fling.
      await until(async () => {
        await column(page, 0, "field").tap()
        return page.locator(".picker-list").isVisible()
      }, true)
      await page.locator('.picker-list [data-value="trace.status"]').tap()
      await until(async () => (await heads(page))[0], "trace.status")
      const [width, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      assert.isAtMost(width!, shown!)
      await takeScreenshots(page, "builder-phone")
    },
    { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  )
})
