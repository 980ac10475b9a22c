/** A project of a tenant: where traces live. Law: A3. */
export interface Space {
  /** The key that every table is distributed by; an organization's ID in Agent Operations. */
  readonly tenant: string
  readonly project: string
}

/** Who records spans and scores: what is told of them is compared, and never read. Law: T25. */
export interface Recorder {
  /** A UUID, the same for whatever replaces a credential. */
  readonly id: string
  /** Whether they may replace what others began, and delete it. */
  readonly replaces: boolean
}

/** Whoever calls in the host's own name. */
export const hostItself: Recorder = { id: "00000000-0000-0000-0000-000000000000", replaces: true }

/** A trace, and where its facts and bodies are kept. */
export interface TraceRef {
  readonly traceId: string
  /** The Monday of when it came, or of the first start that was reported of it where that is later, such as `2026-11-16`. */
  readonly bucket: string
}

// PostgreSQL's integers are signed: with the first bit turned over they have the order of the digits.
const firstBit = 1n << 63n

/** The key that stands for no span, which no span has. */
export const noSpan = -firstBit

/** A span ID as a bigint of PostgreSQL, in the order of its digits. */
export const spanKey = (spanId: string): bigint => BigInt.asIntN(64, BigInt(`0x${spanId}`) ^ firstBit)

/** The span ID of a key. */
export const spanIdOf = (key: bigint): string => (BigInt.asUintN(64, key) ^ firstBit).toString(16).padStart(16, "0")

/** A trace ID as PostgreSQL tells a UUID, without its dashes. */
export const traceIdOf = (uuid: string): string => uuid.replaceAll("-", "")

const dayNanos = 86_400_000_000_000n
const dayMillis = 86_400_000

/** The Monday, in UTC, of the week of a time. */
export const bucketOf = (startNano: bigint): string => {
  const day = Number(startNano / dayNanos)
  // 1970 began on a Thursday.
  return new Date((day - ((day + 3) % 7)) * dayMillis).toISOString().slice(0, 10)
}
