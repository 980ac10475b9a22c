import { setTimeout as sleep } from "node:timers/promises"
import { places } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { freePort, launch, ok, start, stop } from "../server.ts"

/** SIGKILL at any moment of the first start; the next one finds all or nothing, and goes on. Law: R9. */
export const killMigration: Scenario = async ({ count, random, tell }) => {
  const failures: Array<string> = []
  let kills = 0
  for (const [name, open] of places) {
    for (let n = 0; n < count; n++) {
      const { settings, remove } = await open()
      // From before the database is opened until after the first content is made.
      const cut = launch(settings, await freePort())
      await sleep(300 + random() * (name === "PGlite" ? 6000 : 1500))
      await stop(cut, "SIGKILL")
      kills++
      try {
        const server = await start(settings)
        const { items } =
          server.key === "" ? { items: [] } : await ok<{ items: ReadonlyArray<unknown> }>(server, "list_page_views", {})
        // A key that was made and never printed is lost with the process that made it; then no key is printed.
        const whole = server.key === "" ? server.printed().includes("Project prj_") : items.length === 3
        if (!whole)
          failures.push(`R9: ${name}, kill ${n}: the next start has ${items.length} page views: ${server.printed()}`)
        await stop(server)
      } catch (error) {
        failures.push(`R9: ${name}, kill ${n}: the next start does not come up: ${String(error)}`)
      }
      await remove()
      tell(`${name}: ${n + 1} of ${count} kills of a first start`)
    }
  }
  return { figures: [["kills during the first start", kills]], failures }
}
