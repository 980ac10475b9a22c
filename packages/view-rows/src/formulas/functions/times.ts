import { parseTime } from "@agent-operations/contract/records"
import { Duration } from "@marcbachmann/cel-js/evaluator"
import { LRUCache } from "lru-cache"
import { CellFailure } from "../failures.ts"
import { spend } from "../meter.ts"

/** The moments that CEL has: of the years 1 to 9999. Source: the language definition of CEL, "Timestamps". */
const [firstMillis, lastMillis] = [-62_135_596_800_000, 253_402_300_799_999]

/** The longest duration that CEL has, of 10,000 years. Source: as above. */
const mostSeconds = 315_576_000_000n

const billion = 1_000_000_000n

/** How a result that is beyond them fails: as a conversion, or as a computation. */
type Beyond = "TYPE_ERROR" | "ARITHMETIC"

const momentOf = (millis: number, beyond: Beyond): Date => {
  if (millis >= firstMillis && millis <= lastMillis) return new Date(millis)
  throw new CellFailure(beyond, "A timestamp has the years 1 to 9999.")
}

const durationOf = (nanos: bigint, beyond: Beyond): Duration => {
  const seconds = nanos / billion
  if (seconds > mostSeconds || seconds < -mostSeconds) {
    throw new CellFailure(beyond, "A duration has at most 315,576,000,000 seconds.")
  }
  return new Duration(seconds, Number(nanos % billion))
}

const nanosOf = (duration: Duration): bigint => duration.seconds * billion + BigInt(duration.nanos)

/** So many nanoseconds behind a moment, of which the milliseconds are kept. */
const later = (moment: Date, nanos: bigint): Date => {
  const all = BigInt(moment.getTime()) * 1_000_000n + nanos
  return momentOf(Number((all - (((all % 1_000_000n) + 1_000_000n) % 1_000_000n)) / 1_000_000n), "ARITHMETIC")
}

/** The sum of moments and durations; undefined where a value is neither. */
export const sumOfTimes = (left: unknown, right: unknown): Date | Duration | undefined => {
  if (left instanceof Date) return right instanceof Duration ? later(left, nanosOf(right)) : undefined
  if (!(left instanceof Duration)) return undefined
  if (right instanceof Date) return later(right, nanosOf(left))
  return right instanceof Duration ? durationOf(nanosOf(left) + nanosOf(right), "ARITHMETIC") : undefined
}

/** The difference of moments and durations; undefined where a value is neither. */
export const differenceOfTimes = (left: unknown, right: unknown): Date | Duration | undefined => {
  if (left instanceof Date && right instanceof Date) {
    return durationOf(BigInt(left.getTime() - right.getTime()) * 1_000_000n, "ARITHMETIC")
  }
  if (!(right instanceof Duration)) return undefined
  if (left instanceof Date) return later(left, -nanosOf(right))
  return left instanceof Duration ? durationOf(nanosOf(left) - nanosOf(right), "ARITHMETIC") : undefined
}

/** The moment of a text: a time that the product takes everywhere. */
const timestampOf = (text: string): Date => {
  if (parseTime(text) !== undefined) return momentOf(Date.parse(text), "TYPE_ERROR")
  throw new CellFailure("TYPE_ERROR", "timestamp() takes a time such as 2026-11-20T10:00:00.000Z.")
}

const nanosOfUnit: Readonly<Record<string, bigint>> = {
  h: 3600n * billion,
  m: 60n * billion,
  s: billion,
  ms: 1_000_000n,
  us: 1000n,
  µs: 1000n,
  ns: 1n
}

const amount = /(\d*)(?:\.(\d*))?(h|ms|m|s|us|µs|ns)/y

/** The most characters that `duration()` reads: more than any duration has. */
const longestDuration = 200

/** What a text such as "1h30m" or "-1.5s" says. */
const parseDuration = (text: string): Duration => {
  const refused = new CellFailure("TYPE_ERROR", "duration() takes a duration such as 1h30m or -1.5s.")
  const [, sign, amounts] = /^([+-]?)(.+)$/su.exec(text.slice(0, longestDuration + 1)) ?? []
  if (amounts === undefined || text.length > longestDuration) throw refused
  let nanos = 0n
  amount.lastIndex = 0
  while (amount.lastIndex < amounts.length) {
    const [, whole = "", fraction = "", unit] = amount.exec(amounts) ?? []
    if (unit === undefined || whole + fraction === "") throw refused
    const scale = 10n ** BigInt(fraction.length)
    nanos += (BigInt(whole + fraction) * nanosOfUnit[unit]!) / scale
  }
  return durationOf(sign === "-" ? -nanos : nanos, "TYPE_ERROR")
}

/** What tells how far each time zone is from UTC at a moment. */
const zones = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 })

const formatOf = (zone: string): Intl.DateTimeFormat => {
  let format = zones.get(zone)
  if (format !== undefined) return format
  spend(500)
  try {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
  } catch {
    throw new CellFailure("TYPE_ERROR", `There is no time zone ${zone.slice(0, 50)}.`)
  }
  zones.set(zone, format)
  return format
}

const offset = /([+-]?)(\d\d):(\d\d)(?::(\d\d))?$/u

const millisOf = ([, sign, hours, minutes, seconds = "0"]: ReadonlyArray<string | undefined>) =>
  (sign === "-" ? -1000 : 1000) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds))

/** A moment whose parts in UTC are those of another in a time zone. */
const inZone = (moment: Date, zone: string): Date => {
  const told = /^[+-]?(?:[01]\d|2[0-3]):[0-5]\d$/u.test(zone) ? zone : undefined
  if (told === undefined) spend(5)
  const found = offset.exec(told ?? formatOf(zone).format(moment))
  return found === null ? moment : new Date(moment.getTime() + millisOf(found))
}

const dayOfYear = (moment: Date): number => {
  const first = new Date(moment)
  first.setUTCMonth(0, 1)
  return Math.floor((moment.getTime() - first.getTime()) / 86_400_000)
}

const partsOfTimestamps: Readonly<Record<string, (moment: Date) => number>> = {
  getFullYear: (moment) => moment.getUTCFullYear(),
  getMonth: (moment) => moment.getUTCMonth(),
  getDate: (moment) => moment.getUTCDate(),
  getDayOfMonth: (moment) => moment.getUTCDate() - 1,
  getDayOfWeek: (moment) => moment.getUTCDay(),
  getDayOfYear: dayOfYear,
  getHours: (moment) => moment.getUTCHours(),
  getMinutes: (moment) => moment.getUTCMinutes(),
  getSeconds: (moment) => moment.getUTCSeconds(),
  getMilliseconds: (moment) => moment.getUTCMilliseconds()
}

/** What formulas do with moments and durations. The library's parts of them depend on the time zone of the machine. */
export const ofTimes = {
  "timestamp(string)": timestampOf,
  "timestamp(int)": (seconds: bigint) => momentOf(Number(seconds) * 1000, "TYPE_ERROR"),
  "duration(string)": parseDuration,
  "duration.getMilliseconds()": (duration: Duration) => nanosOf(duration) / 1_000_000n,
  ...Object.fromEntries(
    Object.entries(partsOfTimestamps).flatMap(([name, part]) => [
      [`timestamp.${name}()`, (moment: Date) => BigInt(part(moment))],
      [`timestamp.${name}(string)`, (moment: Date, zone: string) => BigInt(part(inZone(moment, zone)))]
    ])
  )
}
