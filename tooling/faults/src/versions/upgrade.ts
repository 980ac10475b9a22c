import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "@agent-operations/postgres-for-tests"
import { gather } from "../crowd.ts"
import { postgres } from "../databases.ts"
import type { Outcome } from "../scenario.ts"
import { launch, type Running, start, stop } from "../server.ts"

export interface Upgrade {
  /** The repository as the older version has it. */
  readonly older: string
  readonly rounds: number
  /** How many writes are acknowledged before the next step of an upgrade. */
  readonly writes: number
  readonly tell: (line: string) => void
}

/** Looks at `/readyz` of a server until it is told to stop, and says how often it was not 200. */
const watchReadiness = (url: string) => {
  const leaving = new AbortController()
  let unready = 0
  const watching = (async () => {
    for (; !leaving.signal.aborted; await sleep(50)) {
      const status = await fetch(`${url}/readyz`).then((response) => response.status)
      if (status !== 200) unready++
    }
  })()
  return async () => {
    leaving.abort()
    await watching
    return unready
  }
}

/**
 * Upgrades a server in turns, as a rollout does, under a load that goes to all that are there: the older version alone,
 * the newer one started beside it, which migrates, both, the newer one alone. Whatever any of them answers has to be
 * explained by one order. Laws: R1, R2, R4, R9.
 */
export const upgrade = async ({ older, rounds, writes, tell }: Upgrade): Promise<Outcome> => {
  const failures: Array<string> = []
  let [acknowledged, unknown, unready] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const { settings, remove } = await postgres()
    const old = await start(settings, {}, older)
    let serving: ReadonlyArray<Running> = [old]
    let turn = 0
    const crowd = await gather(() => serving[turn++ % serving.length]!)
    await crowd.until(writes)
    const stopWatching = watchReadiness(old.url)
    const young = await start(settings, old)
    await crowd.until(2 * writes)
    serving = [old, young]
    await crowd.until(4 * writes)
    unready += await stopWatching()
    serving = [young]
    // What went to the old one is answered before it ends.
    if ((await stop(old)) !== 0) failures.push("R9: the older version did not end well")
    await crowd.until(5 * writes)
    await crowd.stop()
    const verdict = await crowd.verify()
    acknowledged += verdict.acknowledged
    unknown += verdict.unknown
    failures.push(...verdict.failures.map((failure) => `round ${round}: ${failure}`))

    const again = launch(settings, await freePort(), older)
    const code = await again.exited
    if (code !== 1 || !again.printed().includes("which this version does not know"))
      failures.push(`R9: the older version, started again, ended with ${code}: ${again.printed().slice(0, 300)}`)
    await stop(young)
    await remove()
    tell(
      `${round + 1} of ${rounds} upgrades, ${acknowledged} writes acknowledged, older version unready ${unready} times`
    )
  }
  if (unknown > 0) failures.push(`E1: ${unknown} calls were not answered`)
  return {
    figures: [
      ["upgrades under load", rounds],
      ["writes acknowledged by either version", acknowledged],
      ["calls without an answer", unknown],
      ["times that the older version called itself unready beside the newer one", unready],
      ["starts of the older version over the newer tables, all refused", rounds]
    ],
    failures
  }
}
