import {
  axeViolations,
  findChromium,
  inEveryLook,
  launchBrowser,
  takeScreenshots
} from "@agent-operations/browser-for-tests"
import { networkInterfaces } from "node:os"
import { Clock, Effect } from "effect"
import type { Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, start } from "./content.kit.ts"
import { attacks, consented, departures, makeSink, running, webRtc } from "./react-views.attacks.ts"
import { serve } from "./serve.ts"
import { support } from "./traces.data.ts"
import { callerOf } from "./traces.kit.ts"

const chromium = await findChromium()
const ada = "user=ada"

/** An address of this machine that is not its own loopback, which browsers gather no candidates of. */
const machine = Object.values(networkInterfaces())
  .flat()
  .find((found) => found?.family === "IPv4" && !found.internal)?.address

const open = async (path: string) => {
  const asked: Array<Request> = []
  const served = await serve(async (origin) => {
    const setting = await start(origin)
    const answer: typeof setting.handle = (request, ...rest) => {
      asked.push(request)
      return setting.handle(request, ...rest)
    }
    return { setting, answer }
  })
  const { setting } = served
  const project = await setting.makeProject(ada, "Parcels")
  const now = await setting.runtime.runPromise(Effect.map(Clock.currentTimeMillis, (millis) => millis))
  const call = callerOf(setting, project)
  const traces = [1, 2, 3].map((n) => {
    const trace = support(n, `Question ${n}?`, "Yes.", {
      name: `<img src=x onerror=alert(${n})>`,
      metadata: JSON.parse('{"__proto__":{"polluted":1},"constructor":1}')
    })
    const at = (time: string | null | undefined) =>
      time == null
        ? null
        : new Date(Date.parse(time) - Date.parse(trace.spans![0]!.startedAt) + now - n * 60_000).toISOString()
    return {
      ...trace,
      spans: trace.spans!.map((span) => ({ ...span, startedAt: at(span.startedAt)!, endedAt: at(span.endedAt) }))
    }
  })
  await call("record_traces", { traces })
  return { ...served, asked, project, sink: await makeSink(), browser: await launchBrowser(path) }
}

let world: Awaited<ReturnType<typeof open>> | undefined
beforeAll(async () => {
  if (chromium.path !== undefined) world = await open(chromium.path)
}, 120_000)
afterAll(async () => {
  await world?.browser.close()
  await world?.close()
  world?.sink.close()
  await world?.setting.close()
})

let names = 0
const makeView = async (code: string, columns = ["trace.name", "trace.durationMs"]) => {
  const { id } = await world!.setting.operate(
    world!.project,
    "create_page_view",
    bodies.page_view(`View ${(names += 1)}`, {
      source: { type: "react", code },
      settings: {
        target: "traces",
        columns: columns.map((field) => ({ field })),
        filters: [],
        sort: [],
        groupBy: null,
        extra: {}
      }
    })
  )
  return `${world!.project.path}/page-views/${id}`
}

const inBrowser = (title: string, test: (page: Page) => Promise<void>): void =>
  it(title, { timeout: 120_000 }, async ({ skip }) => {
    if (world === undefined) return skip(chromium.path === undefined ? chromium.reason : "")
    const context = await world.browser.newContext({ baseURL: world.origin })
    await context.addCookies([{ name: "user", value: "ada", url: world.origin }])
    const page = await context.newPage()
    page.on("dialog", (dialog) => void dialog.accept())
    try {
      await test(page)
    } finally {
      await context.close()
    }
  })

const settled = async (page: Page, state: "drawn" | "failed") =>
  page.locator(`[data-react-view][data-state="${state}"]`).waitFor({ state: "attached", timeout: 30_000 })

const frameOf = (page: Page) => page.frameLocator("[data-react-view] iframe")

describe("a React page view", () => {
  inBrowser("is drawn over its rows, and hears what somebody does", async (page) => {
    const path = await makeView(`
      import { useState } from "react"
      export default function View({ rows, columns }: { rows: Array<any>, columns: Array<any> }) {
        const [count, setCount] = useState(0)
        const [text, setText] = useState("")
        return <section>
          <h2>Slow ones</h2>
          <ul>{rows.map((row) => <li key={row.id}>{row.values["trace.name"]}</li>)}</ul>
          <p id="columns">{columns.length} columns</p>
          <button onClick={() => setCount((n) => n + 1)}>Pressed {count} times</button>
          <label>Filter <input value={text} onChange={(event) => setText(event.target.value.toUpperCase())} /></label>
          <output>{text}</output>
          <svg viewBox="0 0 10 10" width={10}><circle cx={5} cy={5} r={4} strokeWidth={2} fill="red" /></svg>
        </section>
      }`)
    await page.goto(`${path}/rows`)
    await settled(page, "drawn")
    const frame = frameOf(page)
    assert.deepEqual(
      await frame.locator("li").allInnerTexts(),
      [1, 2, 3].map((n) => `<img src=x onerror=alert(${n})>`)
    )
    await frame.getByRole("button").click()
    await frame.getByRole("button").click()
    await frame.getByRole("button", { name: "Pressed 2 times" }).waitFor()
    await frame.getByLabel("Filter").fill("abc")
    await frame.locator("output", { hasText: "ABC" }).waitFor()
    assert.isFalse(await page.locator("details[data-rows]").evaluate((details: HTMLDetailsElement) => details.open))
    await inEveryLook(page, async (look) => assert.deepEqual(await axeViolations(page), [], look))
    await takeScreenshots(page, "react-view")
  })

  inBrowser("is drawn while it is edited, and again when it changes", async (page) => {
    await page.goto(`${await makeView("export default () => <p>before</p>")}/edit`)
    await settled(page, "drawn")
    await frameOf(page).getByText("before").waitFor()
    await page.evaluate(() => {
      const code = [...document.querySelectorAll("textarea")].find(({ value }) => value.includes("export default"))!
      code.value = "export default ({ rows }) => <p>after {rows.length}</p>"
      code.dispatchEvent(new Event("input", { bubbles: true }))
    })
    await frameOf(page).getByText("after 3").waitFor()
    assert.strictEqual(await page.locator("[data-react-view] iframe").count(), 1)
  })

  inBrowser("keeps what keys of data are named, and pollutes nothing", async (page) => {
    const path = await makeView(
      `
      export default ({ rows }) => {
        const { metadata } = JSON.parse('{"metadata":' + JSON.stringify(rows[0].values["trace.metadata"]) + "}")
        return <p>{Object.keys(metadata).sort().join()} {String({}.polluted)} {String(Object.hasOwn(metadata, "__proto__"))}</p>
      }`,
      ["trace.name", "trace.metadata"]
    )
    await page.goto(`${path}/rows`)
    await settled(page, "drawn")
    assert.match(await frameOf(page).locator("p").innerText(), /__proto__.*constructor.* undefined true$/)
  })

  it("is a sentence and a table without script, on the only pages that may have its frame", async ({ skip }) => {
    if (world === undefined) return skip(chromium.path === undefined ? chromium.reason : "")
    const path = await makeView("export default () => null")
    const policyOf = async (path: string) => {
      const answer = await world!.setting.handle(
        new Request(world!.origin + path, { headers: { host: new URL(world!.origin).host, cookie: ada } }),
        "127.0.0.1"
      )
      return answer?.headers.get("content-security-policy") ?? ""
    }
    const shown = await world.setting.browser(ada).get(`${path}/rows`)
    assert.include(shown.text, "The component runs in the browser and needs JavaScript. Its rows are below.")
    assert.include(shown.text, "3 rows")
    const own = `frame-src ${world.origin}/assets/view-frame.html;`
    assert.include(await policyOf(`${path}/rows`), own)
    assert.include(await policyOf(`${path}/edit`), own)
    for (const other of [`${path}/history`, `${world.project.path}/page-views`])
      assert.notInclude(await policyOf(other), "frame-src")
  })
})

/** Opens a view whose component does no harm. */
const openHarmless = async (page: Page, path?: string) => {
  await page.goto(`${path ?? (await makeView("export default ({ rows }) => <p>{rows.length} rows</p>"))}/rows`)
  await settled(page, "drawn")
  return page.frames().find((frame) => frame !== page.mainFrame())!
}

const stun = () => `stun:${machine ?? "127.0.0.1"}:${world!.sink.stunPort}`
const requests = attacks.filter(({ seen }) => seen === "request").map(({ name }) => name)
const results = attacks.filter(({ seen }) => seen === "result").map(({ name }) => name)

const pause = (page: Page, millis = 1500) => page.waitForTimeout(millis)

describe("a React page view reaches nothing", () => {
  inBrowser("control: every way out is seen where there is no sandbox", async (page) => {
    const { sink } = world!
    sink.clear()
    await page.context().grantPermissions(["clipboard-write"], { origin: sink.address })
    await page.goto(`${sink.address}control`)
    const did = new Set((await page.evaluate(running(attacks, sink.address, ""))) as Array<string>)
    for (const attack of consented) {
      await page.goto(`${sink.address}control`)
      await page.bringToFront()
      await page.mouse.click(50, 50)
      assert.deepEqual(await page.evaluate(running([attack], sink.address, "")), [attack.name])
    }
    const body = running(
      attacks.filter(({ name }) => name === "import-scripts"),
      sink.address,
      ""
    )
    await page.evaluate((body) => void new Worker(URL.createObjectURL(new Blob([body]))), body)
    await pause(page)
    assert.deepEqual(
      requests.filter((name) => !sink.hits.has(name)),
      []
    )
    assert.deepEqual(
      results.filter((name) => !did.has(name)),
      []
    )
    if (machine !== undefined) {
      await page.evaluate(`(async () => { const stun = ${JSON.stringify(stun())}; ${webRtc} })()`)
      await pause(page)
      assert.isAbove(sink.packets(), 0)
    }
    for (const departure of departures) {
      await page.goto(`${sink.address}control`)
      await page.evaluate(running([departure], sink.address, "")).catch(() => {})
      await page.waitForURL(`**/${departure.name}*`)
    }
  })

  inBrowser("from the component itself", async (page) => {
    const { sink, asked } = world!
    sink.clear()
    const code = running(
      [...attacks, ...consented, ...departures, { name: "webrtc", code: webRtc, seen: "request" }],
      sink.address,
      stun()
    )
    const names =
      "window document parent top opener frames localStorage sessionStorage RTCPeerConnection XMLSerializer Image".split(
        " "
      )
    const path = await makeView(`
      const did = await ${code}
      const there = ${JSON.stringify(names)}.filter((name) => globalThis[name] !== undefined)
      export default () => <p>did {JSON.stringify(did)}, has {JSON.stringify(there)}</p>`)
    asked.length = 0
    await page.goto(`${path}/rows`)
    await settled(page, "drawn")
    assert.strictEqual(await frameOf(page).locator("p").innerText(), "did [], has []")
    await pause(page)
    assert.deepEqual([...sink.hits], [])
    assert.strictEqual(sink.packets(), 0)
    assert.deepEqual(page.context().pages().length, 1)
    assert.isTrue(
      asked.every(({ url }) => url.includes("/page-views/") || url.includes("/assets/")),
      asked.map(({ url }) => url).join()
    )
  })

  inBrowser("from the document of its frame, had it got there", async (page) => {
    const { sink } = world!
    const frame = await openHarmless(page)
    sink.clear()
    assert.deepEqual(await frame.evaluate(running(attacks, sink.address, "")), [])
    for (const attack of consented) {
      await page.bringToFront()
      await frameOf(page).locator("p").click()
      assert.deepEqual(await frame.evaluate(running([attack], sink.address, "")), [])
    }
    await pause(page)
    assert.deepEqual([...sink.hits], [])
    assert.strictEqual(page.context().pages().length, 1)
    assert.notInclude(await page.evaluate(() => `${document.cookie} ${document.body.dataset["leaked"]}`), "leaked=1")
    assert.strictEqual(await page.evaluate(() => document.body.dataset["leaked"]), undefined)
  })

  inBrowser("by sending its frame or the page elsewhere", async (page) => {
    const { sink } = world!
    const path = await makeView("export default ({ rows }) => <p>{rows.length} rows</p>")
    sink.clear()
    for (const departure of departures) {
      const frame = await openHarmless(page, path)
      await frame.evaluate(running([departure], sink.address, "")).catch(() => {})
      await pause(page, 300)
      assert.deepEqual([...sink.hits], [], departure.name)
      assert.isTrue(new URL(page.url()).pathname.endsWith("/rows"), departure.name)
      assert.isTrue(page.frames().every((one) => one === page.mainFrame() || !one.url().startsWith(sink.address)))
    }
    const { asked, origin } = world!
    for (const place of ["/sign-out", "/organizations?leak=1"]) {
      const frame = await openHarmless(page, path)
      asked.length = 0
      await frame.evaluate((url) => void (location.href = url), origin + place)
      await page.getByText("its frame left its place").waitFor()
      assert.deepEqual(
        asked.map(({ url }) => url),
        []
      )
    }
    const frame = await openHarmless(page, path)
    asked.length = 0
    await frame.evaluate(() => void (location.href = `${location.href}&again`))
    await page.getByText("its frame left its place").waitFor()
    assert.isTrue(asked.every((request) => request.headers.get("cookie") === null && request.method === "GET"))
    assert.strictEqual(await page.locator("[data-react-view] iframe").count(), 0)
  })

  inBrowser("when its frame's document is opened by its address", async (page) => {
    const frame = await openHarmless(page)
    await page.goto(frame.url())
    assert.strictEqual(await page.evaluate(() => self.origin), "null")
    assert.strictEqual(
      await page.evaluate(() =>
        fetch("/account").then(
          () => "read",
          () => "refused"
        )
      ),
      "refused"
    )
  })

  inBrowser("by what it tells the page, the frame and itself", async (page) => {
    const frame = await openHarmless(page)
    await page.evaluate(() => {
      let heard = 0
      addEventListener("message", () => (document.body.dataset["heard"] = String((heard += 1))))
    })
    await frame.evaluate(() => {
      for (let n = 0; n < 5000; n++) parent.postMessage({ type: "failed", message: "forged", fatal: true }, "*")
    })
    await page.waitForFunction(() => document.body.dataset["heard"] === "5000")
    assert.strictEqual(await page.locator("[data-react-view]").getAttribute("data-state"), "drawn")

    const told = async (code: string, why: RegExp) => {
      await page.goto(`${await makeView(`${code}\nexport default () => <p>there</p>`)}/rows`)
      await settled(page, "failed")
      assert.match(await page.locator("[data-said]").innerText(), why)
      assert.isTrue(await page.locator("details[data-rows]").evaluate((details: HTMLDetailsElement) => details.open))
    }
    const element = (tag: string) =>
      `postMessage(JSON.stringify({ type: "changes", changes: [{ type: "insert", parent: 0, before: 0, drawn: { id: 9, tag: "${tag}", attributes: { src: "//x" }, style: {}, events: [], children: [] } }] }))`
    await told(element("script"), /<script> cannot be drawn/)
    await told(element("iframe"), /<iframe> cannot be drawn/)
    await told(`postMessage({ type: "changes" })`, /told too much at once/)
    await told(`for (;;) postMessage('{"type":"alive"}')`, /told what it was not asked for/)
    await told(`postMessage('"' + "x".repeat(5e6) + '"')`, /told too much at once/)
    await told(`postMessage('{"type":"changes","changes":[{"type":"remove","id":0}]}')`, /at a wrong place/)
  })
})

describe("a React page view that misbehaves", () => {
  const fails = async (page: Page, code: string, why: RegExp) => {
    await page.goto(`${await makeView(code)}/rows`)
    await settled(page, "failed")
    assert.match(await page.locator("[data-said]").innerText(), why)
    assert.strictEqual(await page.locator("[data-react-view] iframe").count(), 0)
    assert.isTrue(await page.getByRole("cell").first().isVisible())
  }

  inBrowser("is ended where it never answers, while the page goes on", async (page) => {
    await page.goto(`${await makeView("export default () => { for (;;); }")}/rows`)
    await page.locator("[data-react-view] iframe").waitFor({ state: "attached" })
    const began = await page.evaluate(() => performance.now())
    await page.getByLabel("Search", { exact: true }).fill("typed meanwhile")
    assert.isBelow((await page.evaluate(() => performance.now())) - began, 5000)
    await settled(page, "failed")
    assert.match(await page.locator("[data-said]").innerText(), /did not answer for five seconds/)
    assert.strictEqual(await page.getByLabel("Search", { exact: true }).inputValue(), "typed meanwhile")
    await fails(page, "for (;;);\nexport default () => null", /did not answer for five seconds/)
  })

  inBrowser("says what failed, at its line and column", async (page) => {
    await fails(
      page,
      "export default function View({ rows }) {\n  return <p>{rows.missing.name}</p>\n}",
      /reading 'name'.*\(line 2, column 2\d\)/
    )
    await fails(
      page,
      "const a = 1\nthrow new Error('broken <b>here</b>')\nexport default () => null",
      /broken <b>here<\/b> \(line 2, column 7\)/
    )
    await fails(
      page,
      "export default () => <p dangerouslySetInnerHTML={{ __html: '<b>' }} />",
      /dangerouslySetInnerHTML is not available/
    )
    await page.goto(`${await makeView("export default () => <button onClick={() => { null.x }}>Fail</button>")}/rows`)
    await settled(page, "drawn")
    await frameOf(page).getByRole("button").click()
    await page.getByText(/Something in the component failed: .*\(line 1, column \d+\)/).waitFor()
    assert.isTrue(await frameOf(page).getByRole("button").isVisible())
  })

  inBrowser("draws no more than can be looked at", async (page) => {
    await fails(
      page,
      "export default () => <>{Array.from({ length: 30_000 }, (_, n) => <i key={n} />)}</>",
      /more than 20000 elements/
    )
    await fails(
      page,
      "const deep = (n) => n === 0 ? null : <div>{deep(n - 1)}</div>\nexport default () => deep(500)",
      /more than 128 deep/
    )
    await fails(page, "export default () => <p>{'x'.repeat(2_500_000)}</p>", /more than 2000000 characters/)
    await page.goto(
      `${await makeView("export default () => <div style={{ height: 1e6, background: 'url(//x)' }}>high</div>")}/rows`
    )
    await settled(page, "drawn")
    await page.waitForFunction(() => document.querySelector("[data-react-view] iframe")!.clientHeight >= 1990)
    assert.isAtMost(await page.evaluate(() => document.querySelector("[data-react-view] iframe")!.clientHeight), 2000)
  })

  inBrowser("is said not to compile, with the rows as a table", async (page) => {
    await page.goto(`${await makeView("export default () => <p>\n  <b></i>\n</p>")}/rows`)
    assert.match(await page.getByRole("alert").innerText(), /The component is not shown: .*\(line 2, column \d+\)/)
    assert.isTrue(await page.getByRole("cell").first().isVisible())
  })
})
