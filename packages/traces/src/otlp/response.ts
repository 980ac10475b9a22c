import { type AgentError, type Code, type ErrorEnvelope, toAnswer } from "@agent-operations/error-envelope"
import { messages } from "./compiled.ts"
import type { OtlpContentType } from "./read-request.ts"
import type { Rejection } from "./rejected.ts"

/** An answer to an exporter, in the encoding of its request. */
export interface OtlpAnswer {
  readonly contentType: OtlpContentType
  readonly body: Uint8Array
}

const inJson = (body: object): OtlpAnswer => ({
  contentType: "application/json",
  body: Buffer.from(JSON.stringify(body))
})

/** How many rejected spans a message names. */
const named = 5

const messageOf = (rejected: ReadonlyArray<Rejection>): string => {
  const reasons = rejected.slice(0, named).map(({ spanId, reason }) => `${spanId ?? "(no span ID)"}: ${reason}`)
  const more = rejected.length - reasons.length
  return `Rejected ${reasons.join("; ")}${more === 0 ? "." : `; and ${more} more.`}`
}

/** The answer to a request that was taken: empty if every span was, else what was rejected and why. Law: T11. */
export const encodeResponse = (rejected: ReadonlyArray<Rejection>, contentType: OtlpContentType): OtlpAnswer => {
  const partialSuccess = { rejectedSpans: rejected.length, errorMessage: messageOf(rejected) }
  const message = rejected.length === 0 ? {} : { partialSuccess }
  if (contentType === "application/x-protobuf") {
    return { contentType, body: messages.ExportTraceServiceResponse.encode(message).finish() }
  }
  // As every 64-bit integer of OTLP's JSON.
  return inJson(
    rejected.length === 0 ? {} : { partialSuccess: { ...partialSuccess, rejectedSpans: String(rejected.length) } }
  )
}

/** Codes of `google.rpc.Code`, for what has one of its own. */
const rpcCodes: Readonly<Partial<Record<Code, number>>> = {
  VALIDATION_ERROR: 3,
  TIMEOUT: 4,
  NOT_FOUND: 5,
  MISSING_SCOPE: 7,
  PROJECT_ACCESS_DENIED: 7,
  HUMAN_REQUIRED: 7,
  PAYLOAD_TOO_LARGE: 3,
  USAGE_LIMIT_REACHED: 8,
  RATE_LIMITED: 14,
  UNAVAILABLE: 14,
  INTERNAL_ERROR: 13,
  UNAUTHENTICATED: 16
}

const unknownCode = 2

/** A failure as exporters understand it. */
export interface OtlpFailure extends OtlpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The answer to a request that failed: `google.rpc.Status`, in JSON with the envelope beside it. Overload is 503 and not
 * 429, at which exporters of Python drop their batch.
 */
export const encodeFailure = (error: AgentError, contentType: OtlpContentType): OtlpFailure => {
  const { status, headers, body } = toAnswer(error)
  const { code, message, hint }: ErrorEnvelope["error"] = body.error
  const rpc = { code: rpcCodes[code] ?? unknownCode, message: `${code}: ${message} ${hint}` }
  const answer =
    contentType === "application/json"
      ? inJson({ ...rpc, ...body })
      : { contentType, body: messages.RpcStatus.encode(rpc).finish() }
  return { ...answer, status: status === 429 ? 503 : status, headers }
}
