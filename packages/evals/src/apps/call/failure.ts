import type { EgressError } from "@agent-operations/egress"
import { Data } from "effect"
import type { CallError } from "./result.ts"

/** A call that came to no output. */
export class CallFailure extends Data.TaggedError("CallFailure")<{
  readonly errorCode: CallError
  readonly message: string
  readonly retryable?: boolean
  readonly retryAfterMs?: number | null
  /** Whether nobody knows if it did the work. */
  readonly assumed?: boolean
  /** Whether it was not taken on, so that it costs nothing. */
  readonly refused?: boolean
}> {}

const codes = {
  address: "EGRESS_REFUSED",
  connection: "APP_UNREACHABLE",
  timeout: "APP_TIMEOUT",
  size: "OUTPUT_TOO_LARGE",
  answer: "OUTPUT_INVALID"
} as const satisfies Record<EgressError["reason"], CallError>

/** What could not be sent, or was not answered whole. */
export const failureOfEgress = ({ reason, message, sent = false }: EgressError): CallFailure => {
  const retryable = reason === "connection" || reason === "timeout"
  return new CallFailure({
    errorCode: codes[reason],
    message: `The address can't be used: ${message}.`,
    retryable,
    assumed: retryable && sent
  })
}

/** An output that is none. */
export const invalidOutput = (message: string): CallFailure => new CallFailure({ errorCode: "OUTPUT_INVALID", message })

const mostWait = 60_000

/** How long an answer asks to wait, in milliseconds: seconds, or the time of a date. Source: RFC 9110, "Retry-After". */
export const retryAfterOf = (header: string | undefined, nowMillis: number): number | null => {
  if (header === undefined) return null
  const millis = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMillis
  return Number.isNaN(millis) ? null : Math.min(Math.max(millis, 0), mostWait)
}

// Too early, too many, too busy.
const refusing = new Set([425, 429, 503])
const retried = new Set([408, 425, 429])

/** A status that is no answer. */
export const failureOfStatus = (status: number, retryAfter: string | undefined, nowMillis: number): CallFailure => {
  const retryable = retried.has(status) || status >= 500
  const why = status >= 300 && status < 400 ? `, and redirects are not followed` : ""
  return new CallFailure({
    errorCode: "APP_ERROR",
    message: `It answers with ${status}${why}.`,
    retryable,
    refused: refusing.has(status),
    retryAfterMs: retryable ? retryAfterOf(retryAfter, nowMillis) : null
  })
}
