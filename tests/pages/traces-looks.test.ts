import { sharedBrowser, takeScreenshots } from "@agent-operations/browser-for-tests"
import { isLong } from "@agent-operations/testing/long"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, start } from "./content.kit.ts"
import { lookAt } from "./look.ts"
import { serve } from "./serve.ts"
import { spanId, traceId } from "./traces.data.ts"
import { callerOf, makePreviews, makeRuns, makeSession, recordWork, spend } from "./traces.kit.ts"

const chromium = await sharedBrowser()
const ada = "user=ada"

const open = async (browser: Browser) => {
  const served = await serve(async (origin) => {
    const setting = await start(origin)
    return { setting, answer: setting.handle }
  })
  const project = await served.setting.makeProject(ada, "Parcels")
  await recordWork(callerOf(served.setting, project))
  const previews = await makePreviews(served.setting, project)
  return { ...served, project, previews, browser }
}

let world: Awaited<ReturnType<typeof open>> | undefined
beforeAll(async () => {
  if (chromium.browser !== undefined) world = await open(chromium.browser)
})
afterAll(async () => {
  await world?.close()
  await world?.setting.close()
})

const look = async (page: Page, name: string, path: string) => {
  await page.goto(world!.project.path + path)
  await lookAt(page, name, { isLong })
}

describe("pages of traces are readable in light, in dark and on a phone, and accessible by WCAG 2.2 AA", () => {
  it("from the list to a span", async ({ skip }) => {
    if (world === undefined) return skip(chromium.reason)
    const context = await world.browser.newContext({ baseURL: world.origin })
    await context.addCookies([{ name: "user", value: "ada", url: world.origin }])
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text())
    })
    page.on("pageerror", ({ message }) => complaints.push(message))
    await look(page, "traces", "/traces")
    await look(page, "trace", `/traces/${traceId(1)}`)
    await look(page, "trace-failed", `/traces/${traceId(5)}`)
    await look(page, "span", `/traces/${traceId(1)}/spans/${spanId(105)}`)
    await look(page, "session", "/traces/session?id=chat-4711")
    await look(page, "sessions", "/traces/sessions?range=30d")
    await look(page, "new-score", `/traces/${traceId(1)}/scores/new`)
    for (const [name, path] of Object.entries(world.previews)) await look(page, name, path)
    await page.goto(world.project.path + world.previews["rows-edited"])
    const settings = {
      target: "traces",
      columns: [{ field: "trace.userId", label: "Who" }],
      filters: [{ field: "trace.startedAt", operator: "gt", value: "2015-01-01T00:00:00Z" }]
    }
    await page.getByRole("button", { name: "JSON", exact: true }).click()
    const type = (text: string) =>
      page.locator("#settings").evaluate((area, value) => {
        Reflect.set(area, "value", value)
        area.dispatchEvent(new Event("input", { bubbles: true }))
      }, text)
    await type(JSON.stringify(settings))
    await page.locator("#preview").getByText("Who", { exact: true }).waitFor()
    await type("{")
    await page.locator("#preview").getByText("Correct what is marked.").waitFor()
    // 400 is what a form is answered that cannot be read.
    assert.deepEqual(
      complaints.filter((text) => !text.includes("status of 400")),
      []
    )
    await context.close()
  })
})

describe("pages of what is deleted are readable in light, in dark and on a phone, and accessible by WCAG 2.2 AA", () => {
  it("R11: from what holds a definition to its recovery, by keyboard", async ({ skip }) => {
    if (world === undefined) return skip(chromium.reason)
    const { browser, origin, project, setting } = world
    const field = await setting.operate(project, "create_custom_field", bodies.custom_field("Price"))
    const references = { price: { kind: "custom_field", id: field.id, revision: null } }
    const view = await setting.operate(project, "create_page_view", bodies.page_view("Priced", { references }) as never)
    const context = await browser.newContext({ baseURL: origin })
    await context.addCookies([{ name: "user", value: "ada", url: origin }])
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("status of 4")) complaints.push(message.text())
    })
    page.on("pageerror", ({ message }) => complaints.push(message))
    const press = (name: string) => page.getByRole("button", { name }).first().press("Enter")
    const follow = (name: string) => page.getByRole("link", { name, exact: true }).first().press("Enter")
    const heading = async (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
    try {
      await look(page, "delete-used", `/custom-fields/${field.id}/delete`)
      assert.strictEqual(await page.getByRole("button", { name: "Delete custom field" }).count(), 0)
      await follow("Priced")
      await heading("Priced")
      await look(page, "delete", `/page-views/${view.id}/delete`)
      await press("Delete page view")
      await heading("Page views")
      await follow("Recover it")
      await heading("Priced")
      await setting.operate(project, "create_page_view", bodies.page_view("Priced"))
      await press("Recover page view")
      await page.getByLabel("Name").fill("Priced again")
      await takeScreenshots(page, "deleted-taken")
      await look(page, "deleted", `/page-views/deleted/${view.id}`)
      await look(page, "trash", "/page-views/deleted")
      await follow("Priced")
      await page.getByLabel("Name").fill("Priced again")
      await page.getByLabel("Name").press("Enter")
      await heading("Priced again")
      assert.include(await page.locator("main").innerText(), "The page view was recovered, as revision 2.")
      await look(page, "trash-empty", "/custom-fields/deleted")
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  })
})

describe("pages of reviews are readable in light, in dark and on a phone, and accessible by WCAG 2.2 AA", () => {
  it("from the sessions to the last review, by keyboard", async ({ skip }) => {
    if (world === undefined) return skip(chromium.reason)
    const { browser, origin, project, setting } = world
    const id = await makeSession(setting, project, { name: "Answers of this week", two: true })
    const context = await browser.newContext({ baseURL: origin })
    await context.addCookies([{ name: "user", value: "ada", url: origin }])
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("status of 4")) complaints.push(message.text())
    })
    page.on("pageerror", ({ message }) => complaints.push(message))
    const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
    const keys = async (...pressed: ReadonlyArray<string>) => {
      for (const key of pressed) await page.keyboard.press(key)
    }
    try {
      await look(page, "reviews", "/reviews")
      await look(page, "review-session-new", "/reviews/new?about=run")
      await look(page, "review-session", `/reviews/${id}`)
      await keys("c")
      await heading("Item 1")
      await look(page, "review", new URL(page.url()).pathname.slice(project.path.length))
      // A question that has no answer is told, and what was answered is kept.
      await keys("a", "1", "s")
      await page.getByRole("alert").getByText("What is its tone?").waitFor()
      assert.isTrue(await page.getByRole("radio", { name: "Yes" }).isChecked())
      await keys("b", "2")
      await page.getByLabel("Comment").first().fill("It says where the parcel is.")
      await page.getByRole("button", { name: "Submit and go on" }).press("Enter")
      await heading("Item 2")
      await keys("k")
      await heading("Item 3")
      for (const next of ["Item 2", "Answers of this week"]) {
        await keys("a", "2", "b", "1", "s")
        await heading(next)
      }
      const text = await page.locator("main").innerText()
      assert.include(text, "3 of 3 reviews, 3 of 3 items completed")
      assert.include(text, "nothing left for you to review")
      await look(page, "review-session-done", `/reviews/${id}`)
      await page.getByRole("link", { name: "Item 1" }).press("Enter")
      await heading("Item 1")
      assert.isTrue(await page.getByRole("radio", { name: "Cold" }).isChecked())
      await look(page, "review-submitted", new URL(page.url()).pathname.slice(project.path.length))
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  })
})

describe("pages of evaluation runs are readable in light, in dark and on a phone, and accessible by WCAG 2.2 AA", () => {
  it("from the form to a comparison, with a run that is followed", async ({ skip }) => {
    if (world === undefined) return skip(chromium.reason)
    const { browser, origin, project, setting } = world
    const { base, run, apps, dataset } = await makeRuns(setting, project)
    const context = await browser.newContext({ baseURL: origin })
    await context.addCookies([{ name: "user", value: "ada", url: origin }])
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("status of 4")) complaints.push(message.text())
    })
    page.on("pageerror", ({ message }) => complaints.push(message))
    const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true }).waitFor()
    try {
      await look(page, "runs", "/evaluations")
      await look(page, "run", `/evaluations/${base.id}?scorer=exact&below=1`)
      await page.getByRole("link", { name: "France, 1 of 2" }).click()
      await heading("France, 1 of 2")
      await look(page, "run-target", new URL(page.url()).pathname.slice(project.path.length))
      await look(page, "runs-compared", `/evaluations/${run.id}/compare?base=${base.id}&change=improved`)
      await page.getByRole("link", { name: "France" }).click()
      await heading("France")
      await look(page, "runs-compared-item", page.url().slice(origin.length + project.path.length))
      for (const [n, micros] of [1_500_000, 250_000, 4].entries()) {
        const day = new Date(Date.now() - n * 3 * 864e5).toISOString().slice(0, 10)
        await spend(setting, project, { day, run: run.id, app: apps.all }, micros)
      }
      await look(page, "usage", "/usage?by=app")
      await look(page, "traces-to-dataset", `/traces/add-to-dataset?trace=${traceId(1)}&trace=nothing`)
      await page.getByRole("button", { name: "Add traces" }).click()
      await page.getByRole("alert").getByText("Traces 2: ").waitFor()
      await page.getByLabel("Traces").fill(traceId(1))
      await page.getByRole("button", { name: "Add traces" }).click()
      await page.getByRole("link", { name: traceId(1) }).click()
      await heading(traceId(1))
      await look(page, "item-of-trace", page.url().slice(origin.length + project.path.length))
      await page.getByRole("link", { name: "Purge item" }).click()
      await heading("Purge this item?")
      await look(page, "purge-item", page.url().slice(origin.length + project.path.length))
      await look(page, "playground", `/playground?dataset=${dataset}`)
      await page.getByRole("link", { name: "France" }).click()
      await page.getByLabel("App", { exact: true }).selectOption(apps.all)
      await page.getByRole("checkbox").first().check()
      await page.getByRole("button", { name: "Call the app" }).click()
      await page.getByText("succeeded").first().waitFor()
      await look(page, "playground-answer", new URL(page.url()).pathname.slice(project.path.length))
      await look(page, "run-new", `/evaluations/new?from=${run.id}`)
      await page.getByLabel("Name").fill("")
      await page.getByRole("button", { name: "Start run" }).click()
      await page.getByRole("alert").getByText("Give the run a name.").waitFor()
      await page.getByLabel("Name").fill("Build 43")
      await page.getByLabel("App", { exact: true }).selectOption(apps.slow)
      await page.getByLabel("Dataset", { exact: true }).selectOption(dataset)
      await page.getByLabel("Repetitions").fill("5")
      await page.getByRole("button", { name: "Start run" }).click()
      await heading("Build 43")
      // Of six items by now. It is followed to its end, and then can be deleted instead of cancelled.
      await page.getByText("30 of 30 targets ended").waitFor({ timeout: 60_000 })
      await page.getByText("completed", { exact: true }).waitFor()
      await page.locator(".page-actions summary").click()
      await page.getByRole("link", { name: "Delete run" }).waitFor()
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  })
})
