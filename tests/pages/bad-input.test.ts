import { sharedBrowser, takeScreenshots } from "@agent-operations/browser-for-tests"
import type { Browser, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, start } from "./content.kit.ts"
import { scriptsStarted } from "./scripts.ts"
import { serve } from "./serve.ts"
import { spanId, support, traceId } from "./traces.data.ts"
import { callerOf } from "./traces.kit.ts"

const chromium = await sharedBrowser()
const ada = "user=ada"

const markup = `</textarea></script></bdi><img src=x onerror="document.body.dataset.ran=1"><script>document.body.dataset.ran=1</script>'"--><!--`
/** Names that turn what is beside them, show nothing, or are no word that could be broken. */
const odd = {
  markup: markup.slice(0, 118),
  turned: "\u202eturned \u2067isolated",
  nothing: "\u200b\u200c\u200d\u2060\ufeff nothing",
  stacked: `z${"\u0300".repeat(110)}`,
  blank: "\u200b\u2060\u3164",
  long: "W".repeat(120),
  directions: "שם של תצוגה with English and عربي"
}
const oddText = Object.values(odd).join("\n")
const mebibyte = `${markup}${"é<".repeat(300_000)}`

const open = async (browser: Browser) => {
  const served = await serve(async (origin) => {
    const setting = await start(origin)
    return { setting, answer: setting.handle }
  })
  const { setting } = served
  const project = await setting.makeProject(ada, odd.turned)
  const call = callerOf(setting, project)
  const recent = support(1, oddText, oddText, {
    name: odd.turned,
    userId: odd.nothing,
    sessionId: odd.markup,
    environment: odd.directions,
    tags: Object.values(odd),
    metadata: Object.fromEntries(Object.values(odd).map((text) => [text, text]))
  })
  const shift = Date.now() - 120_000 - Date.parse(recent.spans![0]!.startedAt)
  const moved = (time: string) => new Date(Date.parse(time) + shift).toISOString()
  const attributes = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [n === 0 ? odd.markup : `key ${n} ${odd.turned}`, markup])
    )
  const spans = recent.spans!.map((span, n) => ({
    ...span,
    startedAt: moved(span.startedAt),
    endedAt: moved(span.endedAt!),
    ...(n === 1 && { name: odd.markup, attributes: attributes(1024) }),
    ...(n === 2 && { model: odd.turned, provider: odd.nothing }),
    ...(n === 3 && { name: odd.long, input: mebibyte, output: { [odd.markup]: mebibyte.slice(0, 1000) } })
  }))
  await call("record_traces", { traces: [{ ...recent, spans }] })
  const tooMany = { ...spans[0], id: spanId(901), attributes: attributes(10_000) }
  const refused = await call("record_traces", { traces: [{ id: traceId(2), spans: [tooMany] }] }).then(
    () => "taken",
    ({ message }: Error) => message
  )
  return { ...served, project, refused, browser }
}

let world: Awaited<ReturnType<typeof open>> | undefined
let page: Page
const complaints: Array<string> = []
const faults: Array<string> = []
beforeAll(async () => {
  if (chromium.browser === undefined) return
  world = await open(chromium.browser)
  const context = await world.browser.newContext({ baseURL: world.origin })
  await context.addCookies([{ name: "user", value: "ada", url: world.origin }])
  page = await context.newPage()
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()))
  page.on("pageerror", ({ message }) => complaints.push(message))
  page.on("dialog", (dialog) => {
    if (dialog.type() !== "beforeunload") complaints.push(dialog.message())
    void dialog.accept()
  })
})
afterAll(async () => {
  await page?.context().close()
  await world?.close()
  await world?.setting.close()
})

type World = NonNullable<typeof world>

const inBrowser = (title: string, test: (world: World) => Promise<void>): void =>
  it(title, async ({ skip }) => {
    if (world === undefined) return skip(chromium.reason)
    complaints.length = faults.length = 0
    await test(world)
    assert.deepEqual(faults, [])
    assert.deepEqual(
      complaints.filter((text) => !text.includes("status of 4")),
      []
    )
  })

/** What on a page is not as safe as it should be: script that ran, what turns its neighbours, and what is too wide. */
const faultsOf = () =>
  page.evaluate(() => {
    const faults: Array<string> = document.body.dataset["ran"] === undefined ? [] : ["markup ran"]
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const wide = [...document.querySelectorAll("body *")].filter(
        (each) => each.getBoundingClientRect().right > clientWidth + 1 && each.closest("[tabindex='0'], svg") === null
      )
      faults.push(
        `${scrollWidth} wide: ${wide
          .slice(0, 4)
          .map((each) => `${each.tagName}.${each.className}`)
          .join()}`
      )
    }
    for (const link of document.querySelectorAll("main :is(a, h1)")) {
      const { width } = link.getBoundingClientRect()
      if (width < 4 && link.checkVisibility()) faults.push(`nothing to see: ${link.outerHTML.slice(0, 200)}`)
      if (link.matches("h1") && !/[^\p{C}\p{M}\p{Z}\u3164]/u.test(link.textContent ?? ""))
        faults.push("an empty heading")
    }
    const turns = /[\u202a-\u202e\u2066-\u2069\u0590-\u06ff]/
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (!turns.test(text.nodeValue ?? "")) continue
      let at = text.parentElement
      let alone = true
      while (at !== null && alone) {
        const { display, unicodeBidi } = getComputedStyle(at)
        if (display === "none" || unicodeBidi !== "normal" || at.matches("option, title, script, textarea")) break
        const unseen = [...at.querySelectorAll(".unseen")].map(({ textContent }) => textContent).join("")
        alone = at.textContent?.replace(unseen, "").trim() === text.nodeValue?.trim()
        if (alone && !display.startsWith("inline")) break
        at = at.parentElement
      }
      if (!alone) faults.push(`not isolated: ${at?.outerHTML.slice(0, 200)}`)
    }
    return faults
  })

/** Opens a page as a phone and as a desk show it. */
const look = async (path: string, name?: string) => {
  const answer = await page.goto(world!.project.path + path)
  if (answer?.status() !== 200) faults.push(`${path}: ${answer?.status()}`)
  await scriptsStarted(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const fault of await faultsOf()) faults.push(`${path} at ${width} px: ${fault}`)
  }
  if (name !== undefined) await takeScreenshots(page, name)
}

describe("bad input", () => {
  inBrowser(
    "in names, descriptions, formulas, code and settings is shown as it is, on every page of definitions",
    async ({ project, setting }) => {
      const formula = {
        settings: { target: "trace", valueType: "string", unit: null, extra: {} } as const,
        source: { type: "formula" as const, language: "cel" as const, expression: `"${odd.directions}"` }
      }
      const fields = await Promise.all(
        Object.values(odd).map((name) =>
          setting.operate(
            project,
            "create_custom_field",
            bodies.custom_field(name, { description: oddText, ...formula })
          )
        )
      )
      const settings = {
        target: "traces",
        columns: [
          ...["trace.name", "trace.userId", "trace.tags", "trace.metadata"].map((field, n) => ({
            field,
            label: Object.values(odd)[n]!
          })),
          { field: "custom.odd", label: odd.turned }
        ],
        filters: [{ field: "trace.name", operator: "eq", value: odd.turned }],
        sort: [],
        groupBy: "trace.environment",
        extra: { [odd.markup]: [odd.turned, odd.nothing] }
      }
      const references = { odd: { kind: "custom_field", id: fields[1]!.id, revision: null } }
      const more = { description: oddText, settings, references } as never
      const views = await Promise.all(
        Object.values(odd).map((name) => setting.operate(project, "create_page_view", bodies.page_view(name, more)))
      )
      const react = {
        source: { type: "react", code: `export default () => <p>{${JSON.stringify(markup)}}</p> // ${markup}` }
      }
      const [first, second] = [views[0]!.id, views[1]!.id]
      await setting.operate(project, "update_page_view", {
        id: second,
        expectedRevision: 1,
        name: odd.turned.slice(0, 9),
        ...react
      } as never)
      await look("/page-views", "bad-input-list")
      for (const rest of ["", "/edit", "/rows", "/delete"])
        await look(`/page-views/${first}${rest}`, `bad-input${rest.replace("/", "-")}`)
      for (const rest of ["", "/edit", "/rows", "/history", "/diff?from=1&to=2", "/restore?revision=1", "/copy"]) {
        await look(`/page-views/${second}${rest}`)
      }
      await look(`/page-views/${views[4]!.id}`)
      assert.include(await page.locator("h1").innerText(), "\\u{200b}\\u{2060}")
      for (const rest of ["", "/edit", "/delete"]) await look(`/custom-fields/${fields[1]!.id}${rest}`)
      const extra = { [odd.markup]: mebibyte.slice(0, 250_000), more: Object.values(odd) }
      const large = await setting.operate(
        project,
        "create_page_view",
        bodies.page_view("Large", { settings: { ...settings, extra }, references })
      )
      for (const rest of ["/edit", ""]) await look(`/page-views/${large.id}${rest}`)
      await page.locator("main").getByRole("link", { name: "Download revision 1 as JSON" }).first().waitFor()
      await look("/find?q=turned")
      await setting.operate(project, "delete_page_view", { id: views[5]!.id, expectedRevision: 1 })
      await look("/page-views/deleted")
      await look(`/page-views/deleted/${views[5]!.id}`)
    }
  )

  inBrowser(
    "in what programs record is shown as it is, the beginning of what is long, with the way to all of it",
    async ({ refused }) => {
      await look("/traces", "bad-input-traces")
      await look(`/traces/${traceId(1)}`, "bad-input-trace")
      await look(`/traces/session?id=${encodeURIComponent(odd.markup)}`)
      await look("/traces/sessions?range=24h")
      for (const span of [102, 103]) await look(`/traces/${traceId(1)}/spans/${spanId(span)}`, `bad-input-span-${span}`)
      await look(`/traces/${traceId(1)}/spans/${spanId(104)}`)
      const file = page.locator("main").getByRole("link", { name: "Download the span as JSON" })
      const whole = await (await page.request.get((await file.first().getAttribute("href"))!)).text()
      assert.isAbove(whole.length, mebibyte.length)
      assert.isBelow((await page.content()).length, 1_000_000)
      assert.include(refused, "At most 1024 attributes.")
    }
  )

  inBrowser(
    "of more columns than a page view may have is refused plainly, and the most are shown in a table that scrolls by itself",
    async ({ project, setting }) => {
      const columns = (count: number) =>
        Array.from({ length: count }, (_, n) => ({ field: "trace.name", label: `${n} ${odd.turned}` }))
      const settingsOf = (count: number) => ({ ...bodies.page_view("").settings, columns: columns(count) })
      const { id } = await setting.operate(
        project,
        "create_page_view",
        bodies.page_view("Most columns", { settings: settingsOf(500) })
      )
      for (const rest of ["", "/rows", "/edit"])
        await look(`/page-views/${id}${rest}`, `bad-input-columns${rest.replace("/", "-")}`)
      await page.getByRole("button", { name: "JSON", exact: true }).click()
      await page.locator("#settings").waitFor({ state: "attached" })
      await scriptsStarted(page)
      await page.evaluate(
        (text) => {
          const area = document.querySelector<HTMLTextAreaElement>("#settings")!
          area.value = text
          area.dispatchEvent(new Event("input", { bubbles: true }))
        },
        JSON.stringify(settingsOf(10_000))
      )
      await page.getByRole("button", { name: "Save changes" }).click()
      await page.getByText("Please correct this first:").waitFor()
      assert.match(await page.locator("main").innerText(), /at most 500|500 .*at most/i)
      assert.deepEqual(await faultsOf(), [])
      assert.strictEqual((await setting.operate(project, "get_page_view", { id })).revision, 1)
    }
  )
})
