import { assert, describe, it } from "vitest"
import { modelBound } from "../../src/apps/models/index.ts"
import { costOf } from "../../src/apps/models/price.ts"
import { failureOfStatus, retryAfterOf } from "../../src/apps/call/failure.ts"
import { Redacted } from "effect"

const price = (inputMicrosPerMillion: number, outputMicrosPerMillion: number) => ({
  inputMicrosPerMillion,
  outputMicrosPerMillion
})

describe("U1: what tokens cost, rounded up", () => {
  it.each([
    [0, 0, price(1, 1), 0n],
    [1, 0, price(0, 1), 0n],
    [1, 0, price(1, 0), 1n],
    [999_999, 0, price(1, 0), 1n],
    [1_000_000, 0, price(1, 0), 1n],
    [1_000_001, 0, price(1, 0), 2n],
    [0, 1_000_000, price(1, 3), 3n],
    [1000, 1, price(150_000, 600_000), 151n],
    [1, 1, price(500_000, 500_000), 1n],
    [Number.MAX_SAFE_INTEGER, 0, price(1_000_000, 0), BigInt(Number.MAX_SAFE_INTEGER)]
  ] as const)("%i and %i at %j are %i", (inputTokens, outputTokens, at, micros) => {
    assert.strictEqual(costOf({ inputTokens, outputTokens }, at), micros)
  })

  it("is nothing that is known without a price, whatever the model is called", () => {
    assert.strictEqual(costOf({ inputTokens: 5, outputTokens: 5 }, undefined), 0n)
    const boundOf = (model: string) =>
      modelBound({
        ...{ model, messages: "[]", maxOutputTokens: 1 },
        connection: { baseUrl: "", key: Redacted.make(""), prices: { known: price(1_000_000, 1_000_000) } }
      })
    for (const model of ["unknown", "toString", "constructor", "__proto__"]) assert.isUndefined(boundOf(model))
    const asked = JSON.stringify({ model: "known", messages: [], max_tokens: 1 })
    assert.strictEqual(boundOf("known"), BigInt(asked.length + 1))
  })
})

describe("how long an app asks to wait", () => {
  const now = Date.UTC(2015, 0, 1)
  it.each([
    [undefined, null],
    ["", null],
    ["soon", null],
    ["0", 0],
    ["7", 7000],
    ["59", 59_000],
    ["60", 60_000],
    ["61", 60_000],
    ["Thu, 01 Jan 2015 00:00:30 GMT", 30_000],
    ["Wed, 31 Dec 2014 23:59:00 GMT", 0],
    ["Fri, 02 Jan 2015 00:00:00 GMT", 60_000]
  ])("%j is %j ms, and a minute at most", (header, millis) => {
    assert.strictEqual(retryAfterOf(header, now), millis)
  })

  it.each([
    [200, false, false],
    [302, false, false],
    [400, false, false],
    [407, false, false],
    [408, true, false],
    [425, true, true],
    [429, true, true],
    [499, false, false],
    [500, true, false],
    [503, true, true],
    [599, true, false]
  ])("a status of %i is tried again: %s, and cost nothing for certain: %s", (status, retryable, refused) => {
    const failure = failureOfStatus(status, "5", now)
    assert.deepInclude({ ...failure }, { retryable, refused, retryAfterMs: retryable ? 5000 : null })
  })
})
