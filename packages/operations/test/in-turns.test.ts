import { Effect } from "effect"
import { WorkFor } from "@agent-operations/database"
import { describe, expect, it } from "vitest"
import { inOneTurn, inTurn, inTurns } from "../src/in-turns.ts"

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

  it("K3: have one turn at a time, and another organization's the next", async () => {
    let held = 0
    let ofMany = 0
    function* counted() {
      for (const _ of busyFor(12, 6)) {
        ofMany++
        yield
      }
    }
    const begin = (organization: string, steps: Generator<void, unknown>) =>
      Effect.runPromise(Effect.provideService(inTurns(steps), WorkFor, organization))
    const many = Array.from({ length: 20 }, () => begin("a", counted()))
    const look = () => {
      held = Math.max(held, ofMany)
      ofMany = 0
      looking = setImmediate(look)
    }
    let looking = setImmediate(look)
    ofMany = 0
    let allOfMany = false
    const all = Promise.all(many).then(() => (allOfMany = true))
    await begin("b", busyFor(12, 6))
    expect(allOfMany).toBe(false)
    await all
    clearImmediate(looking)
    // Between two tasks of others, two steps of whoever has the turn, and the first of whoever begins.
    expect(held).toBeLessThanOrEqual(4)
  })

  it("K3: what waits for nothing is done for a few milliseconds at a time, and what waits holds nobody up", async () => {
    let [held, begun, tasks] = [0, 0, 0]
    const look = () => {
      held = Math.max(held, begun)
      begun = 0
      tasks++
      looking = setImmediate(look)
    }
    let looking = setImmediate(look)
    const small = async () => {
      begun++
      await Promise.resolve()
      for (const _ of busyFor(1, 6));
      return tasks
    }
    let answer = (_: string) => {}
    const waits = () => new Promise<string>((resolve) => (answer = resolve))
    const long = Effect.runPromise(inOneTurn(waits))
    const ended = await Promise.all(Array.from({ length: 20 }, () => Effect.runPromise(inOneTurn(small))))
    clearImmediate(looking)
    expect(held).toBe(1)
    expect(new Set(ended).size).toBe(20)
    answer("at last")
    expect(await long).toBe("at last")
    // What waited takes nothing of the time that others have after it.
    await Effect.runPromise(inOneTurn(() => new Promise((resolve) => setTimeout(resolve, 20)))) // clock: what it waits for
    for (let n = 0; n < 3; n++) await new Promise((resolve) => setImmediate(resolve))
    expect(Effect.runSync(inTurn(() => "at once"))).toBe("at once")
    const fails = Effect.runPromiseExit(inOneTurn(() => Promise.reject(new Error("no"))))
    expect((await fails)._tag).toBe("Failure")
  })

  it("that are done soon take no turn", async () => {
    expect(Effect.runSync(inTurns(busyFor(3, 0)))).toBe("done")
  })
})
