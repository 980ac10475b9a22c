import type { AgentError, ClientErrorCode } from "@agent-operations/client"
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

/** The folder that a command is run in was deleted meanwhile. */
export class FolderGone extends UsageError {
  static {
    this.prototype.name = "FolderGone"
  }

  constructor() {
    super("The current folder is gone: it was deleted or moved.", "Go to a folder that is there, and run it again.")
  }
}

/** What is wrong with a flag or an argument, in words. */
export const usageMessage = (error: CliError.CliError): string => {
  const isTwice = error._tag === "InvalidValue" && error.expected === "at most 1 value"
  return isTwice ? `--${error.option} can be given once, and there are ${error.value} of it.` : error.message
}

/** What each exit code means, and the statuses of errors that end with it. */
const meanings: ReadonlyArray<readonly [exit: number, meaning: string, statuses?: ReadonlyArray<number>]> = [
  [exits.done, "done"],
  [exits.unforeseen, "an unexpected failure"],
  [exits.usage, "a wrong command; nothing was sent"],
  [exits.access, "the credential or its access is not enough", [401, 403]],
  [exits.notFound, "not found", [404]],
  [exits.conflict, "a conflict", [409]],
  [exits.refused, "rejected input", [400, 413, 422]],
  [exits.limit, "a limit", [402, 429]],
  [exits.server, "the server failed or was not reached", [500, 503, 504]],
  [exits.unknown, "a write whose outcome is unknown"],
  [exits.some, "some of several failed, or a check of yours did"],
  [exits.interrupted, "interrupted"]
]

const ofStatus = (status: number): number => {
  const named = meanings.find(([, , statuses]) => statuses?.includes(status))
  if (named !== undefined) return named[0]
  if (status >= 500) return exits.server
  return status >= 400 ? exits.refused : exits.unforeseen
}

/** The exit codes after errors that the client reports by itself. */
const ofClient: Readonly<Record<ClientErrorCode, number>> = {
  CONNECTION_FAILED: exits.server,
  CLIENT_TIMEOUT: exits.server,
  NOT_AN_ENVELOPE: exits.server,
  OUTCOME_UNKNOWN: exits.unknown
}

/** How the process ends after an error of a call; one that only a newer server has is known by its status. */
export const exitOf = ({ code, status }: Pick<AgentError, "code" | "status">): number =>
  Object.hasOwn(ofClient, code)
    ? ofClient[code as ClientErrorCode]
    : ofStatus(Object.hasOwn(catalogue, code) ? catalogue[code as Code].status : (status ?? 0))

/** Each exit code with what it means, and the statuses and error codes that end with it. */
export const exitTable = meanings.map(([exit, meaning, statuses = []]) => ({
  exit,
  meaning,
  statuses,
  codes: [...codes, ...Object.keys(ofClient)].filter((code) => exitOf({ code, status: undefined }) === exit)
}))
