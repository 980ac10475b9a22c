import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { makeWhenLate, mostMillis, toldAtOnce } from "../src/http/late.ts"

const turn = () => new Promise((resolve) => void setImmediate(resolve))

describe("K3: bodies that are late", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }))
  afterEach(() => void vi.useRealTimers())

  it("are told of after 10 seconds, but for those that came", () => {
    const whenLate = makeWhenLate()
    const told: Array<string> = []
    whenLate(() => told.push("first"))
    const come = whenLate(() => told.push("come"))
    vi.advanceTimersByTime(1000)
    whenLate(() => told.push("second"))
    come()
    vi.advanceTimersByTime(mostMillis - 1001)
    assert.deepStrictEqual(told, [])
    vi.advanceTimersByTime(1)
    assert.deepStrictEqual(told, ["first"])
    vi.advanceTimersByTime(1000)
    assert.deepStrictEqual(told, ["first", "second"])
    whenLate(() => told.push("third"))
    vi.advanceTimersByTime(mostMillis)
    assert.deepStrictEqual(told, ["first", "second", "third"])
  })

  it("are told of a few a turn, however many are late at once", async () => {
    const whenLate = makeWhenLate()
    let told = 0
    for (let n = 0; n < 5 * toldAtOnce; n++) whenLate(() => told++)
    vi.advanceTimersByTime(mostMillis)
    for (let turns = 1; turns <= 5; turns++) {
      assert.strictEqual(told, turns * toldAtOnce)
      await turn()
    }
    assert.strictEqual(told, 5 * toldAtOnce)
  })
})
