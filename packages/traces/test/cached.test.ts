import { drawn } from "@agent-operations/testing/drawn"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { roundToPico } from "../src/costs/pico.ts"
import { makePrices } from "../src/costs/prices.ts"
import { type Tokens, withCached } from "../src/mapping/tokens.ts"

type Count = number | null

const tokens = (
  [inputTokens, outputTokens]: readonly [Count, Count],
  [cacheReadTokens, cacheWriteTokens]: readonly [Count, Count],
  totalTokens: Count = null
): Tokens => ({ inputTokens, outputTokens, totalTokens, cacheReadTokens, cacheWriteTokens, reasoningTokens: null })

describe("cached tokens beside the input", () => {
  it.each<readonly [what: string, sent: Tokens, inputTokens: Count, totalTokens: Count]>([
    ["below it are a part of it", tokens([120, 30], [100, null]), 120, 150],
    ["equal to it are all of it", tokens([100, 30], [100, null]), 100, 130],
    ["above it are beside it", tokens([99, 30], [100, null]), 199, 229],
    ["read and written, below it", tokens([101, 30], [60, 40]), 101, 131],
    ["read and written, equal to it", tokens([100, 30], [60, 40]), 100, 130],
    ["read and written, above it", tokens([99, 30], [60, 40]), 199, 229],
    ["only written, above it", tokens([39, 30], [null, 40]), 79, 109],
    ["below it, in a total without them", tokens([120, 30], [100, null], 150), 120, 150],
    ["below it, in a total with them", tokens([120, 30], [100, null], 250), 220, 250],
    ["equal to it, in a total without them", tokens([100, 30], [100, null], 130), 100, 130],
    ["equal to it, in a total with them", tokens([100, 30], [100, null], 230), 200, 230],
    ["below it, in a total of something else", tokens([120, 30], [100, null], 999), 120, 999],
    ["above it, in a total of something else", tokens([99, 30], [100, null], 7), 199, 229],
    ["none, in a total", tokens([120, 30], [0, null], 150), 120, 150],
    ["none, and no input either", tokens([null, 30], [0, 0], 30), null, 30],
    ["none, and no output either", tokens([120, null], [null, null]), 120, 120],
    ["none, and only output", tokens([null, 30], [null, null]), null, 30],
    ["and nothing else", tokens([null, null], [100, null]), 100, 100],
    ["none of anything but a total", tokens([null, null], [null, 0], 50), null, 50],
    ["none of anything", tokens([null, null], [null, null]), null, null]
  ])("%s", (_, sent, inputTokens, totalTokens) => {
    assert.deepStrictEqual(withCached(sent), { ...sent, inputTokens, totalTokens })
  })

  it("are counted once: what is told holds them, whatever the sender counts them as", () => {
    const count = fc.oneof(fc.constant(0), fc.nat(40))
    drawn({ below: 0.1, equal: 0.1, above: 0.1, none: 0.03, total: 0.3 }, (of) =>
      fc.assert(
        fc.property(
          fc.nat(80),
          fc.oneof(count, fc.constant("equal" as const)),
          count,
          count,
          fc.boolean(),
          (input, asked, write, output, withTotal) => {
            const read = asked === "equal" ? Math.max(0, input - write) : asked
            const cached = read + write
            of(
              cached === 0 ? "none" : cached < input ? "below" : cached === input ? "equal" : "above",
              withTotal ? "total" : undefined
            )
            const sent = tokens([input, output], [read, write], withTotal ? input + cached + output : null)
            const { inputTokens, totalTokens } = withCached(sent)
            assert.isAtLeast(inputTokens!, cached)
            assert.strictEqual(inputTokens, withTotal || cached > input ? input + cached : input)
            assert.strictEqual(totalTokens, inputTokens! + output)
            assert.deepStrictEqual(withCached(withCached(sent)).inputTokens, inputTokens)
          }
        ),
        { numRuns: 400 }
      )
    )
  })
})

describe("T22: what cached tokens cost", () => {
  const at = new Date("2015-01-01T00:00:00Z")
  const [input, output, cacheRead, cacheWrite] = [1, 2, 0.5, 4]
  const prices = makePrices({ models: [{ model: "own", input, output, cacheRead, cacheWrite }] })
  const cost = (sent: Tokens) => prices.estimate({ model: "own", provider: null, tokens: withCached(sent), at })

  it.each<readonly [what: string, sent: Tokens, dollars: number]>([
    ["below the input", tokens([120, 30], [60, 40]), 20 * input + 60 * cacheRead + 40 * cacheWrite + 30 * output],
    ["equal to the input", tokens([100, 30], [60, 40]), 60 * cacheRead + 40 * cacheWrite + 30 * output],
    ["above the input", tokens([20, 30], [60, 40]), 20 * input + 60 * cacheRead + 40 * cacheWrite + 30 * output],
    ["only read", tokens([120, 30], [100, null]), 20 * input + 100 * cacheRead + 30 * output],
    ["only written", tokens([120, 30], [null, 100]), 20 * input + 100 * cacheWrite + 30 * output],
    ["none", tokens([120, 30], [0, 0]), 120 * input + 30 * output],
    ["none, of output alone", tokens([null, 30], [null, null]), 30 * output],
    ["none, of input alone", tokens([120, null], [null, null]), 120 * input],
    ["nothing at all", tokens([0, 0], [0, 0]), 0]
  ])("%s", (_, sent, dollars) => assert.closeTo(cost(sent)!, dollars / 1e6, 1e-12))

  it("is not known where nothing was counted", () => {
    assert.isUndefined(cost(tokens([null, null], [null, null])))
  })

  it("is by the price of the provider that is named, and a star stands at the end alone", () => {
    const own = makePrices({
      models: [
        { model: "shared", provider: "acme", input: 10, output: 0 },
        { model: "shared", input: 1, output: 0 },
        { model: "small-*", input: 3, output: 0 }
      ]
    })
    const of = (model: string, provider: string | null) =>
      own.estimate({ model, provider, tokens: tokens([1e6, 0], [null, null]), at })
    // The same model of one provider after the other, as what is found once is remembered.
    assert.deepStrictEqual(
      [of("shared", "acme"), of("shared", null), of("shared", "acme"), of("shared", "other")],
      [10, 1, 10, 1]
    )
    assert.deepStrictEqual(
      [of("small-1", null), of("small-", null), of("a-small-1", null), of("small", null)],
      [3, 3, undefined, undefined]
    )
  })

  it("is by the price of the day of the call, whichever day was asked for first", () => {
    const million = tokens([1e6, 0], [null, null])
    for (const years of [
      [2015, 2110],
      [2110, 2015]
    ]) {
      const builtIn = makePrices()
      const [first, second] = years.map((year) =>
        builtIn.estimate({ model: "o3", provider: "openai", tokens: million, at: new Date(Date.UTC(year, 0)) })
      )
      // It became cheaper once.
      const [before, after] = years[0] === 2015 ? [first!, second!] : [second!, first!]
      assert.isAbove(before, after)
    }
  })

  it("is rounded to what a trace tells, however much it is", () => {
    assert.deepStrictEqual([0.1 + 0.2, 1e-13, 0].map(roundToPico), [0.3, 0, 0])
    assert.strictEqual(roundToPico(1e300), 1e300)
  })
})
