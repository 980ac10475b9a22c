import { parseTime } from "@agent-operations/contract/records"
import { CellFailure } from "./failures.ts"

/** The moments that CEL has: of the years 1 to 9999. Source: the language definition of CEL, "Timestamps". */
const [firstMillis, lastMillis] = [-62_135_596_800_000, 253_402_300_799_999]

const within = (millis: number): Date => {
  if (millis >= firstMillis && millis <= lastMillis) return new Date(millis)
  throw new CellFailure("TYPE_ERROR", "timestamp() has the years 1 to 9999.")
}

/** The moment of a text: a time that the product takes everywhere. */
export const timestampOf = (text: string): Date => {
  if (parseTime(text) === undefined) {
    throw new CellFailure("TYPE_ERROR", "timestamp() takes a time such as 2026-11-20T10:00:00.000Z.")
  }
  return within(Date.parse(text))
}

/** The moment so many seconds after 1970 began. */
export const timestampOfSeconds = (seconds: bigint): Date => within(Number(seconds) * 1000)
