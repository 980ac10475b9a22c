import { findChromium, launchBrowser } from "@agent-operations/browser-for-tests"
import type { Page } from "playwright-core"
import { assert, it } from "vitest"
import { bodies, start } from "./content.kit.ts"
import { scriptsStarted } from "./scripts.ts"
import { serve } from "./serve.ts"
import { support } from "./traces.data.ts"
import { callerOf } from "./traces.kit.ts"

const chromium = await findChromium()

/** From a change of a control until other rows are there, in milliseconds. */
const timed = (page: Page, id: string, value: string) =>
  page.evaluate(
    async ([id, value]) => {
      const input = document.getElementById(id!) as HTMLInputElement
      const shown = document.querySelector("[data-preview-shown]")!
      const before = performance.now()
      const changed = new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (shown.querySelector("thead th")?.textContent !== value) return
          observer.disconnect()
          resolve(performance.now() - before)
        })
        observer.observe(shown, { childList: true, subtree: true })
      })
      input.value = value!
      input.dispatchEvent(new Event("input", { bubbles: true }))
      return changed
    },
    [id, value]
  )

it("the builder of page views shows the rows of what is typed soon after", async ({ skip }) => {
  if (chromium.path === undefined) return skip(chromium.reason)
  const { origin, setting, close } = await serve(async (origin) => {
    const setting = await start(origin)
    return { setting, answer: setting.handle }
  })
  const browser = await launchBrowser(chromium.path)
  try {
    const project = await setting.makeProject("user=ada", "Parcels")
    const traces = Array.from({ length: 30 }, (_, n) => support(n + 1, `Question ${n}?`, "Yes."))
    await callerOf(setting, project)("record_traces", { traces })
    const columns = ["trace.name", "trace.userId", "trace.totalTokens"].map((field) => ({ field }))
    const body = bodies.page_view("View", { settings: { target: "traces", columns } } as never)
    const { id } = await setting.operate(project, "create_page_view", body)
    const page = await browser.newPage({ baseURL: origin })
    await page.context().addCookies([{ name: "user", value: "ada", url: origin }])
    await page.goto(`${project.path}/page-views/${id}/edit`)
    await scriptsStarted(page)
    await page.locator("[data-preview-shown] thead th").first().waitFor()
    const times: Array<number> = []
    for (let n = 0; n < 20; n++) times.push(await timed(page, "columns.0.label", `Label ${n}`))
    // 300 ms on a quiet machine.
    assert.isBelow(times.toSorted((one, other) => one - other)[10]!, 1500, times.map(Math.round).join(" "))
  } finally {
    await browser.close()
    await close()
    await setting.close()
  }
})
