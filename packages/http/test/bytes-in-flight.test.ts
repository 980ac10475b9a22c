import { WorkFor } from "@agent-operations/database"
import { Effect, Exit } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { AgentRequest } from "../src/exchange.ts"
import { holdBody } from "../src/hold-body.ts"
import { type Holding, makeBytesInFlight } from "../src/internal/bytes-in-flight.ts"

const MiB = 1024 * 1024

const organizations = ["one", "two", "three"] as const
const step = fc.record({
  organization: fc.constantFrom(...organizations),
  verb: fc.constantFrom("begin", "take", "end"),
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
  it("K3: takes as much as fits, three quarters for several requests of one organization, and gives back what is held", () =>
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
            const isAlone = sum(...mine) === request.own
            const ofOne = isAlone || sum(...mine) + bytes <= 75
            const fits = ofOne && sum(...[...requests.values()].flat()) + bytes <= 100
            assert.strictEqual(request.holding.take(bytes), fits)
            if (fits) request.own += bytes
          } else {
            mine.pop()
            await request.end()
          }
        }
        for (const request of [...requests.values()].flat()) await request.end()
        for (const organization of organizations) {
          const whole = begin(inFlight, organization)
          assert.isTrue(whole.holding.take(100))
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
    assert.isTrue(next.holding.take(100))
    assert.isFalse(next.holding.take(1))
    await next.end()
    // What comes late is of a request that holds nothing any more.
    assert.isFalse(next.holding.take(1))
    const last = begin(inFlight, "two")
    assert.isTrue(last.holding.take(100))
    await last.end()
  })

  it("K3: what a body becomes is held with it, for its organization", async () => {
    const of = (organizationId: string, ends: Effect.Effect<void> = Effect.void) => {
      const request: AgentRequest = {
        method: "POST",
        mount: "",
        path: "/",
        query: "",
        header: () => ["100000"],
        web: () => new Request("http://test"),
        peer: () => undefined,
        body: () => Effect.succeed(new Uint8Array())
      }
      const grown = Promise.withResolvers<readonly [string | undefined, string | undefined, string | undefined]>()
      const done = Effect.runPromise(
        holdBody(request, { organizationId }, (body, grow) =>
          Effect.gen(function* () {
            yield* body(100_000)
            const [first, second] = [grow(150 * MiB)?._tag, grow(60 * MiB)?._tag]
            grown.resolve([first, second, yield* WorkFor])
            yield* ends
          })
        )
      )
      return { grown: grown.promise, done }
    }
    const ended = Promise.withResolvers<void>()
    const one = of(
      "one",
      Effect.promise(() => ended.promise)
    )
    // Alone it may have more than its share.
    assert.deepStrictEqual(await one.grown, [undefined, undefined, "one"])
    assert.deepStrictEqual(await of("one").grown, ["UNAVAILABLE", "UNAVAILABLE", "one"])
    assert.deepStrictEqual(await of("two").grown, ["UNAVAILABLE", "UNAVAILABLE", "two"])
    ended.resolve()
    await one.done
    assert.deepStrictEqual(await of("two").grown, [undefined, undefined, "two"])
  })

  it("K3: who holds the most gives up a request that is still read, for one that holds less", async () => {
    const inFlight = makeBytesInFlight(100)
    const holdings: Array<Holding> = []
    const reads = (organization: string, bytes: number) =>
      Effect.runPromiseExit(
        inFlight(organization, ({ take, reading }) => {
          holdings.push({ take, reading })
          assert.isTrue(take(bytes))
          return reading(Effect.never)
        })
      )
    const [small, large] = [reads("one", 30), reads("one", 40)]
    // What is read already gives way to nobody.
    const kept = begin(inFlight, "two")
    assert.isTrue(kept.holding.take(30))
    const third = begin(inFlight, "three")
    assert.isTrue(third.holding.take(25))
    const exit = await large
    assert.isTrue(Exit.isFailure(exit) && String(exit.cause).includes("UNAVAILABLE"), String(exit))
    assert.isFalse(holdings[1]!.take(1))
    // One holds 30 now, and who would hold as much has to wait.
    assert.isFalse(third.holding.take(16))
    assert.isTrue(third.holding.take(4))
    assert.isFalse(third.holding.take(20))
    await kept.end()
    assert.isTrue(third.holding.take(20))
    assert.isTrue(holdings[0]!.take(1))
    await third.end()
    void small
  })
})
