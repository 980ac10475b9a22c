import { Data } from "effect"

/** Why a database could not be opened. */
export type StartFailure =
  | "InvalidUrl"
  | "InvalidSchema"
  | "Unreachable"
  | "AuthenticationFailed"
  | "UnknownDatabase"
  | "ParameterRefused"
  | "TlsFailed"
  | "DirectoryNotWritable"
  | "DirectoryNotPrivate"
  | "DirectoryLocked"
  | "EngineFailed"
  | "ClientUnsuitable"

/**
 * A database could not be opened. `message` is one line that says why, `hint` one line that says what to do; neither
 * carries a password.
 *
 * @example
 * Effect.catchTag("DatabaseStartError", (error) => Console.error(`${error.message}\n${error.hint}`))
 */
export class DatabaseStartError extends Data.TaggedError("DatabaseStartError")<{
  readonly reason: StartFailure
  readonly message: string
  readonly hint: string
  readonly cause?: unknown
}> {}
