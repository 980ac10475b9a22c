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

/** Calls `found` with the length of each message of a field. The reader stands at its first byte then. */
const eachMessage = (reader: Reader, end: number, wanted: number, found: (end: number) => void) => {
  while (reader.pos < end) {
    const tag = reader.tag()
    const wireType = tag & 7
    if (tag >>> 3 !== wanted || wireType !== lengthDelimited) reader.skipType(wireType, 0, tag >>> 3)
    else {
      const until = reader.uint32() + reader.pos
      if (until > end) throw new RangeError("index out of range")
      found(until)
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
      const length = reader.uint32()
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

/** Counts the spans of a request without decoding them, as far as the limit. Throws where its outline is malformed. */
export const scan = (bytes: Uint8Array): Scanned => {
  const reader = new BoundedReader(bytes, { count: 0 })
  let [groups, spans] = [0, 0]
  let identified = false
  const countGroup = () => {
    if (++groups > limits.groupsOfRequest) throw new TooManyParts()
  }
  eachMessage(reader, reader.len, 1, (end) => {
    countGroup()
    eachMessage(reader, end, 2, (end) => {
      countGroup()
      eachMessage(reader, end, 2, (end) => {
        spans++
        if (identified) return
        const { trace, span } = idsOf(reader, end)
        identified = trace !== undefined && span !== undefined
      })
    })
  })
  return { spans, identified }
}
