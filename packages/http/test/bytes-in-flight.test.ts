import { Effect, Exit } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { type Holding, makeBytesInFlight } from "../src/internal/bytes-in-flight.ts"

const organizations = ["one", "two", "three"] as const
const step = fc.record({
  organization: fc.constantFrom(...organizations),
  verb: fc.constantFrom("begin", "take", "give back", "end"),
  bytes: fc.integer({ min: 0, max: 60 })
})

/** A request that holds until it is told to end. */
const begin = (inFlight: ReturnType<typeof makeBytesInFlight>, organization: string) => {
  const ended = Promise.withResolvers<void>()
  let holding: Holding
  const done = Effect.runPromise(
    inFlight(organization, (given) => {
      holding = given
      return Effect.promise(() => ended.promise)
    })
  )
  return {
    holding: holding!,
    own: 0,
    end: () => {
      ended.resolve()
      return done
    }
  }
}

describe("bytes in flight", () => {
  it("K3: takes as much as fits, three quarters for one organization, and gives back what is held", () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 100 }), async (steps) => {
        const inFlight = makeBytesInFlight(100)
        const requests = new Map(organizations.map((name) => [name, new Array<ReturnType<typeof begin>>()]))
        const sum = (...of: ReadonlyArray<ReturnType<typeof begin>>) => of.reduce((all, { own }) => all + own, 0)
        for (const { organization, verb, bytes } of steps) {
          const mine = requests.get(organization)!
          const request = mine.at(-1)
          if (verb === "begin") mine.push(begin(inFlight, organization))
          else if (request === undefined) continue
          else if (verb === "take") {
            const fits = sum(...mine) + bytes <= 75 && sum(...[...requests.values()].flat()) + bytes <= 100
            assert.strictEqual(request.holding.take(bytes), fits)
            if (fits) request.own += bytes
          } else if (verb === "give back") {
            const less = Math.min(bytes, request.own)
            request.holding.giveBack(less)
            request.own -= less
          } else {
            mine.pop()
            await request.end()
          }
        }
        for (const request of [...requests.values()].flat()) await request.end()
        for (const organization of organizations) {
          const whole = begin(inFlight, organization)
          assert.isTrue(whole.holding.take(75))
          await whole.end()
        }
      })
    ))

  it("gives back what a request held that fails or is given up", async () => {
    const inFlight = makeBytesInFlight(100)
    const failing = inFlight("one", ({ take }) =>
      Effect.andThen(
        Effect.sync(() => take(75)),
        Effect.fail("refused")
      )
    )
    const never = inFlight("one", ({ take }) =>
      Effect.andThen(
        Effect.sync(() => take(75)),
        Effect.never
      )
    )
    assert.isTrue(Exit.isFailure(await Effect.runPromiseExit(failing)))
    assert.isTrue(Exit.isFailure(await Effect.runPromiseExit(never, { signal: AbortSignal.abort() })))
    const next = begin(inFlight, "one")
    assert.isTrue(next.holding.take(75))
    assert.isFalse(next.holding.take(1))
    await next.end()
  })
})
