import { join } from "node:path"
import { findChromiumOn } from "./findChromiumOn.ts"
import { thisSystem } from "./system.ts"

/** Where Chromium is, or why there is none. */
export type Chromium = { readonly path: string } | { readonly path: undefined; readonly reason: string }

let found: Promise<Chromium> | undefined

/**
 * The Chromium of `CHROMIUM_PATH`, else that of this system, else Debian's, which root has installed here: that takes a
 * minute or more, so ask at the top of a test file, where no timeout runs. Several that ask at once share one install.
 *
 * Rejects if `CHROMIUM_PATH` is set and can't be run. Prints the reason where there is no Chromium.
 *
 * @example
 * const chromium = await findChromium()
 * it("looks right", async ({ skip }) => {
 *   if (chromium.path === undefined) return skip(chromium.reason)
 *   await using browser = await launchBrowser(chromium.path)
 * })
 */
export const findChromium = (): Promise<Chromium> => {
  found ??= findChromiumOn(thisSystem(join(import.meta.dirname, "..", "node_modules", ".cache"))).then((chromium) => {
    if (chromium.path === undefined) console.warn(`Tests in a browser are skipped. ${chromium.reason}`)
    return chromium
  })
  return found
}
