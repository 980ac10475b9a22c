import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { OwnPrices } from "../src/costs/own-prices.ts"
import { fromPico } from "../src/costs/pico.ts"
import { makePrices } from "../src/costs/prices.ts"
import { headOf } from "../src/trace-head.ts"
import { callOf, spanOf } from "./spans.ts"

const tokens = {
  inputTokens: 120,
  outputTokens: 30,
  totalTokens: 150,
  cacheReadTokens: 100,
  cacheWriteTokens: null,
  reasoningTokens: null
}
const at = new Date("2015-01-01T00:00:00Z")
const priced = { model: "gpt-4o-mini", provider: "openai", tokens, at }

describe("T22: a cost that is reported is never changed; an estimate says so; what is unknown is null", () => {
  const facts = (attributes: Readonly<Record<string, string | number>>) => spanOf({ attributes }).facts
  const call = { ...callOf("gpt-4o-mini"), "gen_ai.usage.input_tokens": 120 }

  it("reported", () => {
    expect(facts({ ...call, "gen_ai.usage.cost": 0 })).toMatchObject({ cost: 0, costSource: "reported" })
    expect(facts({ "langfuse.observation.cost_details": '{"input":0.25,"output":0.5}' })).toMatchObject({
      cost: 0.75,
      costSource: "reported"
    })
  })

  it("estimated", () => {
    expect(facts(call)).toMatchObject({ cost: 0.000018, costSource: "estimated" })
  })

  it("computed as a sum is what its trace tells, to the last digit", () => {
    const sums = [
      { ...call, "gen_ai.usage.input_tokens": 1000, "gen_ai.usage.output_tokens": 100 },
      { ...call, "langfuse.observation.cost_details": '{"input":0.1,"output":0.2}' }
    ].map((attributes) => spanOf({ attributes }))
    expect(sums.map((one) => one.facts.cost)).toEqual([0.00021, 0.3])
    expect(sums.map((one) => fromPico(headOf([one]).costPico!))).toEqual([0.00021, 0.3])
    const beyond = spanOf({ attributes: { ...call, "langfuse.observation.cost_details": '{"input":1e300}' } })
    expect(beyond.facts.costSource).toBe("estimated")
  })

  it("unknown: of another model, of a provider that is not known, without tokens, of what is no call", () => {
    const unknown = { cost: null, costSource: null }
    expect(facts({ ...call, "gen_ai.request.model": "acme-1" })).toMatchObject(unknown)
    expect(facts({ ...call, "gen_ai.provider.name": "acme" })).toMatchObject(unknown)
    expect(facts({ ...call, "gen_ai.operation.name": "invoke_agent" })).toMatchObject(unknown)
    const { "gen_ai.usage.input_tokens": _, ...without } = call
    expect(facts(without)).toMatchObject(unknown)
  })
})

describe("prices", () => {
  it("count cached tokens at their own price, the same when a model is asked for again", () => {
    const prices = makePrices()
    // 20 at 0.15, 100 at 0.075 and 30 at 0.6 dollars a million.
    for (let time = 0; time < 2; time++) expect(prices.estimate(priced)).toBeCloseTo(0.000_028_5, 12)
  })

  it("of an operator's own file come first, in their order", () => {
    const own = Schema.decodeUnknownSync(OwnPrices)({
      models: [
        { model: "gpt-4o-mini", provider: "acme", input: 100 },
        { model: "gpt-4o*", input: 1, output: 2, cacheRead: 0.5 },
        { model: "acme-*", input: 10, output: 10 }
      ]
    })
    const prices = makePrices(own)
    expect(prices.estimate(priced)).toBeCloseTo((20 + 50 + 60) / 1e6, 12)
    expect(prices.estimate({ ...priced, model: "acme-2", provider: null })).toBeCloseTo(150 / 1e5, 12)
    expect(prices.estimate({ ...priced, model: "other" })).toBeUndefined()
  })

  it("of the day on which a call started, and of its provider however that is written", () => {
    const attributes = { ...callOf("o3"), "gen_ai.usage.input_tokens": 1_000_000 }
    const costIn = (year: number) =>
      spanOf({ startNano: BigInt(Date.UTC(year, 0)) * 1_000_000n, attributes }).facts.cost!
    expect(costIn(2015)).toBeGreaterThan(costIn(2110))
    const prices = makePrices()
    const [first, second] = ["x_ai", "x-ai"].map((provider) =>
      prices.estimate({ ...priced, model: "grok-3", provider })
    )
    expect(first).toBeGreaterThan(0)
    expect(first).toBe(second)
  })

  it("of an operator's own are for names that begin so, and leave others to those that are built in", () => {
    const builtIn = makePrices().estimate(priced)!
    const own = (model: string) => makePrices({ models: [{ model, input: 100, output: 100, cacheRead: 100 }] })
    for (const model of ["mini*", "4o-mini", "gpt-4o-mini-*", "gpt-4o"])
      expect(own(model).estimate(priced)).toBe(builtIn)
    for (const model of ["gpt-4o-mini", "gpt-4o-mini*", "*"])
      expect(own(model).estimate(priced)).toBeGreaterThan(builtIn)
  })

  it("of a file that is wrong are refused", () => {
    const decode = Schema.decodeUnknownExit(OwnPrices)
    for (const model of [
      { model: "", input: 1 },
      { model: "a", input: -1 },
      { model: "a", input: "1" },
      { model: "a" }
    ]) {
      expect(decode({ models: [model] })._tag).toBe("Failure")
    }
  })
})
