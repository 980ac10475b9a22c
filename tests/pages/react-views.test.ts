import {
  axeViolations,
  findChromium,
  inEveryLook,
  launchBrowser,
  takeScreenshots
} from "@agent-operations/browser-for-tests"
import { waitUntil } from "@agent-operations/testing/wait-until"
import { networkInterfaces } from "node:os"
import { Clock, Effect } from "effect"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { bodies, start } from "./content.kit.ts"
import { attacks, consented, departures, makeSink, running, type Sink, webRtc } from "./react-views.attacks.ts"
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
    const answer: typeof setting.handle = async (request, ...rest) => {
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
  const browser = await launchBrowser(path)
  const open = async () => {
    const context = await browser.newContext({ baseURL: served.origin })
    await context.addCookies([{ name: "user", value: "ada", url: served.origin }])
    const page = await context.newPage()
    page.on("dialog", (dialog) => void dialog.accept())
    return page
  }
  /** Where there is no sandbox, what comes out goes to a sink of its own. */
  const outside = { sink: await makeSink(), page: await open() }
  return { ...served, asked, project, sink: await makeSink(), browser, page: await open(), outside }
}

let world: Awaited<ReturnType<typeof open>> | undefined
beforeAll(async () => {
  if (chromium.path !== undefined) world = await open(chromium.path)
})
afterAll(async () => {
  await world?.browser.close()
  await world?.close()
  world?.sink.close()
  world?.outside.sink.close()
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

/** A test on the one page that all of them have. */
const inBrowser = (title: string, test: (page: Page) => Promise<void>): void =>
  it(title, async ({ skip }) => {
    if (world === undefined) return skip(chromium.path === undefined ? chromium.reason : "")
    await test(world.page)
  })

const settled = async (page: Page, state: "drawn" | "failed") =>
  page.locator(`[data-react-view][data-state="${state}"]`).waitFor({ state: "attached", timeout: 60_000 })

/** Opens views, all of them on the page of the first. */
const openAll = async (page: Page, paths: ReadonlyArray<string>) => {
  await page.goto(paths[0]!)
  await page.evaluate(async (others) => {
    for (const path of others) {
      const text = await (await fetch(path)).text()
      const view = new DOMParser().parseFromString(text, "text/html").querySelector(".react-view-with-rows")!
      document.querySelector("main")!.append(view)
      view.dispatchEvent(new Event("content-added", { bubbles: true }))
    }
  }, paths.slice(1))
}

/** Opens views, and sees each fail for its reason, with its rows as a table in its place. */
const allFail = async (page: Page, views: ReadonlyArray<readonly [code: string, why: RegExp]>) => {
  const paths = await Promise.all(views.map(async ([code]) => `${await makeView(code)}/rows`))
  await openAll(page, paths)
  for (const [n, [, why]] of views.entries()) {
    const view = page.locator(".react-view-with-rows").nth(n)
    await view.locator("[data-state=failed]").waitFor({ state: "attached", timeout: 60_000 })
    assert.match(await view.locator("[data-said]").innerText(), why)
    assert.strictEqual(await view.locator("iframe").count(), 0)
    assert.isTrue(await view.locator("details[data-rows]").evaluate((details: HTMLDetailsElement) => details.open))
    assert.isTrue(await view.getByRole("cell").first().isVisible())
  }
}

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

const stunOf = (sink: Sink) => `stun:${machine ?? "127.0.0.1"}:${sink.stunPort}`
const requests = attacks.filter(({ seen }) => seen === "request").map(({ name }) => name)
const results = attacks.filter(({ seen }) => seen === "result").map(({ name }) => name)

/** Leaves a page alone of those of its browser. */
const closeOthers = async (context: BrowserContext, kept: Page) => {
  for (const page of context.pages()) if (page !== kept) await page.close()
}

/** Tries all that makes a request from a page without a sandbox, and waits until all of it came out. */
const attackOutside = async () => {
  const { page, sink } = world!.outside
  sink.clear()
  await page.goto(`${sink.address}control`)
  const did = new Set((await page.evaluate(running(attacks, sink.address, ""))) as Array<string>)
  const inWorker = running(
    attacks.filter(({ name }) => name === "import-scripts"),
    sink.address,
    ""
  )
  await page.evaluate((body) => void new Worker(URL.createObjectURL(new Blob([body]))), inWorker)
  if (machine !== undefined) {
    await page.evaluate(`(async () => { const stun = ${JSON.stringify(stunOf(sink))}; ${webRtc} })()`)
  }
  await waitUntil("every attack to have come", () => {
    assert.deepEqual(
      requests.filter((name) => !sink.hits.has(name)),
      []
    )
    if (machine !== undefined) assert.isAbove(sink.packets(), 0)
    return true
  })
  await closeOthers(page.context(), page)
  return did
}

/** Nothing came to the sink: what was tried later, and where there is no sandbox, is all there. */
const assertNothingCame = async (why = "") => {
  await attackOutside()
  assert.deepEqual([...world!.sink.hits], [], why)
  assert.strictEqual(world!.sink.packets(), 0)
  assert.lengthOf(world!.page.context().pages(), 1)
}

describe("a React page view reaches nothing", () => {
  inBrowser("control: every way out is seen where there is no sandbox", async () => {
    const { page, sink } = world!.outside
    await page.context().grantPermissions(["clipboard-write"], { origin: sink.address })
    const did = await attackOutside()
    assert.deepEqual(
      results.filter((name) => !did.has(name)),
      []
    )
    await page.goto(`${sink.address}control`)
    for (const attack of consented) {
      await page.bringToFront()
      await page.mouse.click(50, 50)
      assert.deepEqual(await page.evaluate(running([attack], sink.address, "")), [attack.name])
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
      stunOf(sink)
    )
    const names =
      "window document parent top opener frames localStorage sessionStorage RTCPeerConnection XMLSerializer Image Worker SharedWorker".split(
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
    await assertNothingCame()
    assert.isNotEmpty(asked)
    assert.deepStrictEqual(
      asked.filter(({ url }) => !/\/(page-views|assets)\//.test(url)),
      []
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
    await assertNothingCame()
    assert.notInclude(await page.evaluate(() => `${document.cookie} ${document.body.dataset["leaked"]}`), "leaked=1")
    assert.strictEqual(await page.evaluate(() => document.body.dataset["leaked"]), undefined)
  })

  inBrowser("by sending its frame or the page elsewhere", async (page) => {
    const { asked, origin, sink } = world!
    const path = `${await makeView("export default ({ rows }) => <p>{rows.length} rows</p>")}/rows`
    const departing = departures.filter(({ leaves }) => leaves)
    const own = [`"${origin}/sign-out"`, `"${origin}/organizations?leak=1"`, "`${location.href}&again`"]
    const leaving = [
      ...departing.map((departure) => running([departure], sink.address, "")),
      ...own.map((address) => `void (location.href = ${address})`)
    ]
    await openAll(page, Array(leaving.length + 1).fill(path))
    await page.waitForFunction(
      (count) => document.querySelectorAll("[data-state=drawn]").length === count,
      leaving.length + 1
    )
    const [stays, ...frames] = page.frames().filter((frame) => frame !== page.mainFrame())
    sink.clear()
    asked.length = 0
    for (const [n, frame] of frames.entries()) await frame.evaluate(leaving[n]!).catch(() => {})
    const refused = departures.filter(({ leaves }) => !leaves)
    assert.deepEqual(await stays!.evaluate(running(refused, sink.address, "")), [])
    await page.waitForFunction(
      (count) => document.querySelectorAll("[data-state=failed]").length === count,
      leaving.length
    )
    assert.strictEqual(await page.getByText("its frame left its place").count(), leaving.length)
    await assertNothingCame()
    assert.strictEqual(await page.locator("[data-react-view] iframe").count(), 1)
    assert.isTrue(page.url().endsWith(path))
    const again = ({ url, method, headers }: Request) =>
      url.endsWith("&again") && method === "GET" && headers.get("cookie") === null
    assert.deepEqual(
      asked.filter((request) => !again(request)).map(({ url }) => url),
      []
    )
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
      for (let n = 0; n < 500; n++) parent.postMessage({ type: "failed", message: "forged", fatal: true }, "*")
    })
    await page.waitForFunction(() => document.body.dataset["heard"] === "500")
    assert.strictEqual(await page.locator("[data-react-view]").getAttribute("data-state"), "drawn")

    const element = (tag: string) =>
      `postMessage(JSON.stringify({ type: "changes", changes: [{ type: "insert", parent: 0, before: 0, drawn: { id: 9, tag: "${tag}", attributes: { src: "//x" }, style: {}, events: [], children: [] } }] }))`
    const told = (code: string, why: RegExp) => [`${code}\nexport default () => <p>there</p>`, why] as const
    await allFail(page, [
      told(element("script"), /<script> cannot be drawn/),
      told(element("iframe"), /<iframe> cannot be drawn/),
      told(`postMessage({ type: "changes" })`, /told too much at once/),
      told(`postMessage('"' + "x".repeat(5e6) + '"')`, /told too much at once/),
      told(`postMessage('{"type":"changes","changes":[{"type":"remove","id":0}]}')`, /at a wrong place/)
    ])
    // By itself: the frames of a page share a thread.
    await allFail(page, [told(`for (;;) postMessage('{"type":"alive"}')`, /told what it was not asked for/)])
  })
})

describe("a React page view that misbehaves", () => {
  inBrowser("is ended where it never answers, while the page goes on", async (page) => {
    // The frame that is waited for is to be none of the test before.
    await page.goto("about:blank")
    const loops = ["export default () => { for (;;); }", "for (;;);\nexport default () => null"]
    const ended = allFail(
      page,
      loops.map((code) => [code, /The component did not answer for 5 seconds/] as const)
    )
    await page.locator("[data-react-view] iframe").first().waitFor({ state: "attached" })
    await page.getByLabel("Search", { exact: true }).fill("typed meanwhile")
    await ended
    assert.strictEqual(await page.getByLabel("Search", { exact: true }).inputValue(), "typed meanwhile")
  })

  inBrowser("says what failed, at its line and column", async (page) => {
    await allFail(page, [
      [
        "export default function View({ rows }) {\n  return <p>{rows.missing.name}</p>\n}",
        /reading 'name'.*\(line 2, column 2\d\)/
      ],
      [
        "const a = 1\nthrow new Error('broken <b>here</b>')\nexport default () => null",
        /broken <b>here<\/b> \(line 2, column 7\)/
      ],
      [
        "export default () => <p dangerouslySetInnerHTML={{ __html: '<b>' }} />",
        /dangerouslySetInnerHTML is not available/
      ]
    ])
    await page.goto(`${await makeView("export default () => <button onClick={() => { null.x }}>Fail</button>")}/rows`)
    await settled(page, "drawn")
    await frameOf(page).getByRole("button").click()
    await page.getByText(/Something in the component failed: .*\(line 1, column \d+\)/).waitFor()
    assert.isTrue(await frameOf(page).getByRole("button").isVisible())
  })

  inBrowser("draws no more than can be looked at", async (page) => {
    await allFail(page, [
      [
        "export default () => <>{Array.from({ length: 30_000 }, (_, n) => <i key={n} />)}</>",
        /more than 20000 elements/
      ],
      [
        "const deep = (n) => n === 0 ? null : <div>{deep(n - 1)}</div>\nexport default () => deep(500)",
        /more than 128 deep/
      ],
      ["export default () => <p>{'x'.repeat(2_500_000)}</p>", /more than 2000000 characters/]
    ])
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
