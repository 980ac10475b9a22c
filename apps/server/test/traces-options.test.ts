import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Option } from "effect"
import { afterAll } from "vitest"
import type { Settings } from "../src/settings.ts"
import { readTracesOptions } from "../src/traces-options.ts"

const directory = mkdtempSync(join(tmpdir(), "prices-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const file = join(directory, "prices.json")

const options = (prices: string | undefined) =>
  readTracesOptions({
    TRACE_RETENTION: Option.none(),
    TRACE_IDLE: Duration.minutes(15),
    TRACE_PRICES: Option.fromUndefinedOr(prices)
  } as Settings)

const refusal = Effect.fnUntraced(function* (text: string | undefined) {
  if (text !== undefined) writeFileSync(file, text)
  const { message, hint } = yield* Effect.flip(options(text === undefined ? join(directory, "none") : file))
  assert.include(hint, '{"models": [{"model":')
  assert.notInclude(message, "\n")
  return message.replace(directory, "")
})

describe("TRACE_PRICES", () => {
  it.effect("is a file of prices, or none", () =>
    Effect.gen(function* () {
      const prices = { models: [{ model: "acme-*", input: 0.5, output: 1.5 }] }
      writeFileSync(file, JSON.stringify(prices))
      assert.deepStrictEqual((yield* options(file)).prices, prices)
      assert.isUndefined((yield* options(undefined)).prices)
    })
  )

  it.effect("that is bad is told with where it is", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* refusal(undefined), "TRACE_PRICES: /none cannot be read: ENOENT.")
      assert.match(yield* refusal('{"models":\n[}'), /^TRACE_PRICES: \/prices\.json is not JSON: .*"models": \[}/)
      assert.match(
        yield* refusal('{"models": [{"model": "a", "input": 1}, {"model": "b", "input": -1}]}'),
        /^TRACE_PRICES: \/prices\.json is wrong at \/models\/1\/input: \S/
      )
      assert.match(yield* refusal('{"models": [{"model": "a", "input": 1, "in": 2}]}'), / at \/models\/0\/in: \S/)
      assert.match(yield* refusal("[]"), / at its root: \S/)
    })
  )
})
