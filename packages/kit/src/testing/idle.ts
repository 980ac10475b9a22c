import type { BackgroundWork } from "@agent-operations/database"
import { Effect } from "effect"
import { setImmediate, setTimeout } from "node:timers/promises"

const patienceMillis = 60_000

/** Until fibers that were woken have begun with what they do. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}

/** Resolves once no upkeep is under way and no worker has something left. Rejects after a minute of it. */
export const untilIdle = async (work: BackgroundWork, ask: (left: Effect.Effect<boolean>) => Promise<boolean>) => {
  const anyLeft = Effect.suspend(() => Effect.map(Effect.all([...work.left]), (each) => each.includes(true)))
  const until = performance.now() + patienceMillis
  for (;;) {
    await settled()
    const left = await ask(anyLeft)
    if (work.underWay === 0 && !left) return
    if (performance.now() > until) {
      const what = left ? "runs or deliveries are left" : `${work.underWay} pieces of upkeep are under way`
      throw new Error(`After 60 seconds ${what}: see the log for what fails, or end what waits for an answer.`)
    }
    await setTimeout(10)
  }
}
