import { setTimeout } from "node:timers/promises"
import { isAgentError } from "@agent-operations/client"

/** Between two looks at a write that may still be done. */
const mostMs = 2000

/**
 * Writes, and where nobody knows whether it was done reads until that is known; what was not done is written once more.
 * Rejects with what the write was refused with, or with `OUTCOME_UNKNOWN` where reading fails or the signal aborts.
 */
export const settled = async (write: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (!isAgentError(error, "OUTCOME_UNKNOWN") || error.inspect === undefined) throw error
      for (;;) {
        const inspection = await error.inspect().catch(() => undefined)
        if (inspection?.outcome === "happened") return inspection.result
        if (inspection === undefined || signal.aborted || (inspection.outcome === "didNot" && attempt > 1)) throw error
        if (inspection.outcome === "didNot") break
        await setTimeout(Math.min(inspection.waitMs, mostMs), undefined, { signal }).catch(() => undefined)
      }
    }
  }
}
