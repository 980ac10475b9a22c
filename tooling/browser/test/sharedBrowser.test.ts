import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { chromium } from "playwright-core"
import { afterAll, assert, describe, it, vi } from "vitest"
import { sharedBrowser } from "../src/index.ts"
import { type Served, serveBrowser } from "../src/serveBrowser.ts"

const shared = await sharedBrowser()
const { path = "", reason } = shared

const ask = async (url: string): Promise<Extract<Served, { readonly path: string }>> => {
  const response = await fetch(url)
  return response.status === 200 ? response.json() : Promise.reject(new Error(await response.text()))
}

const failureOf = (url: string) =>
  ask(url).then(
    () => "",
    ({ message }: Error) => message
  )

/** The profile of a Chromium, which its command line names. */
const profileOf = (pid: number) =>
  /--user-data-dir=([^\0]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, "utf8"))?.[1] ?? assert.fail("no profile")

const gone = async (...paths: ReadonlyArray<string>) => {
  // clock: within the minute of every wait
  await vi.waitUntil(() => !paths.some((path) => existsSync(path)), { timeout: 60_000 })
}

describe("one Chromium for a run", () => {
  const runs: Array<Awaited<ReturnType<typeof serveBrowser>>> = []
  const open = async (...find: Parameters<typeof serveBrowser>) => {
    const run = await serveBrowser(...find)
    runs.push(run)
    return run
  }
  afterAll(() => Promise.all(runs.map(({ close }) => close())))

  it("shows a file nothing of another", async ({ skip }) => {
    if (shared.browser === undefined) return skip(reason)
    const { browser } = shared
    const { endpoint } = await ask((await open(async () => ({ path }))).url)
    const [one, other] = [await chromium.connect(endpoint), await chromium.connect(endpoint)]
    const context = await one.newContext({ colorScheme: "dark" })
    await context.addCookies([{ name: "user", value: "ada", url: "http://127.0.0.1" }])
    const page = await (await other.newContext()).newPage()
    assert.lengthOf(other.contexts(), 1)
    assert.isEmpty(await page.context().cookies())
    assert.isFalse(await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches))
    await one.close()
    assert.strictEqual(await page.evaluate(() => 1 + 1), 2)
    await other.close()
    assert.isTrue(browser.isConnected())
  })

  it("starts for the first that asks, and again once it has ended", async ({ skip }) => {
    if (shared.browser === undefined) return skip(reason)
    const { url } = await open(async () => ({ path }))
    const [first, second] = await Promise.all([ask(url), ask(url)])
    assert.deepStrictEqual(first, second)
    const browser = await chromium.connect(first.endpoint)
    const ended = new Promise((resolve) => browser.once("disconnected", resolve))
    process.kill(first.pid, "SIGKILL")
    await ended
    const [third, fourth] = await Promise.all([1, 2].map(() => ask(`${url}/?ended=${first.endpoint}`)))
    assert.deepStrictEqual(third, fourth)
    assert.notStrictEqual(third!.endpoint, first.endpoint)
    await (await chromium.connect(third!.endpoint)).close()
    // A file that was late to see it does not end the new one.
    assert.deepStrictEqual(await ask(`${url}/?ended=${first.endpoint}`), third)
  })

  it("says why there is none, and why it does not start", async () => {
    const none = { path: undefined, reason: "There is no Chromium on this system." }
    assert.strictEqual(await (await fetch((await open(async () => none)).url)).text(), JSON.stringify(none))
    const { url } = await open(async () => ({ path: "/bin/false" }))
    assert.match(await failureOf(url), /Chromium at \/bin\/false does not start: .*launch/)
    const wrong = await open(() => Promise.reject(new Error("CHROMIUM_PATH is x, which is not a browser that runs.")))
    assert.match(await failureOf(wrong.url), /CHROMIUM_PATH is x/)
  })

  it.runIf(process.platform === "linux")("is gone with its run, however that ended", async ({ skip }) => {
    if (shared.browser === undefined) return skip(reason)
    const runner = spawn(process.execPath, [join(import.meta.dirname, "runner.ts")], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    const [line] = await once(runner.stdout, "data")
    const { pid } = JSON.parse(String(line))
    const profile = profileOf(pid)
    runner.kill("SIGKILL")
    await gone(`/proc/${pid}`, profile)
    const { url, close } = await open(async () => ({ path }))
    const own = await ask(url)
    const ownProfile = profileOf(own.pid)
    assert.notStrictEqual(ownProfile, profile)
    await close()
    assert.isFalse(existsSync(`/proc/${own.pid}`) || existsSync(ownProfile))
  })
})
