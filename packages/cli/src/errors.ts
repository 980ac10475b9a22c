import type { AgentError } from "@agent-operations/client"
import { type Code, catalogue, codes } from "@agent-operations/error-envelope"
import type { CliError } from "effect/cli"

/** What something thrown says. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** How the process ends, by what happened. */
export const exits = {
  done: 0,
  unforeseen: 1,
  usage: 2,
  access: 3,
  notFound: 4,
  conflict: 5,
  refused: 6,
  limit: 7,
  server: 8,
  unknown: 9,
  some: 10,
  interrupted: 130
} as const

/** What went wrong in a command, and how the process ends after it. */
export class CommandError extends Error {
  static {
    this.prototype.name = "CommandError"
  }
  readonly code: string
  /** What to do next. */
  readonly hint: string
  readonly exit: number
  readonly details: unknown

  constructor(
    message: string,
    {
      code,
      hint,
      exit,
      details
    }: { readonly code: string; readonly hint: string; readonly exit: number; readonly details?: unknown }
  ) {
    super(message)
    this.code = code
    this.hint = hint
    this.exit = exit
    this.details = details
  }
}

/** What is wrong with how it was called. Nothing was sent. */
export class UsageError extends CommandError {
  static {
    this.prototype.name = "UsageError"
  }

  constructor(message: string, hint: string) {
    super(message, { code: "USAGE", hint, exit: exits.usage })
  }
}

/** What is wrong with a flag or an argument, in words. */
export const usageMessage = (error: CliError.CliError): string => {
  const isTwice = error._tag === "InvalidValue" && error.expected === "at most 1 value"
  return isTwice ? `--${error.option} can be given once, and there are ${error.value} of it.` : error.message
}

const ofStatus = (status: number): number => {
  if (status === 401 || status === 403) return exits.access
  if (status === 404) return exits.notFound
  if (status === 409) return exits.conflict
  if (status === 402 || status === 429) return exits.limit
  if (status >= 500) return exits.server
  return status >= 400 ? exits.refused : exits.unforeseen
}

/** How the process ends after an error of a call; one that only a newer server has is known by its status. */
export const exitOf = ({ code, status }: Pick<AgentError, "code" | "status">): number => {
  if (code === "OUTCOME_UNKNOWN") return exits.unknown
  if (/^(CONNECTION_FAILED|CLIENT_TIMEOUT|NOT_AN_ENVELOPE)$/.test(code)) return exits.server
  return ofStatus(Object.hasOwn(catalogue, code) ? catalogue[code as Code].status : (status ?? 0))
}

const meanings: ReadonlyArray<readonly [exit: number, meaning: string]> = [
  [exits.done, "done"],
  [exits.unforeseen, "unforeseen"],
  [exits.usage, "called wrongly; nothing was sent"],
  [exits.access, "credential or access"],
  [exits.notFound, "not found"],
  [exits.conflict, "conflict"],
  [exits.refused, "input refused"],
  [exits.limit, "limit reached"],
  [exits.server, "server failed, or was not reached"],
  [exits.unknown, "nobody knows whether it was done"],
  [exits.some, "some of several failed"],
  [exits.interrupted, "interrupted"]
]

/** Each exit code with what it means, and the codes of the catalogue that end with it. */
export const exitTable: ReadonlyArray<{
  readonly exit: number
  readonly meaning: string
  readonly codes: ReadonlyArray<Code>
}> = meanings.map(([exit, meaning]) => ({
  exit,
  meaning,
  codes: codes.filter((code) => ofStatus(catalogue[code].status) === exit)
}))
