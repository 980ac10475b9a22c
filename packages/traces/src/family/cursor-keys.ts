import type { KeyCodec } from "@agent-operations/operations"
import { Option } from "effect"
import type { SpanPosition, TracePosition } from "../store/index.ts"

/** A start in nanoseconds with an ID of so many bytes. */
const startAndId = <K>(
  bytes: number,
  split: (key: K) => readonly [start: bigint, id: string],
  join: (start: bigint, id: string) => K
): KeyCodec<K> => ({
  encode: (key) => {
    const [start, id] = split(key)
    const encoded = Buffer.alloc(8 + bytes)
    encoded.writeBigInt64BE(start)
    encoded.write(id, 8, "hex")
    return encoded
  },
  decode: (encoded) => {
    const read = Buffer.from(encoded)
    return read.length === 8 + bytes ? Option.some(join(read.readBigInt64BE(), read.toString("hex", 8))) : Option.none()
  }
})

/** Where a page of traces ended. */
export const traceKey: KeyCodec<TracePosition> = startAndId(
  16,
  ({ startNano, traceId }: TracePosition) => [startNano, traceId],
  (startNano, traceId) => ({ startNano, traceId })
)

/** Where a page of spans ended. */
export const spanKey: KeyCodec<SpanPosition> = startAndId(
  8,
  ({ startNano, spanId }: SpanPosition) => [startNano, spanId],
  (startNano, spanId) => ({ startNano, spanId })
)

/** Where a page of scores ended: an ID. */
export const idKey: KeyCodec<string> = {
  encode: (id) => Buffer.from(id),
  decode: (bytes) => Option.some(Buffer.from(bytes).toString())
}
