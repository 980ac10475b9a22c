import { Reader } from "protobufjs/minimal.js"
import { parseSpanId } from "../identifiers.ts"
import { limits } from "../limits.ts"
import { TooManyParts } from "./unreadable.ts"

const lengthDelimited = 2

/** Counts the messages and strings of one request, over all that read of it. */
export interface Parts {
  count: number
}

/**
 * Reads at most so many messages, strings and fields that nobody knows: each may be two bytes, and becomes an object of a
 * hundred or a step.
 */
export class BoundedReader extends Reader {
  private readonly parts: Parts
  private readonly most: number

  /** `own` is how many there may be in these bytes, of those that the request may have. */
  constructor(bytes: Uint8Array, parts: Parts, own: number = limits.partsOfRequest) {
    super(bytes)
    this.parts = parts
    this.most = Math.min(parts.count + own, limits.partsOfRequest)
  }

  override size(): number {
    if (++this.parts.count > this.most) throw new TooManyParts()
    return super.size()
  }

  override skipType(wireType: number, depth?: number, fieldNumber?: number): this {
    if (wireType !== lengthDelimited && ++this.parts.count > this.most) throw new TooManyParts()
    return super.skipType(wireType, depth, fieldNumber) as this
  }
}

export interface Scanned {
  readonly spans: number
  /** Whether any span has a trace ID and a span ID of the right lengths. */
  readonly identified: boolean
}

/** How many bytes are scanned in a step. */
const bytesOfStep = 64 * 1024

/** A reader, and where its next step begins. */
interface Scanning {
  readonly reader: BoundedReader
  nextStep: number
}

/** Goes through what `found` does of each message of a field, by its end. The reader stands at its first byte then. */
function* eachMessage(
  scanning: Scanning,
  end: number,
  wanted: number,
  found: (end: number) => Generator<void>
): Generator<void> {
  const { reader } = scanning
  while (reader.pos < end) {
    if (reader.pos >= scanning.nextStep) {
      scanning.nextStep = reader.pos + bytesOfStep
      yield
    }
    const tag = reader.tag()
    const wireType = tag & 7
    if (tag >>> 3 !== wanted || wireType !== lengthDelimited) reader.skipType(wireType, 0, tag >>> 3)
    else {
      const until = reader.uint32() + reader.pos
      if (until > end) throw new RangeError("index out of range")
      yield* found(until)
      reader.pos = until
    }
  }
}

/** The IDs of a span, as far as they have the right lengths. */
const idsOf = (reader: Reader, end: number) => {
  let trace: Uint8Array | undefined
  let span: Uint8Array | undefined
  while (reader.pos < end && (trace === undefined || span === undefined)) {
    const tag = reader.tag()
    const [field, wireType] = [tag >>> 3, tag & 7]
    if (wireType === lengthDelimited && (field === 1 || field === 2)) {
      const length = reader.size()
      const id = length === (field === 1 ? 16 : 8) ? reader.buf.subarray(reader.pos, reader.pos + length) : undefined
      if (field === 1) trace = id
      else span = id
      reader.skip(length)
    } else reader.skipType(wireType, 0, field)
  }
  return { trace, span }
}

/** The ID of a span that is not decoded, where it has one. */
export const scanSpanId = (bytes: Uint8Array): string | null => {
  try {
    const { span } = idsOf(new BoundedReader(bytes, { count: 0 }, limits.partsOfSpan), bytes.length)
    return span === undefined ? null : (parseSpanId(Buffer.from(span).toString("hex")) ?? null)
  } catch {
    return null
  }
}

/** Thrown where a request has more spans than it may: the rest of it is not scanned. */
export class TooManySpans extends Error {}

/** Tells of the spans of a request without decoding them, by steps. Throws where its outline is malformed, or is of too many. */
export function* scan(bytes: Uint8Array): Generator<void, Scanned> {
  const reader = new BoundedReader(bytes, { count: 0 })
  const scanning: Scanning = { reader, nextStep: bytesOfStep }
  let [groups, spans] = [0, 0]
  let identified = false
  const countGroup = () => {
    if (++groups > limits.groupsOfRequest) throw new TooManyParts()
  }
  // oxlint-disable-next-line require-yield
  function* span(end: number): Generator<void> {
    if (++spans > limits.spansOfRequest) throw new TooManySpans()
    if (identified) return
    const ids = idsOf(reader, end)
    identified = ids.trace !== undefined && ids.span !== undefined
  }
  function* scope(end: number): Generator<void> {
    countGroup()
    yield* eachMessage(scanning, end, 2, span)
  }
  function* resource(end: number): Generator<void> {
    countGroup()
    yield* eachMessage(scanning, end, 2, scope)
  }
  yield* eachMessage(scanning, reader.len, 1, resource)
  return { spans, identified }
}
