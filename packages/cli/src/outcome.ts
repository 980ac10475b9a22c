import { setTimeout } from "node:timers/promises"
import { type AgentErrorOf, isAgentError } from "@agent-operations/client"
import { CommandError, exits, messageOf } from "./errors.ts"
import type { Terminal } from "./terminal.ts"
import { unlessAborted } from "./unless-aborted.ts"

/** What most writes take that are still under way: longer is for whoever called. */
const patienceMs = 2000

/**
 * What came of a write whose answer was lost: its result, where reading tells that it was done. Rejects with a
 * `CommandError` where it was not, or where nobody knows; `look` is the command that shows it.
 */
export const outcomeOf = async (
  error: AgentErrorOf<"OUTCOME_UNKNOWN">,
  { signal, error: tell }: Pick<Terminal, "signal" | "error">,
  look: string
): Promise<unknown> => {
  const unknown = (why: string, wait: string, exit: number = exits.unknown) =>
    new CommandError(`${error.message} ${why}`.trim(), {
      code: error.code,
      hint: `${wait}see whether it was done: ${look}`,
      exit
    })
  if (signal.aborted) return Promise.reject(unknown("", "Before you run it again, ", exits.interrupted))
  const { inspect } = error
  if (inspect === undefined) return Promise.reject(unknown("", "Before you run it again, "))
  try {
    let inspected = await unlessAborted(inspect(), signal)
    if (inspected.outcome === "notYet") {
      await setTimeout(Math.min(inspected.waitMs, patienceMs), undefined, { signal })
      inspected = await unlessAborted(inspect(), signal)
    }
    switch (inspected.outcome) {
      case "happened":
        tell("The answer was lost. It was checked by reading: it was done.\n")
        return inspected.result
      case "didNot": {
        const { cause } = error
        const why = isAgentError(cause) ? cause : { code: "CONNECTION_FAILED", message: messageOf(cause) }
        throw new CommandError(`${why.message} It was checked by reading: nothing was done.`, {
          code: why.code,
          hint: "Run it again.",
          exit: exits.server
        })
      }
      case "notYet": {
        const seconds = Math.ceil(inspected.waitMs / 1000)
        throw unknown(
          `It was not done yet, and may still be within ${seconds} s.`,
          `In ${seconds} s, before you run it again, `
        )
      }
    }
  } catch (failure) {
    if (failure instanceof CommandError) throw failure
    if (signal.aborted) throw unknown("", "Before you run it again, ", exits.interrupted)
    throw unknown(`It could not be checked: ${messageOf(failure)}`, "Before you run it again, ")
  }
}
