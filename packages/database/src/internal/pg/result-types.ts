import { parse as parseArray } from "postgres-array"
import type { PgTypes } from "../../pg.ts"

type Parse = (text: string) => unknown

const timestamp =
  /^(\d{4,})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?(?:([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?)?( BC)?$/

/** A time that cannot be read, since the session writes times in another way. */
export class OtherDateStyle extends Error {
  override readonly name = "OtherDateStyle"

  constructor() {
    super("The DateStyle of the session is not ISO, so that times cannot be read.")
  }
}

/** To the millisecond, the rest cut off; `infinity` is an invalid date. Throws `OtherDateStyle`. */
const date = (text: string): Date => {
  const match = timestamp.exec(text)
  if (match === null) {
    if (text.endsWith("infinity")) return new Date(Number.NaN)
    throw new OtherDateStyle()
  }
  const [, year, month, day, hour, minute, second, fraction = "", sign, hours, minutes, seconds, bc] = match
  const millis = Number(fraction.padEnd(3, "0").slice(0, 3))
  const at = new Date(Date.UTC(2000, Number(month) - 1, 1, Number(hour), Number(minute), Number(second), millis))
  at.setUTCFullYear(bc === undefined ? Number(year) : 1 - Number(year), Number(month) - 1, Number(day))
  const offset = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000
  return new Date(at.getTime() + (sign === "-" ? offset : -offset))
}

const escaped = /\\(\\|[0-7]{3})/g

/** Both outputs of the server: `hex`, and the older `escape`. */
const bytes = (text: string): Uint8Array =>
  new Uint8Array(
    text.startsWith("\\x")
      ? Buffer.from(text.slice(2), "hex")
      : Buffer.from(
          text.replace(escaped, (_, code: string) =>
            code === "\\" ? "\\" : String.fromCharCode(Number.parseInt(code, 8))
          ),
          "latin1"
        )
  )

const boolean: Parse = (text) => text === "t"
const text: Parse = (value) => value
const json: Parse = (value) => JSON.parse(value)

/** By the number of the type, and of the array of it. Source: PostgreSQL, `pg_type.dat`. */
const scalars: ReadonlyArray<readonly [oid: number, array: number, parse: Parse]> = [
  [16, 1000, boolean],
  [17, 1001, bytes],
  [19, 1003, text],
  [20, 1016, BigInt],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, text],
  [26, 1028, Number],
  [114, 199, json],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, text],
  [1043, 1015, text],
  [1082, 1182, text],
  [1114, 1115, date],
  [1184, 1185, date],
  [1700, 1231, text],
  [2950, 2951, text],
  [3802, 3807, json]
]

const parsers = new Map<number, Parse>(
  scalars.flatMap(([oid, array, parse]): ReadonlyArray<[number, Parse]> => [
    [oid, parse],
    [array, (value) => parseArray(value, parse)]
  ])
)

/** What statements come back as is the same as over a URL, whatever the host set in `pg.types`. */
export const resultTypes: PgTypes = { getTypeParser: (oid) => parsers.get(oid) ?? text }
