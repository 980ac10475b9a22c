import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import { type Browser, chromium } from "playwright-core"
import { afterAll, inject } from "vitest"
import type { Served } from "./serveBrowser.ts"

/** A connection to the Chromium of this run and its path, or why there is none. */
export type SharedBrowser =
  | { readonly path: string; readonly browser: Browser; readonly reason?: undefined }
  | { readonly path: undefined; readonly browser: undefined; readonly reason: string }

/** Where Chromium is. The first to ask may wait for an install: no timeout is set. */
const ask = async (query: string): Promise<Served> => {
  const [response]: Array<IncomingMessage> = await once(get(inject("browserUrl") + query), "response")
  const body = await text(response!)
  if (response!.statusCode !== 200) throw new Error(body)
  return JSON.parse(body)
}

const connect = async (served: Served, again: boolean): Promise<SharedBrowser> => {
  if (served.path === undefined) return { ...served, browser: undefined }
  try {
    return { path: served.path, browser: await chromium.connect(served.endpoint) }
  } catch (cause) {
    if (!again) throw cause
    return connect(await ask(`/?ended=${encodeURIComponent(served.endpoint)}`), false)
  }
}

/**
 * Connects a test file to the one Chromium of the run; call it at the top of the file. Contexts are the file's own, and
 * are closed with it: no page, cookie or cache of another file is seen. What Chromium has only one of, such as the
 * clipboard, needs a `launchBrowser`.
 *
 * Rejects if `CHROMIUM_PATH` is set and can't be run, or Chromium does not start. The file fails with a word on it if
 * Chromium ends before the file does; the next file has another.
 *
 * @example
 * const chromium = await sharedBrowser()
 * it("looks right", async ({ skip }) => {
 *   if (chromium.browser === undefined) return skip(chromium.reason)
 *   await using context = await chromium.browser.newContext()
 * })
 */
export const sharedBrowser = async (): Promise<SharedBrowser> => {
  const shared = await connect(await ask(""), true)
  const { browser } = shared
  if (browser === undefined) return shared
  // A busy machine is slow, and what never comes is waited for as long.
  browser.on("context", (context) => context.setDefaultTimeout(60_000))
  afterAll(async () => {
    // The event of its end may not have come yet.
    const ended = await browser.newBrowserCDPSession().then(
      () => false,
      () => true
    )
    await browser.close()
    if (ended) {
      throw new Error("Chromium, which all test files share, ended while this file ran. The next file has another.")
    }
  })
  return shared
}
