import { hash } from "node:crypto"
import type { SentSpan } from "./span.ts"

/** The bytes of a rank: ended, version, end, hash. */
const rankLength = 1 + 8 + 8 + 16

/**
 * What decides between versions of one span, greatest first byte by byte: ended, version, end, and a hash of the body,
 * so that no two that differ are of one rank. Law: T3.
 */
export const rankOf = ({ endNano, version }: Pick<SentSpan, "endNano" | "version">, body: Uint8Array): Uint8Array => {
  const rank = Buffer.alloc(rankLength)
  rank.writeUInt8(endNano === null ? 0 : 1, 0)
  rank.writeBigUInt64BE(BigInt(version), 1)
  rank.writeBigUInt64BE(endNano ?? 0n, 9)
  rank.write(hash("sha256", body), 17, 16, "hex")
  return rank
}
