import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto"
import { Option, Result, Schema } from "effect"

/** The one list that a cursor is valid for. Law: P3. */
export interface CursorBinding {
  readonly operation: string
  readonly organizationId: string
  readonly projectId: string
  /** The filters of the list; the page's size is not one. */
  readonly filters: ReadonlyArray<string>
}

/** Encodes the sort key of a page's last item into a cursor, and decodes it. */
export interface KeyCodec<K> {
  readonly encode: (key: K) => Uint8Array
  readonly decode: (bytes: Uint8Array) => Option.Option<K>
}

/** The key of a list that is sorted by a 64-bit integer. */
export const positionKey: KeyCodec<bigint> = {
  encode: (position) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigInt64BE(position)
    return bytes
  },
  decode: (bytes) => (bytes.length === 8 ? Option.some(Buffer.from(bytes).readBigInt64BE()) : Option.none())
}

/** The key of a list that is sorted by a text. */
export const textKey: KeyCodec<string> = {
  encode: (text) => Buffer.from(text),
  decode: (bytes) => Option.some(Buffer.from(bytes).toString())
}

/**
 * The key of a list that is sorted by anything that a schema writes as JSON, such as a time and an ID.
 *
 * @example
 * const byTime = schemaKey(Schema.Tuple([Timestamp, typeId("tr")]))
 */
export const schemaKey = <K>(schema: Schema.Codec<K, unknown>): KeyCodec<K> => {
  const encode = Schema.encodeUnknownSync(schema)
  const decode = Schema.decodeUnknownOption(schema)
  return {
    encode: (key) => Buffer.from(JSON.stringify(encode(key))),
    decode: (bytes) => {
      try {
        return decode(JSON.parse(Buffer.from(bytes).toString()))
      } catch {
        return Option.none()
      }
    }
  }
}

const signatureBytes = 16

const sign = (key: KeyObject, position: Uint8Array, { operation, organizationId, projectId, filters }: CursorBinding) =>
  createHmac("sha256", key)
    .update(JSON.stringify([operation, organizationId, projectId, filters]))
    .update(position)
    .digest()
    .subarray(0, signatureBytes)

const refused = Result.fail("not a cursor of this list" as const)

/**
 * Writes and reads cursors: opaque, signed with HMAC-SHA-256, and bound to what they continue. Law: P3.
 *
 * @example
 * const cursors = makeCursors(secret)
 * const { write, read } = cursors.of(positionKey)
 * read(write(42n, binding), binding) // Result.succeed(42n)
 */
export const makeCursors = (secret: Uint8Array) => {
  // Made once: from bytes, each signature would make it anew, which takes five times as long as the rest.
  const key = createSecretKey(secret)
  return {
    /** The cursors of lists that are ordered by such a key. */
    of: <K>(codec: KeyCodec<K>) => ({
      write: (last: K, binding: CursorBinding): string => {
        const bytes = codec.encode(last)
        return Buffer.concat([sign(key, bytes, binding), bytes]).toString("base64url")
      },
      read: (cursor: string, binding: CursorBinding): Result.Result<K, "not a cursor of this list"> => {
        const bytes = Buffer.from(cursor, "base64url")
        // Some characters at the end can have bits to spare, which decoding drops: only one form is a cursor.
        if (bytes.length < signatureBytes || bytes.toString("base64url") !== cursor) return refused
        const position = bytes.subarray(signatureBytes)
        if (!timingSafeEqual(bytes.subarray(0, signatureBytes), sign(key, position, binding))) return refused
        return Option.match(codec.decode(position), { onNone: () => refused, onSome: Result.succeed })
      }
    })
  }
}
