import { type AgentError, PayloadTooLarge, ValidationError } from "@agent-operations/error-envelope"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { limits } from "../limits.ts"
import { TooManyParts, Unreadable } from "./unreadable.ts"

const smallerBatches =
  "Export smaller batches: set OTEL_BSP_MAX_EXPORT_BATCH_SIZE, or the batch size of your collector."

/** 400: a request that cannot be read. */
export const malformed = (message: string, path = "") =>
  new ValidationError({
    message,
    hint: "Send an ExportTraceServiceRequest of OTLP, as the exporters of OpenTelemetry do.",
    details: { issues: [{ path, message }] }
  })

/** 400: OTLP of another signal, which decodes as spans without IDs. */
export const otherSignal = () => {
  const message = "No span of the request has a trace ID and a span ID: these look like logs or metrics."
  return new ValidationError({
    message,
    hint: "Export only traces to this address: set OTEL_LOGS_EXPORTER=none and OTEL_METRICS_EXPORTER=none.",
    details: { issues: [{ path: "", message }] }
  })
}

const tooMuch = {
  spans: `The request has more than ${limits.spansOfRequest} spans.`,
  parts:
    "The request has more resources, scopes, attributes and values, or repeats more of its resources, than can be taken at once."
} as const

/** 413: more of something than one request may have. */
export const tooMany = (what: keyof typeof tooMuch) =>
  new PayloadTooLarge({
    message: tooMuch[what],
    hint: smallerBatches,
    details: { limitBytes: limits.decodedBytes }
  })

/** A refusal with the hint that exporters can follow: whatever of a request was too large, it had too many spans. */
export const forExporters = (error: AgentError): AgentError =>
  error instanceof PayloadTooLarge
    ? new PayloadTooLarge({ message: error.message, hint: smallerBatches, details: error.details })
    : error

/** What a decoder threw, as the refusal of its request. What else it threw is a fault of the server. */
export const refused = (error: unknown): ValidationError | PayloadTooLarge => {
  if (error instanceof TooManyParts) return tooMany("parts")
  if (error instanceof Unreadable) return malformed(error.message, pointerOf(error.path))
  throw error
}
