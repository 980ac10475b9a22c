import type { PayloadTooLarge, ValidationError } from "@agent-operations/error-envelope"
import { Result } from "effect"
import { limits } from "../limits.ts"
import { type MessageType, messages } from "./compiled.ts"
import type { ExportRequest } from "./message.ts"
import { otherSignal, refused, tooMany } from "./refusals.ts"
import { tooManyValues } from "./rejected.ts"
import { BoundedReader, type Parts, scan, scanSpanId, TooManySpans } from "./scan.ts"
import { TooManyParts, Unreadable } from "./unreadable.ts"

/**
 * Where the count of nested messages begins. protobufjs ends at 100, and a value of 64 levels has three messages for each:
 * so they are read, and what has more levels than it may is rejected with its span, not with its request.
 */
const initialDepth = -150

/** What protobufjs throws, as what is thrown here. */
const unreadable = (error: unknown): Error =>
  error instanceof TooManyParts || error instanceof TooManySpans
    ? error
    : new Unreadable(`The body is not OTLP in protobuf: ${(error as Error).message}.`)

/**
 * Decodes protobuf strictly, by steps: nothing truncated, no invalid UTF-8, no nesting or number of parts without end. What has
 * too much is looked at no further than it takes to tell. Law: K3.
 */
export function* decodeProtobuf(
  bytes: Uint8Array
): Generator<void, Result.Result<ExportRequest, ValidationError | PayloadTooLarge>> {
  const parts: Parts = { count: 0 }
  const decode = <A>(type: MessageType<A>, of: Uint8Array, most?: number): A => {
    try {
      return type.decode(new BoundedReader(of, parts, most), undefined, undefined, initialDepth)
    } catch (error) {
      throw unreadable(error)
    }
  }
  function* scanned() {
    try {
      return yield* scan(bytes)
    } catch (error) {
      throw unreadable(error)
    }
  }
  const spanOf = (span: Uint8Array) => {
    try {
      return decode(messages.Span, span, limits.partsOfSpan)
    } catch (error) {
      if (error instanceof TooManyParts && parts.count <= limits.partsOfRequest) throw tooManyValues(scanSpanId(span))
      throw error
    }
  }
  try {
    const { spans, identified } = yield* scanned()
    if (spans > 0 && !identified) return Result.fail(otherSignal())
    const { resourceSpans } = decode(messages.ExportTraceServiceRequest, bytes)
    return Result.succeed({
      resourceSpans,
      resourceOf: (bytes) => decode(messages.ResourceSpans, bytes as Uint8Array, limits.partsOfSpan),
      spanOf: (bytes) => spanOf(bytes as Uint8Array)
    })
  } catch (error) {
    return Result.fail(error instanceof TooManySpans ? tooMany("spans") : refused(error))
  }
}
