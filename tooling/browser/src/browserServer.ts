/**
 * A process with the one Chromium of a run, at the path of its argument. It tells its parent where Chromium listens, or
 * why it does not, and ends with either of them: however the parent ended, Chromium and its profile are gone.
 */
import { setTimeout } from "node:timers/promises"
import { chromium } from "playwright-core"
import { optionsFor } from "./launchBrowser.ts"
import type { Told } from "./serveBrowser.ts"

const tell = (told: Told) =>
  new Promise((resolve) => (process.connected ? process.send!(told, resolve) : resolve(null)))

// Ctrl-C reaches this process too, while tests of the run still end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {})

const launched = chromium.launchServer({
  ...optionsFor(process.argv[2] ?? ""),
  host: "127.0.0.1",
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false
})
// Killed, Chromium leaves a folder in the temporary directory. One that does not close is killed with this process.
const end = () =>
  launched.then((server) => Promise.race([server.close(), setTimeout(10_000)])).finally(() => process.exit())
process.once("disconnect", () => void end())

try {
  const server = await launched
  server.once("close", () => void end())
  await tell({ endpoint: server.wsEndpoint(), pid: server.process().pid! })
} catch (cause) {
  await tell({ failure: String(cause) })
  process.exit(1)
}
