import { launchBrowser } from "@agent-operations/browser-for-tests"
import type { Browser, CDPSession, Page } from "playwright-core"
import type { ConsoleServer } from "./server.ts"

/** How many times slower the processor is made. */
const slower = 6

/** A page as a browser with a slow processor has it. */
export interface PagePaint {
  readonly name: string
  /** First contentful paint of each visit with an empty cache, in milliseconds. */
  readonly paint: ReadonlyArray<number>
  /** The longest from something done to the next frame, of each visit, in milliseconds. */
  readonly interaction: ReadonlyArray<number>
  /** The longest until what was done began to be handled. */
  readonly delay: ReadonlyArray<number>
  /** What came over the wire with the page, in bytes. */
  readonly script: number
  readonly style: number
}

/** A page to look at, and what somebody does there. */
export interface Look {
  readonly name: string
  readonly path: string
  readonly use: (page: Page) => Promise<void>
}

const observe = () => {
  const seen = { interaction: 0, delay: 0 }
  Reflect.set(globalThis, "benchSeen", seen)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Array<PerformanceEventTiming>) {
      if ((entry as { interactionId?: number }).interactionId === 0) continue
      seen.interaction = Math.max(seen.interaction, entry.duration)
      seen.delay = Math.max(seen.delay, entry.processingStart - entry.startTime)
    }
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

/** The bytes that came, by the type of what they are. */
const meter = async (session: CDPSession) => {
  const types = new Map<string, string>()
  const bytes = new Map<string, number>()
  await session.send("Network.enable")
  session.on("Network.responseReceived", ({ requestId, type }) => void types.set(requestId, type))
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId) ?? ""
    bytes.set(type, (bytes.get(type) ?? 0) + encodedDataLength)
  })
  return (type: string) => bytes.get(type) ?? 0
}

/** A page of somebody who is signed in, with an empty cache. */
export const signedIn = async (browser: Browser, { url, cookie }: ConsoleServer) => {
  const context = await browser.newContext({ baseURL: url })
  const cookies = cookie.split("; ").map((pair) => pair.split("=") as [string, string])
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })))
  return { context, page: await context.newPage() }
}

const visit = async (browser: Browser, server: ConsoleServer, { path, use }: Look) => {
  const { context, page } = await signedIn(browser, server)
  const session = await context.newCDPSession(page)
  const bytesOf = await meter(session)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower })
  await page.addInitScript(observe)
  await page.goto(server.project + path)
  await page.locator("html[data-scripts=started]").waitFor({ state: "attached" })
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN)
  const [script, style] = [bytesOf("Script"), bytesOf("Stylesheet")]
  await use(page)
  // Entries come a frame after what they tell of.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
  const seen = await page.evaluate(() => Reflect.get(globalThis, "benchSeen") as { interaction: number; delay: number })
  await context.close()
  return { paint, script, style, ...seen }
}

/** Looks at pages in turns. */
export const measurePaint = async (
  chromium: string,
  server: ConsoleServer,
  looks: ReadonlyArray<Look>,
  rounds: number
): Promise<ReadonlyArray<PagePaint>> => {
  const browser = await launchBrowser(chromium)
  const seen = looks.map(() => [] as Array<Awaited<ReturnType<typeof visit>>>)
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const [n, look] of looks.entries()) {
        const one = await visit(browser, server, look)
        // The first is to warm up.
        if (round > 0) seen[n]!.push(one)
      }
    }
  } finally {
    await browser.close()
  }
  return looks.map(({ name }, n) => ({
    name,
    paint: seen[n]!.map(({ paint }) => paint),
    interaction: seen[n]!.map(({ interaction }) => interaction),
    delay: seen[n]!.map(({ delay }) => delay),
    script: Math.max(...seen[n]!.map(({ script }) => script)),
    style: Math.max(...seen[n]!.map(({ style }) => style))
  }))
}
