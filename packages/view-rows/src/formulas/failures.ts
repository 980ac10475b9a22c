import type { CellErrorCode } from "./protocol.ts"

/**
 * Why a cell has no value. Thrown while a formula runs, so that `||` and `?:` treat it as CEL treats errors; without a
 * stack, since a page may hold thousands.
 */
export class CellFailure extends Error {
  readonly code: CellErrorCode

  constructor(code: CellErrorCode, message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
  }
}

/** Thrown where an operand is null: what is computed of what is not there is not there, and no error. */
export const missing: Error = new CellFailure("TYPE_ERROR", "A value that it needs is null.")

export const tooExpensive = new CellFailure("TOO_EXPENSIVE", "The formula takes too many steps for this row.")

export const tooLarge = new CellFailure("TOO_LARGE", "A value is larger than 256 KiB.")
