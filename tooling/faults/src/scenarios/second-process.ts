import { freePort } from "@agent-operations/postgres-for-tests"
import { pglite } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { launch, ok, start, stop } from "../server.ts"

const refusedWithin = 1000

/** A second process on a directory of PGlite is refused at once, and the first goes on. */
export const secondProcess: Scenario = async ({ count, within, tell }) => {
  const failures: Array<string> = []
  const { settings, known, remove } = await pglite()
  const server = await start(settings, known)
  let slowest = 0
  for (let n = 0; n < count; n++) {
    const second = launch(settings, await freePort())
    let opened = 0
    second.child.stdout.on("data", () => (opened ||= performance.now()))
    const code = await second.exited
    const took = performance.now() - opened
    slowest = Math.max(slowest, took)
    const told = second.printed().includes("in use by process")
    if (code !== 1 || !told || took > within(refusedWithin)) {
      failures.push(`R9: a second process ended with ${code} after ${Math.round(took)} ms: ${second.printed()}`)
    }
    await ok(server, "list_page_views", { limit: 1 })
    tell(`${n + 1} of ${count} second processes`)
  }
  await stop(server)
  await remove()
  return {
    figures: [
      ["second processes on one directory, all refused", count],
      ["slowest refusal from its first line on, ms", Math.round(slowest)]
    ],
    failures
  }
}
