import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { inTurns } from "../src/in-turns.ts"

function* busyFor(steps: number, millis: number) {
  for (let n = 0; n < steps; n++) {
    // clock: the work itself
    const end = performance.now() + millis
    // clock: the work itself
    while (performance.now() < end);
    yield
  }
  return "done"
}

describe("T15: steps that take long", () => {
  it("leave others their turns, and are left when nobody waits for them any more", async () => {
    let turns = 0
    const other = setInterval(() => turns++, 0)
    expect(await Effect.runPromise(inTurns(busyFor(20, 6)))).toBe("done")
    clearInterval(other)
    // Two steps fill a turn.
    expect(turns).toBeGreaterThanOrEqual(5)

    const steps = busyFor(1000, 6)
    const stopped = Effect.timeoutOption(inTurns(steps), 20)
    expect((await Effect.runPromise(stopped))._tag).toBe("None")
    let left = 0
    while (!steps.next().done && left < 3) left++
    expect(left).toBe(3)
  })

  it("that are done soon take no turn", async () => {
    expect(Effect.runSync(inTurns(busyFor(3, 0)))).toBe("done")
  })
})
