import { isAgentError } from "@agent-operations/client"
import { type Code, catalogue } from "@agent-operations/error-envelope"
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

/** What to do about a credential that is refused. */
const whatToDo = (env: Terminal["env"]): string =>
  (env["AGENT_OPERATIONS_API_KEY"] ?? "") === ""
    ? "The access has ended: run login again."
    : "Set another API key as AGENT_OPERATIONS_API_KEY; or unset it, and run login."

const server = "See that the address (--url, AGENT_OPERATIONS_URL or that of the profile) is the server's"

/** What to do where the words of the client, or the server's usual ones, do not fit: those are for code. */
const hints: Readonly<Record<string, string>> = {
  NOT_FOUND: "Check the ID: list prints those that there are.",
  PROJECT_ACCESS_DENIED:
    "Name a project that the credential reaches, by its ID: --project, or AGENT_OPERATIONS_PROJECT_ID.",
  CONNECTION_FAILED: `${server}, and that it can be reached.`,
  NOT_AN_ENVELOPE: `${server}, and that nothing answers in its place: a proxy, or a page to sign in at.`
}

/** What went wrong, and how the process ends. */
export const failureOf = (
  error: unknown,
  { env, signal }: Pick<Terminal, "env" | "signal">
): { readonly failure: Failure; readonly exit: number } => {
  if (error instanceof CommandError) return { failure: error, exit: error.exit }
  if (isAgentError(error)) {
    const { code, message, details } = error
    // The server knows headers, and not what a person has to do here; what it says of this one case does fit.
    const isUsual = !Object.hasOwn(catalogue, code) || catalogue[code as Code].hint === error.hint
    const hint = code === "UNAUTHENTICATED" ? whatToDo(env) : (isUsual && hints[code]) || error.hint
    return { failure: { code, message, hint, details }, exit: exitOf(error) }
  }
  if (signal.aborted) {
    const failure = { code: "INTERRUPTED", message: "It was interrupted.", hint: "Run it again." }
    return { failure, exit: exits.interrupted }
  }
  return {
    failure: { code: "UNFORESEEN", message: messageOf(error), hint: "Please report it." },
    exit: exits.unforeseen
  }
}
