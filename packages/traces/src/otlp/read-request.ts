import type { PayloadTooLarge, Unavailable, ValidationError } from "@agent-operations/error-envelope"
import { type Grow, runSteps } from "@agent-operations/operations"
import { Result } from "effect"
import { limits } from "../limits.ts"
import type { SentSpan, Span } from "../span.ts"
import { readAttributes } from "./attributes.ts"
import { decodeJson } from "./json.ts"
import type { ExportRequest, ResourceSpans, SpanMessage } from "./message.ts"
import { decodeProtobuf } from "./protobuf.ts"
import { lacksIds, type ReadResource, readOrigin, readSpan, spanIdOf, type TimeRange } from "./read-span.ts"
import { otherSignal, refused } from "./refusals.ts"
import { Rejected, type Rejection } from "./rejected.ts"
import { TooManyParts, under } from "./unreadable.ts"

/** OTLP's content types. */
export const otlpContentTypes = ["application/x-protobuf", "application/json"] as const
export type OtlpContentType = (typeof otlpContentTypes)[number]

/** The spans of a request. What was sent is in one of the two. Law: T11. */
export interface ReadSpans {
  readonly spans: ReadonlyArray<Span>
  readonly rejected: ReadonlyArray<Rejection>
}

/** Makes a span of what was sent. It throws `Rejected` as well. */
type MakeSpan = (sent: SentSpan) => Span
export type MakeSpanBySteps = (sent: SentSpan) => Generator<void, Span>

/** What makes it at one step. */
export const atOneStep = (make: MakeSpan): MakeSpanBySteps =>
  // oxlint-disable-next-line require-yield
  function* (sent) {
    return make(sent)
  }

/** What a function returns, or why it rejects. */
const orRejected = <A>(read: () => A): A | Rejected => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Rejected) return error
    throw error
  }
}

/** A resource as the spans of its scopes share it. */
const readResource = (message: ResourceSpans): ReadResource => {
  const { attributes } = readAttributes(message.resource?.attributes ?? [])
  return { resource: attributes, text: JSON.stringify(attributes) }
}

/** Takes the spans of one request in turn. */
const makeTaker = () => {
  const spans: Array<Span> = []
  const rejected: Array<Rejection> = []
  let bytes = 0
  let identified = false
  const reject = ({ spanId, message }: Rejected) => {
    identified = true
    rejected.push({ spanId, reason: message })
  }
  const take = (message: SpanMessage, span: Span | Rejected) => {
    identified ||= !lacksIds(message)
    if (span instanceof Rejected) return void rejected.push({ spanId: spanIdOf(message), reason: span.message })
    bytes += span.body.length
    if (bytes > limits.bodiesOfRequest) throw new TooManyParts()
    spans.push(span)
  }
  const taken = (): Result.Result<ReadSpans, ValidationError> =>
    rejected.length > 0 && !identified ? Result.fail(otherSignal()) : Result.succeed({ spans, rejected })
  return { reject, take, taken }
}

function* readSpans({ resourceSpans, resourceOf, spanOf }: ExportRequest, times: TimeRange, make: MakeSpanBySteps) {
  const { reject, take, taken } = makeTaker()
  for (const [i, sent] of resourceSpans.entries()) {
    const message = under(["resourceSpans", i], () => resourceOf(sent))
    yield
    if (message.scopeSpans.length === 0) continue
    const resource = orRejected(() => readResource(message))
    for (const [j, scope] of message.scopeSpans.entries()) {
      const origin = resource instanceof Rejected ? resource : orRejected(() => readOrigin(resource, scope))
      for (const [k, span] of scope.spans.entries()) {
        const message = orRejected(() => under(["resourceSpans", i, "scopeSpans", j, "spans", k], () => spanOf(span)))
        yield
        if (message instanceof Rejected) {
          reject(message)
          continue
        }
        let made: Span | Rejected
        try {
          made = origin instanceof Rejected ? origin : yield* make(readSpan(message, origin, times))
        } catch (error) {
          if (!(error instanceof Rejected)) throw error
          made = error
        }
        take(message, made)
        yield
      }
    }
  }
  return taken()
}

/** What a request is read to. */
export type ReadRequest = Result.Result<ReadSpans, ValidationError | PayloadTooLarge | Unavailable>

/** As `readRequest`, a span at each step: between two of them others may have their turn. It grows by what JSON becomes. */
export function* readRequestBySteps(
  bytes: Uint8Array,
  contentType: OtlpContentType,
  times: TimeRange,
  make: MakeSpanBySteps,
  grow?: Grow
): Generator<void, ReadRequest> {
  const decoded = contentType === "application/json" ? yield* decodeJson(bytes, grow) : yield* decodeProtobuf(bytes)
  if (Result.isFailure(decoded)) return Result.fail(decoded.failure)
  try {
    return yield* readSpans(decoded.success, times, make)
  } catch (error) {
    return Result.fail(refused(error))
  }
}

/**
 * Reads a request of OTLP, decompressed, and makes something of each span. One bad span costs itself, not its request.
 * Laws: T10, T11.
 *
 * @example
 * readRequest(bytes, "application/json", { earliest, latest }, makeSpan(prices))
 * // Result of { spans: [{ sent: { traceId: "0af7…", name: "chat", … }, facts, … }],
 * //   rejected: [{ spanId: null, reason: "its name is empty" }] }
 */
export const readRequest = (
  bytes: Uint8Array,
  contentType: OtlpContentType,
  times: TimeRange,
  make: MakeSpan
): ReadRequest => runSteps(readRequestBySteps(bytes, contentType, times, atOneStep(make)))
