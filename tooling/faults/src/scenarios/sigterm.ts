import { setTimeout as sleep } from "node:timers/promises"
import { gather } from "../crowd.ts"
import { places } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { type Running, start, stop } from "../server.ts"

const endWithin = 20_000

/** SIGTERM under load: what was taken is answered, what was acknowledged is there. Law: R9. */
export const sigterm: Scenario = async ({ count, tell }) => {
  const failures: Array<string> = []
  let [longest, acknowledged] = [0, 0]
  for (const [name, open] of places) {
    const { settings, remove } = await open()
    let server: Running = await start(settings)
    const { key, projectId } = server
    for (let n = 0; n < count; n++) {
      const crowd = await gather(() => server, 16, 8)
      await sleep(300)
      const began = performance.now()
      const code = await stop(server, "SIGTERM")
      const took = performance.now() - began
      longest = Math.max(longest, took)
      if (code !== 0 || took > endWithin) failures.push(`R9: ${name}: ended with ${code} after ${Math.round(took)} ms`)
      server = await start(settings, { key, projectId })
      await crowd.stop()
      const verdict = await crowd.verify()
      acknowledged += verdict.acknowledged
      failures.push(...verdict.failures.map((failure) => `${name}: ${failure}`))
      tell(`${name}: ${n + 1} of ${count} stops under load`)
    }
    await stop(server)
    await remove()
  }
  return {
    figures: [
      ["stops under load", count * places.length],
      ["longest until it ended, ms", Math.round(longest)],
      ["writes acknowledged before them", acknowledged]
    ],
    failures
  }
}
