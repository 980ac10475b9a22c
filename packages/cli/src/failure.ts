import { isAgentError } from "@agent-operations/client"
import { CommandError, exitOf, exits, messageOf } from "./errors.ts"
import type { Terminal } from "./terminal.ts"

/** What went wrong, as it is told. */
export interface Failure {
  readonly code: string
  readonly message: string
  /** What to do next. */
  readonly hint: string
  readonly details?: unknown
}

/** What went wrong, and how the process ends. */
export const failureOf = (
  error: unknown,
  { signal }: Pick<Terminal, "signal">
): { readonly failure: Failure; readonly exit: number } => {
  if (error instanceof CommandError) return { failure: error, exit: error.exit }
  if (isAgentError(error)) return { failure: error, exit: exitOf(error) }
  if (signal.aborted) {
    const failure = { code: "INTERRUPTED", message: "It was interrupted.", hint: "Run it again." }
    return { failure, exit: exits.interrupted }
  }
  return {
    failure: { code: "UNFORESEEN", message: messageOf(error), hint: "Please report it." },
    exit: exits.unforeseen
  }
}
