import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { type ClockRecord, type Memory, observe } from "../../src/upkeep/observe.ts"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const age = 90 * day

type Step =
  | { readonly does: "pass"; readonly millis: number }
  | { readonly does: "step"; readonly millis: number }
  | { readonly does: "round"; readonly server: 0 | 1 }
  | { readonly does: "restart"; readonly server: 0 | 1 }
  | { readonly does: "write" }

/** Long times are as likely as short ones. */
const millis = fc
  .tuple(fc.constantFrom(minute, hour, day, 100 * day), fc.integer({ min: 1, max: 9 }))
  .map(([unit, n]) => unit * n)
const server = fc.constantFrom<0 | 1>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant("pass" as const), millis }) },
  {
    weight: 3,
    arbitrary: fc.tuple(millis, fc.boolean()).map(([by, back]) => ({ does: "step" as const, millis: back ? -by : by }))
  },
  { weight: 5, arbitrary: fc.record({ does: fc.constant("round" as const), server }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("restart" as const), server }) },
  { weight: 3, arbitrary: fc.constant({ does: "write" as const }) }
)

/** Two servers over one database whose clock is stepped; what they remember is all that they share with no one. */
const world = (stepAtFirst: number) => {
  let real = 1000 * day
  let offset = stepAtFirst
  const first = real + offset
  let record: ClockRecord = { observed: first, seen: first }
  const memories: Array<(ClockRecord & { readonly at: number }) | undefined> = [undefined, undefined]
  return {
    real: () => real,
    pass: (by: number) => void (real += by),
    step: (by: number) => void (offset += by),
    restart: (server: 0 | 1) => void (memories[server] = undefined),
    /** Until when a round of a server counts, by a clock that is a minute apart from the other's. */
    round: (server: 0 | 1) => {
      const memory: Memory | undefined = memories[server] && {
        ...memories[server],
        elapsed: real - memories[server].at
      }
      const now = real + offset + server * minute
      const { ahead, ...next } = observe(record, now, memory, 2 * hour)
      record = next
      memories[server] = { ...next, at: real }
      return { until: Math.min(now, next.observed), ahead, now }
    }
  }
}

describe("K1: the time that servers saw pass", () => {
  it("removes nothing that is not due by real time, whatever steps the clock makes", () => {
    let removed = 0
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const { real, round, pass, step, restart } = world(0)
        let kept: ReadonlyArray<number> = [real()]
        for (const one of steps) {
          if (one.does === "pass") pass(one.millis)
          else if (one.does === "step") step(one.millis)
          else if (one.does === "restart") restart(one.server)
          else if (one.does === "write") kept = [...kept, real()]
          else {
            const { until } = round(one.server)
            assert.isAtMost(until, real())
            const due = kept.filter((at) => at < until - age)
            kept = kept.filter((at) => at >= until - age)
            removed += due.length
            for (const at of due) assert.isAtLeast(real() - at, age)
          }
        }
      }),
      { numRuns: 500 }
    )
    assert.isAbove(removed, 0, "something was due in some histories")
  })

  it("goes on by itself once that time has passed, on a clock that stays ahead", () => {
    const { round, pass, step, real } = world(0)
    round(0)
    step(400 * day)
    const written = real()
    assert.deepStrictEqual([round(0).until - written, round(0).ahead], [0, 400 * day])
    for (let hours = 0; hours < 90 * 24; hours++) {
      pass(hour)
      assert.isAtMost(round(0).until - age, real() - age)
    }
    assert.strictEqual(round(0).until - age, written)
  })

  it("counts what passes while one of two servers runs, once, whatever the other does", () => {
    const { round, pass, restart, real } = world(0)
    round(0)
    round(1)
    for (let hours = 0; hours < 100; hours++) {
      pass(hour)
      round(0)
      round(1)
      restart(0)
    }
    pass(hour)
    round(0)
    const { until } = round(1)
    assert.strictEqual(until, real())
  })

  it("takes no time for passed that no server saw, and tells a gap of more than two pauses", () => {
    for (const [gap, told] of [
      [2 * hour, 0],
      [30 * day, 30 * day]
    ] as const) {
      const { round, pass, restart, real } = world(0)
      round(0)
      restart(0)
      pass(gap)
      const { until, ahead } = round(0)
      assert.deepStrictEqual([real() - until, ahead], [gap, told])
    }
  })

  it("follows a clock that goes back, so that the record of a first start far ahead guards again", () => {
    const { round, pass, step, real } = world(400 * day)
    round(0)
    step(-400 * day)
    assert.strictEqual(round(0).until, real())
    pass(hour)
    step(400 * day)
    assert.strictEqual(round(0).until, real())
  })

  it("goes by no server's memory of a time that the record was set back from", () => {
    const { round, pass, step, real } = world(400 * day)
    round(1)
    step(-400 * day)
    round(0)
    step(400 * day)
    pass(hour)
    assert.isAtMost(round(1).until, real())
  })

  it("moves by no leap second, and by no clock that is a minute apart", () => {
    const { round, step, real } = world(0)
    assert.strictEqual(round(1).ahead, 0)
    step(-1000)
    assert.deepStrictEqual([round(0).ahead, round(0).until], [0, real() - 1000])
    step(1000)
    assert.deepStrictEqual([round(0).ahead, round(0).until], [0, real()])
  })
})
