import type { ErrorCode, Invocation } from "../../runs/index.ts"

/** A call that was not made, as nothing could be asked. */
export const refusedCall = (
  errorCode: ErrorCode,
  message: string,
  { retryable = false }: { readonly retryable?: boolean } = {}
): Extract<Invocation, { readonly _tag: "Failed" }> => ({
  _tag: "Failed",
  errorCode,
  message,
  exchange: "{}",
  httpStatus: null,
  retryable,
  retryAfterMs: null,
  spentMicros: 0n,
  assumed: false
})
