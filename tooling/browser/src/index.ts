/**
 * A real Chromium for tests.
 *
 * - `findChromium` for where it is, installed for the occasion where that can be done, or why there is none.
 * - `sharedBrowser` to connect a test file to the one of its run; `launchBrowser` to start another.
 * - `axeViolations` for what keeps a page from being accessible.
 * - `inEveryLook` to see a page as its readers do: light, dark, narrow.
 * - `takeScreenshots` to keep what it looked like.
 *
 * @module
 */
export { axeViolations } from "./axeViolations.ts"
export { type Chromium, findChromium } from "./findChromium.ts"
export { launchBrowser } from "./launchBrowser.ts"
export { inEveryLook, type Look, takeScreenshots } from "./looks.ts"
export { type SharedBrowser, sharedBrowser } from "./sharedBrowser.ts"
