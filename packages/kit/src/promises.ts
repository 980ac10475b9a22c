import { catalogue, errorFrom, InternalError } from "@agent-operations/error-envelope"
import { Cause, Effect, Exit, type Fiber } from "effect"

/** What every call takes beside its input. */
export interface CallOptions {
  /** Ends the call, which rejects with the signal's reason. A write may have happened: read before you repeat it. */
  readonly signal?: AbortSignal | undefined
}

/** Runs an effect for a caller, and rejects with what they can make something of. */
export type Run<R> = <A>(effect: Effect.Effect<A, unknown, R>, options?: CallOptions) => Promise<A>

/** The lines of a stack above a function: where a host called. */
const linesAbove = (callee: (...args: ReadonlyArray<never>) => unknown): string => {
  const site = { stack: "" }
  Error.captureStackTrace(site, callee)
  return site.stack.slice(site.stack.indexOf("\n"))
}

const withLines = (error: Error, lines: string) =>
  Object.defineProperty(error, "stack", {
    value: `${error.name}: ${error.message}${lines}`,
    configurable: true,
    writable: true
  })

const unforeseen = "The call failed unexpectedly. The cause is in the log, and in the cause of this error."

/**
 * What a call rejects with. An error of the catalogue is made anew, with its hint, since one object may be
 * the failure of many calls.
 */
const rejectionOf = (cause: Cause.Cause<unknown>, lines: string): unknown => {
  const failure = cause.reasons.find(Cause.isFailReason)
  if (failure !== undefined) {
    const error = errorFrom(failure.error)
    if (error !== undefined) {
      return withLines(Object.assign(error, { hint: error.hint ?? catalogue[error._tag].hint }), lines)
    }
    return failure.error instanceof Error ? withLines(failure.error, lines) : failure.error
  }
  return withLines(
    Cause.hasInterruptsOnly(cause)
      ? new Error("The call was interrupted, since the kit was closed.")
      : new InternalError({ message: unforeseen, cause: Cause.squash(cause) }),
    lines
  )
}

/**
 * Runs effects for callers that take promises. A failure rejects as it is, with the stack of the caller; what nobody
 * foresaw is logged, and rejects with an `InternalError` that has it as `cause`.
 */
export const runWith = <R>(fork: <A, E>(effect: Effect.Effect<A, E, R>) => Fiber.Fiber<A, unknown>): Run<R> => {
  const run: Run<R> = (effect, { signal } = {}) => {
    const lines = linesAbove(run)
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const fiber = fork(effect)
      const abort = () => {
        reject(signal?.reason)
        fiber.interruptUnsafe()
      }
      // What was begun may have aborted already.
      if (signal?.aborted) return abort()
      signal?.addEventListener("abort", abort, { once: true })
      fiber.addObserver((exit) => {
        signal?.removeEventListener("abort", abort)
        if (Exit.isSuccess(exit)) return resolve(exit.value)
        if (exit.cause.reasons.some(Cause.isDieReason)) {
          fork(Effect.logError("A call failed unexpectedly", exit.cause))
        }
        reject(rejectionOf(exit.cause, lines))
      })
    })
  }
  return run
}
