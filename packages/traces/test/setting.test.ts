import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { settingOf, type TracesOptions } from "../src/family/setting.ts"
import { statusOf } from "../src/trace.ts"
import { encode, long, protobuf, span, taken, times } from "./requests.ts"

const nano = (time: string) => BigInt(Date.parse(time)) * 1_000_000n

const timesAt = (time: string, options: TracesOptions) =>
  Effect.andThen(TestClock.setTime(Date.parse(time)), settingOf(options).times)

describe("T20: the times that spans may have", () => {
  it.effect("are from the retention on, and up to a day from now", () =>
    Effect.gen(function* () {
      const now = "2015-06-30T12:00:00Z"
      const { earliest, latest } = yield* timesAt(now, { retention: "90 days" })
      assert.strictEqual(earliest, nano("2015-04-01T12:00:00Z"))
      assert.strictEqual(latest, nano("2015-07-01T12:00:00Z"))
    })
  )

  it.effect("are from the year 2000 on, where there is no retention, or a longer one", () =>
    Effect.gen(function* () {
      for (const options of [{}, { retention: "7000 days" }] as const) {
        const { earliest } = yield* timesAt("2015-06-30T12:00:00Z", options)
        assert.strictEqual(earliest, nano("2000-01-01T00:00:00Z"))
      }
      const { earliest } = yield* timesAt("2000-01-02T00:00:00Z", { retention: "1 hour" })
      assert.strictEqual(earliest, nano("2000-01-01T23:00:00Z"))
    })
  )
})

describe("T20: a span at the bounds of the times that it may have", () => {
  const rejected = (startNano: bigint, endNano: bigint) =>
    taken(
      encode([span({ startTimeUnixNano: long(startNano), endTimeUnixNano: long(endNano) })]),
      protobuf
    ).rejected.map(({ reason }) => reason)
  const { earliest, latest } = times

  it.each([
    ["begins with the first", earliest, earliest + 1n, undefined],
    ["begins before it", earliest - 1n, earliest + 1n, "its start is too long ago"],
    ["begins and ends with the last", latest, latest, undefined],
    ["begins after it", latest + 1n, latest, "its start is in the future"],
    ["ends after it", latest, latest + 1n, "its end is in the future"]
  ])("that %s", (_, startNano, endNano, reason) => {
    assert.deepStrictEqual(rejected(startNano, endNano), reason === undefined ? [] : [reason])
  })
})

it("T6: a trace is running for as long as it may be still, and not a nanosecond longer", () => {
  const going = { rootEnded: false, rootError: false }
  const after = (still: bigint) => statusOf(going, { touchedNano: 1000n, nowNano: 1000n + still, idleNanos: 60n })
  assert.deepStrictEqual([0n, 59n, 60n, 61n].map(after), ["running", "running", "running", "incomplete"])
  const ended = (rootError: boolean) =>
    statusOf({ rootEnded: true, rootError }, { touchedNano: 0n, nowNano: 1000n, idleNanos: 60n })
  assert.deepStrictEqual([ended(false), ended(true)], ["success", "error"])
})
