import { randomFillSync } from "node:crypto"

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

/** 48 bits of milliseconds, version 7, 74 random bits. Source: RFC 9562 section 5.7. */
const uuidv7 = (milliseconds: number): bigint => {
  const [high, low] = randomFillSync(new BigUint64Array(2)) as unknown as [bigint, bigint]
  const top = (BigInt(milliseconds) << 16n) | 0x7000n | (high & 0x0fffn)
  return (top << 64n) | 0x8000_0000_0000_0000n | (low & 0x3fff_ffff_ffff_ffffn)
}

const base32 = (value: bigint): string => {
  let encoded = ""
  for (let shift = 125n; shift >= 0n; shift -= 5n) encoded += alphabet[Number((value >> shift) & 31n)]
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
