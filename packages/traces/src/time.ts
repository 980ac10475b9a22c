export { parseTime } from "@agent-operations/contract/records"

/** The nanoseconds of a millisecond. */
export const milliNanos = 1_000_000n

/** The nanoseconds of a day. */
export const dayNanos = 86_400_000n * milliNanos

/** A time in milliseconds since 1970, in nanoseconds. */
export const nanosOfMillis = (millis: number): bigint => BigInt(millis) * milliNanos

/** A time as it is told everywhere: RFC 3339 in UTC, in milliseconds, rounded down. */
export const toTime = (nanos: bigint): string => new Date(Number(nanos / milliNanos)).toISOString()

/** The milliseconds between two times; none where the second is before the first. */
export const millisBetween = (start: bigint, end: bigint): number => (end <= start ? 0 : Number(end - start) / 1e6)

/** The last time that is stored, since what stores it has 64 bits. */
export const latestNano = 2n ** 63n - 1n
