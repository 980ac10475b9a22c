import type { ErrorDetails } from "./generated/errors.ts"
import type { Inspection } from "./inspect.ts"

/** The codes of the server's catalogue. */
export type ServerErrorCode = keyof ErrorDetails

/**
 * The codes of the client's own: a write of which nobody knows whether it was done, a server that could not be reached or
 * was lost, no answer in time, and an answer that is not the server's.
 */
export type ClientErrorCode = "OUTCOME_UNKNOWN" | "CONNECTION_FAILED" | "CLIENT_TIMEOUT" | "NOT_AN_ENVELOPE"

/** Every code that this version knows. */
export type ErrorCode = ServerErrorCode | ClientErrorCode

type DetailsOf<Code> = Code extends ServerErrorCode
  ? ErrorDetails[Code]
  : Code extends ClientErrorCode
    ? undefined
    : unknown

/** What an error is made of. */
export interface AgentErrorFields {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly operation: string
  readonly attempts: number
  readonly status?: number | undefined
  readonly requestId?: string | undefined
  readonly details?: unknown
  readonly inspect?: (() => Promise<Inspection<unknown>>) | undefined
  readonly cause?: unknown
}

/** Why a call failed. One class: `code` tells which error it is, also one that only a newer server has. */
export class AgentError<Code extends string = string, Result = unknown> extends Error {
  static {
    this.prototype.name = "AgentError"
  }
  declare readonly code: Code
  /** The code, as Effect knows errors by it. */
  declare readonly _tag: Code
  /** What to do next. */
  declare readonly hint: string
  /** What the code carries. */
  declare readonly details: DetailsOf<Code>
  /** The ID of the operation. */
  declare readonly operation: string
  /** How often it was tried. */
  declare readonly attempts: number
  /** The status of the last answer, if there was one. */
  declare readonly status: number | undefined
  /** By which the server's log knows the request. */
  declare readonly requestId: string | undefined
  /** Reads whether a write was done after all; undefined where reading cannot tell. */
  declare readonly inspect: Code extends "OUTCOME_UNKNOWN" ? (() => Promise<Inspection<Result>>) | undefined : undefined

  constructor({ message, cause, ...fields }: AgentErrorFields) {
    super(message, { cause })
    Object.assign(this, fields, { _tag: fields.code })
  }
}

/** The error of a code; of several, a union that `code` tells apart. */
export type AgentErrorOf<Code extends string, Result = unknown> = Code extends unknown
  ? AgentError<Code, Result>
  : never

/**
 * Whether something thrown is an error of a call, and of one of some codes. It is known by its name and code, not by its
 * class: there may be two copies of this package.
 *
 * @example
 * if (isAgentError(error, "CONFLICT")) console.log(error.details, error.hint)
 */
export function isAgentError(error: unknown): error is AgentError
export function isAgentError<Code extends ErrorCode>(
  error: unknown,
  ...codes: [Code, ...Array<Code>]
): error is AgentErrorOf<Code>
export function isAgentError(error: unknown, ...codes: ReadonlyArray<string>): boolean {
  const { name, code } = (error ?? {}) as Partial<AgentError>
  return name === "AgentError" && code !== undefined && (codes.length === 0 || codes.includes(code))
}
