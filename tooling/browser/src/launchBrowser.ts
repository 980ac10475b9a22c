import { type Browser, chromium, type LaunchOptions } from "playwright-core"

/** Pages are to work without any other host: none has an address here. */
const loopbackOnly = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]"

/** The options of every launch. */
export const optionsFor = (path: string): LaunchOptions => ({
  executablePath: path,
  args: [loopbackOnly],
  // Chromium refuses its sandbox to root.
  chromiumSandbox: process.getuid?.() !== 0
})

/**
 * Starts the Chromium at `path` without a window. It reaches this machine only, and ends with `close()` or this process.
 * Tests take `sharedBrowser`, but for what a browser has only one of, such as its clipboard.
 *
 * @example
 * Effect.acquireRelease(
 *   Effect.promise(() => launchBrowser(path)),
 *   (browser) => Effect.promise(() => browser.close())
 * )
 */
export const launchBrowser = (path: string): Promise<Browser> => chromium.launch(optionsFor(path))
