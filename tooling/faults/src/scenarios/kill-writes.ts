import { setTimeout as sleep } from "node:timers/promises"
import { gather } from "../crowd.ts"
import { fewPlaces, places } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { type Running, start, stop } from "../server.ts"

/** SIGKILL of the server in the middle of writes, on each database in a long run. Laws: R1, R2, R4, R9. */
export const killWrites: Scenario = async ({ count, long, random, tell }) => {
  const writes = long ? 1000 : 20
  const failures: Array<string> = []
  let [kills, acknowledged, unknown, slowest] = [0, 0, 0, 0]
  for (const [name, open] of long ? places : fewPlaces) {
    const { settings, known, remove } = await open()
    let server: Running = await start(settings, known)
    const { key, projectId } = server
    for (let n = 0; n < count; n++) {
      const crowd = await gather(() => server)
      await crowd.until(writes)
      await sleep(random() * 50)
      await stop(server, "SIGKILL")
      const began = performance.now()
      server = await start(settings, { key, projectId })
      slowest = Math.max(slowest, performance.now() - began)
      await crowd.untilMore(1)
      await crowd.stop()
      const verdict = await crowd.verify()
      kills++
      acknowledged += verdict.acknowledged
      unknown += verdict.unknown
      failures.push(...verdict.failures.map((failure) => `${name}, kill ${n}: ${failure}`))
      tell(`${name}: ${n + 1} of ${count} kills, ${acknowledged} writes acknowledged`)
    }
    await stop(server)
    await remove()
  }
  return {
    figures: [
      ["kills in the middle of writes", kills],
      ["writes acknowledged", acknowledged],
      ["writes acknowledged before each kill, at least", writes],
      ["calls without an answer", unknown],
      ["slowest restart until ready, ms", Math.round(slowest)]
    ],
    failures
  }
}
