import { setTimeout as sleep } from "node:timers/promises"
import { gather } from "../crowd.ts"
import { postgres, processesOf } from "../databases.ts"
import type { Scenario } from "../scenario.ts"
import { type Access, call, start, stop } from "../server.ts"

/** How a read is answered: its status, and after how many milliseconds. */
const probe = async (access: Access) => {
  const began = performance.now()
  const { status } = await call(access, "list_page_views", { limit: 1 })
  return { status, millis: performance.now() - began }
}

/** PostgreSQL restarted without a warning, and frozen: 503 or 504 in bounded time, and soon well again. Laws: E1, R9. */
export const postgresAway: Scenario = async ({ count, long, within, tell }) => {
  // Beside other work, also a statement of a start may take seconds.
  const statementTimeout = long ? 500 : 5000
  const answerWithin = within(statementTimeout + 1000)
  const recoverWithin = within(5000)
  const failures: Array<string> = []
  const { settings, server: database, remove } = await postgres()
  const server = await start({ ...settings, STATEMENT_TIMEOUT: `${statementTimeout} millis` })
  let [slowest, longest, away] = [0, 0, 0]

  const duringAndAfter = async (what: string, begin: () => void, end: () => Promise<unknown>) => {
    const crowd = await gather(() => server)
    await crowd.until(6)
    begin()
    const answers = await Promise.all(Array.from({ length: 20 }, () => probe(server)))
    for (const { status, millis } of answers) {
      slowest = Math.max(slowest, millis)
      if (status !== 200) away++
      if (![200, 503, 504].includes(status)) failures.push(`E1: ${what}: a read was answered ${status}`)
      if (millis > answerWithin) failures.push(`E1: ${what}: a read was answered after ${Math.round(millis)} ms`)
    }
    await end()
    const began = performance.now()
    while ((await probe(server)).status !== 200 && performance.now() - began < recoverWithin) await sleep(25)
    longest = Math.max(longest, performance.now() - began)
    if (performance.now() - began >= recoverWithin)
      failures.push(`E1: ${what}: reads still fail ${recoverWithin} ms later`)
    await crowd.stop()
    failures.push(...(await crowd.verify()).failures.map((failure) => `${what}: ${failure}`))
  }
  const signal = (name: NodeJS.Signals) => {
    for (const pid of processesOf(database.serverPid)) process.kill(pid, name)
  }

  for (let n = 0; n < count; n++) {
    await duringAndAfter(
      "restarted",
      () => process.kill(database.serverPid, "SIGQUIT"),
      async () => {
        await sleep(300)
        await database.restart()
      }
    )
    await duringAndAfter(
      "frozen",
      () => signal("SIGSTOP"),
      async () => signal("SIGCONT")
    )
    tell(`PostgreSQL restarted and frozen, ${n + 1} of ${count} times each`)
  }
  await stop(server)
  await remove()
  return {
    figures: [
      ["immediate restarts and freezes of PostgreSQL", 2 * count],
      ["reads answered 503 or 504 meanwhile", away],
      ["slowest answer while it was away, ms", Math.round(slowest)],
      ["longest until well again, ms", Math.round(longest)]
    ],
    failures
  }
}
