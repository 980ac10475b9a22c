import { parseTime } from "@agent-operations/contract/records"
import { Result, Schema } from "effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { Time } from "../src/definition/primitives.ts"

const isTaken = (text: string) => Result.isSuccess(Schema.decodeUnknownResult(Time)(text))

describe("a time as it is sent", () => {
  it("is any that there is, in any zone, with up to nine digits of a second", () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date("2200-01-01T00:00:00Z"), noInvalidDate: true }),
        fc.stringMatching(/^(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/),
        (date, rest) => {
          const text = date.toISOString().slice(0, 19) + rest
          assert.isTrue(isTaken(text))
          const digits = /\.(\d+)/.exec(rest)?.[1] ?? ""
          const nanos = BigInt(Date.parse(text.replace(/\.\d+/, ""))) * 1_000_000n + BigInt(digits.padEnd(9, "0"))
          assert.strictEqual(parseTime(text), nanos)
        }
      )
    ))

  it.each([
    ["a leap second", "2016-12-31T23:59:60Z"],
    ["a leap second with digits, in another zone", "2017-01-01T00:59:60.5+01:00"],
    ["hour 24", "2015-01-01T24:00:00Z"],
    ["the 30th of February", "2015-02-30T00:00:00Z"],
    ["the 29th of February of a year that has none", "2015-02-29T12:00:00Z"],
    ["the 31st of April", "2015-04-31T00:00:00.123456789-05:00"],
    ["month 13", "2015-13-01T00:00:00Z"],
    ["minute 60", "2015-01-01T00:60:00Z"],
    ["an offset of a day", "2015-01-01T00:00:00+24:00"],
    ["a day alone", "2015-01-01"],
    ["no zone", "2015-01-01T00:00:00"],
    ["letters that are not capital", "2015-01-01t00:00:00z"],
    ["a space", "2015-01-01 00:00:00Z"],
    ["a year of six digits", "+012015-01-01T00:00:00Z"],
    ["a week's day", "2015-W01-1T00:00:00Z"],
    ["a zone without a colon", "2015-01-01T00:00:00+0100"],
    ["a comma", "2015-01-01T00:00:00,5Z"],
    ["no seconds", "2015-01-01T00:00Z"]
  ])("is not %s", (_, text) => {
    assert.isFalse(isTaken(text))
    assert.isUndefined(parseTime(text))
  })

  it("is the 29th of February where there is one", () => assert.isTrue(isTaken("2016-02-29T23:59:59.999Z")))
})
