import { hash, randomFillSync } from "node:crypto"

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/** Random bytes, drawn many at a time: a call of the system's generator costs as much as the rest of an identifier. */
const pool = new Uint8Array(4096)
let drawn = pool.length

const draw = (length: number): Uint8Array => {
  if (drawn + length > pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  drawn += length
  return pool.subarray(drawn - length, drawn)
}

/** 48 bits of milliseconds, version 7, 74 random bits. Source: RFC 9562 section 5.7. */
const uuidv7 = (milliseconds: number): Uint8Array => {
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(milliseconds / 0x1_0000))
  view.setUint16(4, milliseconds % 0x1_0000)
  bytes.set(draw(10), 6)
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f))
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
  return bytes
}

/** 122 bits of a hash, version 8. Source: RFC 9562 section 5.8. */
const uuidv8 = (seed: string): Uint8Array => {
  const bytes = new Uint8Array(hash("sha256", seed, "buffer").subarray(0, 16))
  bytes[6] = 0x80 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return bytes
}

/** 130 bits, five a digit, of which the first two are zero. */
const base32 = (bytes: Uint8Array): string => {
  let encoded = ""
  let rest = 0
  let bits = 2
  for (const byte of bytes) {
    rest = (rest << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      encoded += alphabet[rest >> bits]
      rest &= (1 << bits) - 1
    }
  }
  return encoded
}

/**
 * A new identifier: the prefix, an underscore, and 26 characters of base32 UUIDv7, so that identifiers made later sort
 * later (to the millisecond) and land together in an index. Source: the TypeID specification 0.3.
 *
 * @example
 * newTypeId("pv") // "pv_01jd3k5v7te8w9x2m4n6p8q0rs"
 */
// The wall clock on purpose, not Effect's: under a test clock that stands still, identifiers must stay distinct in time.
// oxlint-disable-next-line no-restricted-properties
export const newTypeId = (prefix: string): string => `${prefix}_${base32(uuidv7(Date.now()))}`

/**
 * The identifier that a seed stands for, the same whenever it is asked for: what is created under it twice exists once.
 *
 * @example
 * typeIdOf("org", JSON.stringify([userId, idempotencyKey]))
 */
export const typeIdOf = (prefix: string, seed: string): string => `${prefix}_${base32(uuidv8(seed))}`
