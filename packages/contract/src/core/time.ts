const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.(\d+))?(?:Z|[+-]\d{2}:\d{2})$/u

/**
 * The nanoseconds since 1970 of a time in RFC 3339, with capital letters: of the years 0 to 9999, without leap seconds, of whose
 * fractions of a second nine digits count. Undefined where a text is none, or names a day or an hour that there is not.
 *
 * @example
 * parseTime("2026-11-20T10:00:00.5+01:00") // 1795165200500000000n
 * parseTime("2026-02-30T10:00:00Z") // undefined
 */
export const parseTime = (text: string): bigint | undefined => {
  const match = timePattern.exec(text)
  if (match === null) return undefined
  // `Date` takes the 30th of February for the 2nd of March and hour 24 for the next day.
  const local = text.slice(0, "2026-11-20T10:00:00".length)
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local)) return undefined
  const millis = Date.parse(text.replace(/\.\d+/u, ""))
  return Number.isNaN(millis)
    ? undefined
    : BigInt(millis) * 1_000_000n + BigInt((match[1] ?? "").slice(0, 9).padEnd(9, "0"))
}
