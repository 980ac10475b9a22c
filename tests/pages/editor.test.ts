import { setTimeout as sleep } from "node:timers/promises"
import { axeViolations, inEveryLook, sharedBrowser, takeScreenshots } from "@agent-operations/browser-for-tests"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, start } from "./content.kit.ts"
import { scriptsStarted } from "./scripts.ts"
import { serve } from "./serve.ts"
import { support } from "./traces.data.ts"
import { callerOf } from "./traces.kit.ts"

const chromium = await sharedBrowser()
const ada = "user=ada"

const open = async (browser: Browser) => {
  const served = await serve(async (origin) => {
    const setting = await start(origin)
    return { setting, answer: setting.handle }
  })
  const project = await served.setting.makeProject(ada, "Parcels")
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

/** A test in a browser of Ada's, whose console must stay silent: no style or script was refused. */
const inBrowser = (title: string, test: (page: Page, world: World) => Promise<void>): void =>
  it(title, async ({ skip }) => {
    if (world === undefined) return skip(chromium.reason)
    const context = await world.browser.newContext({ baseURL: world.origin })
    await context.addCookies([{ name: "user", value: "ada", url: world.origin }])
    const page = await context.newPage()
    const complaints: Array<string> = []
    page.on("console", (message) => {
      // A preview of what is not right yet is refused.
      const expected = message.text().includes("the server responded with a status of 4")
      if (message.type() === "error" && !expected) complaints.push(message.text())
    })
    page.on("pageerror", ({ message }) => complaints.push(message))
    try {
      await test(page, world)
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  })

const editorOf = (page: Page, label: string) =>
  page.locator(".cm-content").and(page.getByRole("textbox", { name: label, exact: true }))

/** A new page view as JSON. */
const openJson = async (page: Page, project: { readonly path: string }) => {
  await page.goto(`${project.path}/page-views/new`)
  // Before its scripts are at work, the button sends the form, and the page is another one.
  await scriptsStarted(page)
  await page.getByRole("button", { name: "JSON", exact: true }).click()
  await editorOf(page, "Settings").waitFor()
}

/** What a field would be sent as. */
const sent = (page: Page, id: string) =>
  page.evaluate((id) => (document.getElementById(id) as HTMLTextAreaElement).value, id)

/** Replaces what an editor has by pasting, as nothing is completed then. */
const retype = async (page: Page, label: string, text: string) => {
  await editorOf(page, label).click()
  await page.keyboard.press("Control+a")
  await editorOf(page, label).evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/plain", text)
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

describe("the editor of code, JSON and formulas", () => {
  inBrowser(
    "is named by the field's label, sends what is typed, and is left by Escape, then Tab",
    async (page, { project }) => {
      await openJson(page, project)
      const settings = editorOf(page, "Settings")
      await settings.waitFor()
      await page.locator("label[for=settings]").click()
      assert.isTrue(await settings.evaluate((element) => element === document.activeElement))
      await retype(page, "Settings", '{\n  "target": "trace"\n}')
      assert.strictEqual(await sent(page, "settings"), '{\n  "target": "trace"\n}')
      await page.keyboard.press("Tab")
      assert.isTrue(await settings.evaluate((element) => element === document.activeElement), "Tab indents")
      await page.keyboard.press("Escape")
      await page.keyboard.press("Tab")
      assert.isFalse(await settings.evaluate((element) => element.contains(document.activeElement)), "it was not left")
      assert.include(await page.locator("#settings-keys").innerText(), "Escape, then Tab")
      // What others write into the field is shown.
      await page.evaluate(() => {
        const area = document.getElementById("settings") as HTMLTextAreaElement
        area.value = '{ "target": "traces" }'
        area.dispatchEvent(new Event("input", { bubbles: true }))
      })
      assert.include(await settings.innerText(), '"traces"')
    }
  )

  inBrowser("is whole, accessible and narrow enough in light, in dark and on a phone", async (page, { project }) => {
    await openJson(page, project)
    await page.getByLabel("React component").check()
    await retype(
      page,
      "Code",
      'import React from "react"\n\nexport default function View() {\n  return <p title="x">{1 + 1}</p> // two\n}\n'
    )
    await retype(
      page,
      "Settings",
      '{\n  "target": "traces",\n  "columns": [{ "field": "trace.nam" }],\n  "filters": [],\n}'
    )
    await page.locator("[data-issues-of=settings] li").waitFor()
    await inEveryLook(page, async (look) => {
      assert.deepEqual(await axeViolations(page), [], look)
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth
      )
      assert.isFalse(wide, `scrolls sideways ${look}`)
    })
    await takeScreenshots(page, "editor")
  })
})

describe("a formula", () => {
  inBrowser(
    "is completed by the target's records, its references and functions, with their types",
    async (page, { project, setting }) => {
      await setting.operate(project, "create_custom_field", bodies.custom_field("Price"))
      await page.goto(`${project.path}/custom-fields/new`)
      await page.getByLabel("Use another custom field").selectOption({ label: "Price (number)" })
      await page.getByRole("button", { name: "Use custom field" }).click()
      await page.getByText("custom.price", { exact: true }).waitFor()
      await editorOf(page, "Formula or JSON Pointer").click()
      const options = page.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled) li")
      /** Types something, and waits for what completes it: what completed its beginning may still stand there. */
      const offers = async (text: string, option: RegExp) => {
        await page.keyboard.press("Control+a")
        await page.keyboard.press("Delete")
        await page.keyboard.type(text)
        await options.filter({ hasText: option }).first().waitFor()
      }
      await offers("trace.cos", /cost\s*number/)
      // clock: the editor takes no key for a list that has not stood for 75 ms, and nothing tells that it has
      await sleep(100)
      await page.keyboard.press("Enter")
      assert.strictEqual(await sent(page, "sourceText"), "trace.cost")
      await offers("custom.pr", /price/)
      await offers("trace.name.starts", /startsWith\s*of a text \(text\): bool/)
      await offers("dou", /^double/)
      await offers("s", /^string/)
      assert.strictEqual(await options.filter({ hasText: /^span/ }).count(), 0, "a trace has no span")
      await page.keyboard.press("Escape")
      await page.getByLabel("Target").selectOption("span")
      await editorOf(page, "Formula or JSON Pointer").click()
      await offers("s", /^span/)
    }
  )
})

describe("a formula that is tried", () => {
  inBrowser(
    "says while it is typed what is wrong and how to repair it, then its value for the trace that is chosen",
    async (page, { project, setting }) => {
      const traces = [support(1, "Where?", "Here."), { ...support(2, "When?", "Now."), name: "later" }]
      await callerOf(setting, project)("record_traces", { traces })
      await page.goto(`${project.path}/custom-fields/new`)
      const panel = page.getByRole("region", { name: "Try it on a trace" })
      await retype(page, "Formula or JSON Pointer", "trace.nam.size()")
      await panel.getByText("Write trace.name instead.").waitFor()
      assert.strictEqual(await panel.locator(".issues mark").innerText(), "nam.size()")
      await retype(page, "Formula or JSON Pointer", "trace.name.size()")
      const trace = panel.getByLabel("Trace", { exact: true })
      await trace.selectOption({ index: 1 })
      const chosen = (await trace.locator("option").nth(1).innerText()).split(",")[0]!
      await panel.getByText(`Value: ${chosen.length}`, { exact: true }).waitFor()
      const other = chosen === "later" ? "support" : "later"
      await trace.selectOption({
        label: (await trace.locator("option").allInnerTexts()).find((text) => text.startsWith(other))!
      })
      await panel.getByText(`Value: ${other.length}`, { exact: true }).waitFor()
      await inEveryLook(page, async (look) => {
        assert.deepEqual(await axeViolations(page), [], look)
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth > document.documentElement.clientWidth
        )
        assert.isFalse(wide, `scrolls sideways ${look}`)
      })
      await takeScreenshots(page, "formula-tried")
    }
  )
})

describe("what is wrong with a definition", () => {
  inBrowser("is told at its place while it is typed, with how to repair it", async (page, { project }) => {
    await openJson(page, project)
    const issues = page.locator("[data-issues-of=settings]")
    await retype(page, "Settings", '{\n  "target": "traces",\n  "columns": []\n  "filters": []\n}')
    await issues.getByText("Add a comma at the end of line 3.").waitFor()
    assert.strictEqual(await page.locator(".cm-lintRange-error").count(), 1)
    assert.strictEqual(await editorOf(page, "Settings").getAttribute("aria-invalid"), "true")
    await retype(
      page,
      "Settings",
      '{\n  "target": "traces",\n  "columns": [{ "field": "trace.nam" }, { "field": "trace.ids" }]\n}'
    )
    await issues.getByText("trace.nam").first().waitFor()
    assert.deepEqual(await page.locator(".cm-lintRange-error").allInnerTexts(), ['"trace.nam"', '"trace.ids"'])
    assert.include(await page.locator("[data-issues-said]").innerText(), "2 errors")
    await retype(page, "Settings", '{ "target": "traces" }')
    await page.getByText("Nothing is wrong.").waitFor()
    assert.strictEqual(await page.locator(".cm-lintRange-error").count(), 0)
    assert.isNull(await editorOf(page, "Settings").getAttribute("aria-invalid"))
  })

  inBrowser(
    "is told of plain fields once somebody was there, and of what is saved at once",
    async (page, { project, setting }) => {
      await page.goto(`${project.path}/custom-fields/new`)
      await retype(page, "Formula or JSON Pointer", "trace.nam + 1")
      await page.locator("[data-issues-of=sourceText] li").waitFor()
      assert.strictEqual(await page.locator("[data-issues-of=name] li").count(), 0)
      await page.getByLabel("Name", { exact: true }).fill("x".repeat(130))
      await page.locator("[data-issues-of=name] li").waitFor()
      assert.strictEqual(await page.getByLabel("Name", { exact: true }).getAttribute("aria-invalid"), "true")
      const source = { type: "formula", language: "cel", expression: "trace.cost +\n  trace.nonsense" } as const
      const { id } = await setting.operate(project, "create_custom_field", bodies.custom_field("Wrong", { source }))
      await page.goto(`${project.path}/custom-fields/${id}/edit`)
      await page.locator("[data-issues-of=sourceText]").getByText("There is no field trace.nonsense").waitFor()
      assert.deepEqual(await page.locator(".cm-lintRange-error").allInnerTexts(), ["nonsense"])
    }
  )
})
