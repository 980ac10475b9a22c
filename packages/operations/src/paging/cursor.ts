import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto"
import { Result } from "effect"

/** What a cursor is good for, and nothing else. Law: P3. */
export interface CursorBinding {
  readonly operation: string
  readonly organizationId: string
  readonly projectId: string
  /** The filters of the list; the page's size is not one. */
  readonly filters: ReadonlyArray<string>
}

// 16 bytes of signature and 8 of position make 32 characters of base64url with no bits to spare: changing any
// character changes the bytes.
const signatureBytes = 16
const pattern = /^[A-Za-z0-9_-]{32}$/

const sign = (key: KeyObject, position: Uint8Array, { operation, organizationId, projectId, filters }: CursorBinding) =>
  createHmac("sha256", key)
    .update(JSON.stringify([operation, organizationId, projectId, filters]))
    .update(position)
    .digest()
    .subarray(0, signatureBytes)

/**
 * Writes and reads cursors: opaque, signed with HMAC-SHA-256, and bound to what they continue. Law: P3.
 *
 * @example
 * const cursors = makeCursors(secret)
 * cursors.read(cursors.write(42n, binding), binding) // Result.succeed(42n)
 */
export const makeCursors = (secret: Uint8Array) => {
  // Made once: from bytes, each signature would make it anew, which takes five times as long as the rest.
  const key = createSecretKey(secret)
  return {
    write: (position: bigint, binding: CursorBinding): string => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigInt64BE(position)
      return Buffer.concat([sign(key, bytes, binding), bytes]).toString("base64url")
    },
    read: (cursor: string, binding: CursorBinding): Result.Result<bigint, "not a cursor of this list"> => {
      if (!pattern.test(cursor)) return Result.fail("not a cursor of this list")
      const bytes = Buffer.from(cursor, "base64url")
      const position = bytes.subarray(signatureBytes)
      return timingSafeEqual(bytes.subarray(0, signatureBytes), sign(key, position, binding))
        ? Result.succeed(position.readBigInt64BE())
        : Result.fail("not a cursor of this list")
    }
  }
}
