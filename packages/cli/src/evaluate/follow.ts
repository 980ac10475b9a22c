import { setTimeout } from "node:timers/promises"
import type { Session } from "../session.ts"
import { ended, type Run } from "./model.ts"

/** A server that is busy or away is asked again for half a minute. */
const retries = 7

const width = 24

/** How far a run is, in a line: `[########........] 24/72, 1 failed, paused (budget)`. */
export const progressLine = (run: Run): string => {
  const total = run.counts["total"] ?? 0
  const done = ended(run)
  const filled = total === 0 ? width : Math.floor((done / total) * width)
  const failed = run.counts["failed"] ?? 0
  const state = run.status === "running" ? [] : [run.reason === null ? run.status : `${run.status} (${run.reason})`]
  const parts = [`${done}/${total}`, ...(failed > 0 ? [`${failed} failed`] : []), ...state]
  return `[${"#".repeat(filled)}${".".repeat(width - filled)}] ${parts.join(", ")}`
}

/** Asks for a run until it has ended, and shows how far it is where somebody watches. It goes on whether or not it is watched. */
export const follow = async (
  { connect, terminal, agent, json }: Session,
  id: string,
  everyMs: number
): Promise<Run> => {
  const client = connect()
  const isShown = terminal.isWatched === true && !agent && json === undefined
  let last = ""
  for (;;) {
    const page = await client.call("get_eval_run", { id, limit: 1 }, { signal: terminal.signal, retries })
    const { run } = page as { readonly run: Run }
    const line = progressLine(run)
    if (isShown && line !== last) terminal.error(`\r\u001b[K${line}`)
    last = line
    if (run.endedAt !== null) {
      if (isShown) terminal.error("\n")
      return run
    }
    await setTimeout(everyMs, undefined, { signal: terminal.signal })
  }
}
