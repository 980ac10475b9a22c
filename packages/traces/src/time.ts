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

const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(\d{1,9})\d*)?(?:Z|[+-]\d{2}:\d{2})$/

/** The nanoseconds of a time in RFC 3339, of which nine digits of a second count; undefined where it is none. */
export const parseTime = (text: string): bigint | undefined => {
  const match = timePattern.exec(text)
  const millis = match === null ? Number.NaN : Date.parse(text.replace(/\.\d+/, ""))
  if (Number.isNaN(millis)) return undefined
  return nanosOfMillis(millis) + BigInt((match?.[1] ?? "").padEnd(9, "0"))
}
