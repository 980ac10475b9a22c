import { setTimeout as sleep } from "node:timers/promises"
import { gather } from "../crowd.ts"
import { postgres } from "../databases.ts"
import { startProxy } from "../proxy.ts"
import type { Scenario } from "../scenario.ts"
import { start, stop, untilReady } from "../server.ts"

/** The network between server and database: cut, slow, and reset in the middle of an answer. Laws: R2, R4, R9. */
export const network: Scenario = async ({ count, long, within, random, tell }) => {
  const failures: Array<string> = []
  const { settings, remove } = await postgres()
  const url = new URL(settings.DATABASE_URL)
  const proxy = await startProxy(Number(url.port))
  url.port = String(proxy.port)
  const server = await start({ DATABASE_URL: url.href, STATEMENT_TIMEOUT: `${long ? 500 : 5000} millis` })
  let [acknowledged, unknown] = [0, 0]
  for (let n = 0; n < count; n++) {
    for (const fault of ["cut", "slow", "reset"] as const) {
      const crowd = await gather(() => server)
      await crowd.untilMore(1 + random() * 20)
      proxy.disturb(fault)
      await (fault === "slow" ? crowd.untilMore(1 + random() * 20) : crowd.untilLost())
      await sleep(random() * 500)
      proxy.disturb("none")
      await untilReady(server.url, within(5000)).catch((error: Error) =>
        failures.push(`E1: ${fault}: not ready after it was over: ${error.message}`)
      )
      await crowd.untilMore(1)
      await crowd.stop()
      const verdict = await crowd.verify()
      acknowledged += verdict.acknowledged
      unknown += verdict.unknown
      failures.push(...verdict.failures.map((failure) => `${fault}: ${failure}`))
    }
    tell(`the network cut, slow and reset, ${n + 1} of ${count} times each`)
  }
  await stop(server)
  await proxy.close()
  await remove()
  return {
    figures: [
      ["disturbances of the network", 3 * count],
      ["writes acknowledged through them", acknowledged],
      ["calls without an answer through them", unknown]
    ],
    failures
  }
}
