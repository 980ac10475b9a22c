import type { Reader, Writer } from "protobufjs/minimal.js"
import { otlp } from "./generated/otlp.ts"
import type { ResourceSpans, SpanMessage } from "./message.ts"

export interface MessageType<A> {
  /** `depth` is where the count of nested messages begins. */
  readonly encode: (message: A, writer?: undefined, depth?: number) => Writer
  readonly decode: (reader: Reader, length: undefined, end: undefined, depth: number) => A
}

/** What pbjs compiled, with the types that it has. */
export const messages = otlp as {
  readonly ExportTraceServiceRequest: MessageType<{ resourceSpans: Array<Uint8Array> }>
  readonly ResourceSpans: MessageType<ResourceSpans>
  readonly Span: MessageType<SpanMessage>
  readonly ExportTraceServiceResponse: MessageType<{
    partialSuccess?: { rejectedSpans: number; errorMessage: string }
  }>
  readonly RpcStatus: MessageType<{ code: number; message: string }>
}
