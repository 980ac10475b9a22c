import { randomBytes } from "node:crypto"
import type { Family, Operation } from "@agent-operations/contract"
import type { traces } from "@agent-operations/contract/traces"
import { PayloadTooLarge, ValidationError } from "@agent-operations/error-envelope"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { runSteps } from "@agent-operations/operations"
import { Result } from "effect"
import { makeOrigin } from "../body.ts"
import { parseSpanId, parseTraceId } from "../identifiers.ts"
import { emptyObject, type Json, type JsonObject } from "../json.ts"
import { limits } from "../limits.ts"
import { recordedPrefix, recordedScope } from "../mapping/conventions/recorded.ts"
import { atOneStep, type MakeSpanBySteps } from "../otlp/read-request.ts"
import type { TimeRange } from "../otlp/read-span.ts"
import { Rejected, tooLong } from "../otlp/rejected.ts"
import type { SentSpan, Span } from "../span.ts"
import { parseTime } from "../time.ts"
import { faultOfTraces } from "./fault-of-json.ts"

type Contract = Family.OperationById<typeof traces, "record_traces">
type RecordedTrace = Operation.Input<Contract>["traces"][number]
type RecordedSpan = NonNullable<RecordedTrace["spans"]>[number]
type Path = ReadonlyArray<string | number>

/** Thrown where a request is refused, whole. */
class Refused extends Error {
  readonly path: Path
  constructor(path: Path, message: string) {
    super(message)
    this.path = path
  }
}

/** A span with its IDs, where it stands in the request, and what its trace says if it is the root. */
interface Placed {
  readonly span: RecordedSpan
  readonly traceId: string
  readonly spanId: string
  readonly path: Path
  readonly startNano: bigint
}

const origin = makeOrigin(emptyObject(), { name: recordedScope })

const makeId = (bytes: number) => randomBytes(bytes).toString("hex")

const nanosOf = (text: string, path: Path): bigint => {
  const nanos = parseTime(text)
  if (nanos === undefined) throw new Refused(path, "It is not a time.")
  if (nanos < 0n) throw new Refused(path, "It is before 1970.")
  return nanos
}

/** What a span and, if it is the root, its trace say beside attributes, under the keys that the mapping reads first. */
const told = (span: RecordedSpan, trace: RecordedTrace | undefined): JsonObject => {
  const attributes = emptyObject()
  const tell = (key: string, value: Json | undefined) => {
    if (value !== undefined && value !== null) attributes[recordedPrefix + key] = value
  }
  const tellJson = (key: string, value: Json | undefined) => {
    // What is too long already is written no more often.
    if (typeof value === "string" && value.length > limits.spanBytes) throw tooLong()
    tell(key, value === undefined || value === null ? undefined : JSON.stringify(value))
  }
  const metadata = { ...span.metadata, ...trace?.metadata }
  tell("type", span.type)
  tell("model", span.model)
  tell("provider", span.provider)
  tell("input_tokens", span.usage?.inputTokens)
  tell("output_tokens", span.usage?.outputTokens)
  tell("total_tokens", span.usage?.totalTokens)
  tell("cache_read_tokens", span.usage?.cacheReadTokens)
  tell("cache_write_tokens", span.usage?.cacheWriteTokens)
  tell("reasoning_tokens", span.usage?.reasoningTokens)
  tell("cost", span.cost)
  tell("trace_name", trace?.name)
  tell("user_id", trace?.userId)
  tell("session_id", trace?.sessionId)
  tell("environment", trace?.environment)
  tell("release", trace?.release)
  tell("tags", trace?.tags ?? span.tags)
  tellJson("input", trace?.input ?? span.input)
  tellJson("output", trace?.output ?? span.output)
  tellJson("error", span.error)
  if (Object.keys(metadata).length > 0) tellJson("metadata", metadata)
  return attributes
}

const attributesOf = (given: RecordedSpan["attributes"], path: Path): JsonObject => {
  const attributes = Object.assign(emptyObject(), given)
  const keys = Object.keys(attributes)
  if (keys.length > limits.attributes) throw new Refused(path, `At most ${limits.attributes} attributes.`)
  const reserved = keys.find((key) => key.startsWith(recordedPrefix))
  if (reserved !== undefined)
    throw new Refused([...path, reserved], `Keys that begin with ${recordedPrefix} are taken.`)
  return attributes
}

const endOf = ({ endNano, endedAt }: RecordedSpan, path: Path): bigint | null => {
  if (endNano != null) return BigInt(endNano)
  return endedAt == null ? null : nanosOf(endedAt, [...path, "endedAt"])
}

const outcomeOf = ({ status, error }: RecordedSpan) => status ?? (error == null ? "unset" : "error")

const sentOf = (
  { span, traceId, spanId, path, startNano }: Placed,
  trace: RecordedTrace | undefined,
  { earliest, latest }: TimeRange
): SentSpan => {
  const endNano = endOf(span, path)
  const start = [...path, span.startNano === undefined ? "startedAt" : "startNano"]
  if (startNano < earliest) throw new Refused(start, "It is too long ago.")
  if (startNano > latest) throw new Refused(start, "It is in the future.")
  if (endNano !== null && endNano > latest) {
    throw new Refused([...path, span.endNano == null ? "endedAt" : "endNano"], "It is in the future.")
  }
  return {
    traceId,
    spanId,
    parentId: span.parentId == null ? null : parseSpanId(span.parentId)!,
    name: span.name,
    kind: span.kind ?? "internal",
    outcome: outcomeOf(span),
    statusMessage: "",
    startNano,
    endNano,
    attributes: Object.assign(attributesOf(span.attributes, [...path, "attributes"]), told(span, trace)),
    droppedAttributesCount: 0,
    events: (span.events ?? []).map(({ name, at, timeNano, attributes }, n) => ({
      name,
      timeNano:
        timeNano === undefined
          ? at === undefined
            ? startNano
            : nanosOf(at, [...path, "events", n, "at"])
          : BigInt(timeNano),
      attributes: Object.assign(emptyObject(), attributes)
    })),
    links: [],
    origin,
    version: span.version ?? 0
  }
}

/** The one span of a trace that has none. */
const onlySpan = ({ name, startedAt, endedAt }: RecordedTrace, now: string): RecordedSpan => ({
  name: name ?? "trace",
  startedAt: startedAt ?? now,
  ...(endedAt === undefined ? {} : { endedAt })
})

const placeKey = ({ span, startNano, spanId }: Placed) =>
  `${span.parentId == null ? 0 : 1}${String(startNano).padStart(20, "0")}${spanId}`

/** The span that a trace's own fields are laid on: the one that will be its head. */
const rootOf = (placed: ReadonlyArray<Placed>): Placed =>
  placed.reduce((root, one) => (placeKey(one) < placeKey(root) ? one : root))

export interface Recorded {
  readonly spans: ReadonlyArray<Span>
  readonly traces: ReadonlyArray<{ readonly id: string; readonly spanIds: ReadonlyArray<string> }>
}

export interface RecordOptions {
  readonly times: TimeRange
  readonly now: Date
  readonly make: (sent: SentSpan) => Span
}

interface RecordByStepsOptions extends Omit<RecordOptions, "make"> {
  readonly make: MakeSpanBySteps
}

function* read(
  traces: ReadonlyArray<RecordedTrace>,
  { times, now, make }: RecordByStepsOptions
): Generator<void, Recorded> {
  const fault = yield* faultOfTraces(traces, limits.depth)
  if (fault !== undefined) throw new Refused(["traces", ...fault.path], fault.message)
  const spans: Array<Span> = []
  const ids: Array<Recorded["traces"][number]> = []
  for (const [n, trace] of traces.entries()) {
    const traceId = trace.id === undefined ? makeId(16) : parseTraceId(trace.id)!
    const placed = (trace.spans ?? [onlySpan(trace, now.toISOString())]).map((span, m): Placed => {
      const path = trace.spans === undefined ? ["traces", n] : ["traces", n, "spans", m]
      const startNano =
        span.startNano === undefined ? nanosOf(span.startedAt, [...path, "startedAt"]) : BigInt(span.startNano)
      const spanId = span.id === undefined ? makeId(8) : parseSpanId(span.id)!
      return { span, traceId, spanId, path, startNano }
    })
    if (spans.length + placed.length > limits.spansOfRequest) throw new TooManySpans()
    const root = rootOf(placed)
    for (const one of placed) {
      yield
      spans.push(yield* make(sentOf(one, one === root ? trace : undefined, times)))
    }
    ids.push({ id: traceId, spanIds: placed.map(({ spanId }) => spanId) })
  }
  return { spans, traces: ids }
}

class TooManySpans extends Error {}

const tooLarge = (message: string, limitBytes: number) =>
  new PayloadTooLarge({ message, hint: "Record fewer or smaller spans at once.", details: { limitBytes } })

type ReadRecorded = Result.Result<Recorded, ValidationError | PayloadTooLarge>

/** As `readRecorded`, a span at each step. */
export function* readRecordedBySteps(
  traces: ReadonlyArray<RecordedTrace>,
  options: RecordByStepsOptions
): Generator<void, ReadRecorded> {
  try {
    return Result.succeed(yield* read(traces, options))
  } catch (error) {
    if (error instanceof TooManySpans) {
      return Result.fail(tooLarge(`The request has more than ${limits.spansOfRequest} spans.`, limits.bodyBytes))
    }
    if (error instanceof Rejected) {
      return Result.fail(tooLarge(`A span is refused: ${error.message}.`, limits.spanBytes))
    }
    if (!(error instanceof Refused)) throw error
    const issues = [{ path: pointerOf(error.path), message: error.message }]
    return Result.fail(
      new ValidationError({ message: `The request is refused: ${error.message}`, details: { issues } })
    )
  }
}

/** The spans of a request of `record_traces`, or why it is refused, whole. */
export const readRecorded = (traces: ReadonlyArray<RecordedTrace>, options: RecordOptions): ReadRecorded =>
  runSteps(readRecordedBySteps(traces, { ...options, make: atOneStep(options.make) }))
