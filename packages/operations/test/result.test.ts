import { operation } from "@agent-operations/contract"
import { maxPageBytes } from "@agent-operations/operations"
import { it } from "@effect/vitest"
import { Cause, Effect, Exit, Schema } from "effect"
import { assert, describe } from "vitest"
import { resultEncoder } from "../src/result.ts"

const encode = resultEncoder(
  operation({
    id: "get_anything",
    summary: "Get anything",
    description: "Gets anything.",
    scopes: [],
    effect: "read",
    input: Schema.Struct({}),
    result: Schema.Unknown,
    errors: [],
    example: { input: {}, result: null }
  })
)

const textOf = (value: unknown) => Effect.map(encode(value), ({ text }) => text)

/** What the handler of a result is told in the log. */
const defectOf = (value: unknown) =>
  Effect.map(Effect.exit(encode(value)), (exit) =>
    Exit.isFailure(exit) ? String(exit.cause.reasons.find(Cause.isDieReason)?.defect) : assert.fail("it was encoded")
  )

describe("a result", () => {
  it.effect("P5: has 8 MiB of UTF-8 at most, of which a page leaves 16 KiB to what is around its items", () =>
    Effect.gen(function* () {
      assert.strictEqual(maxPageBytes, 8_388_608 - 16_384)
      for (const character of ["x", "é"]) {
        const largest = character.repeat((8_388_608 - 2) / Buffer.byteLength(character))
        assert.strictEqual(yield* textOf(largest), `"${largest}"`)
        assert.include(yield* defectOf(`${largest}x`), "returned 8388609 bytes; an answer has at most 8388608")
      }
    })
  )

  it.effect("C2: has no number that JSON has not, wherever it is, and may have what is like one", () =>
    Effect.gen(function* () {
      for (const value of [null, "null", "NaN", 0, -1.5, true, { null: null, a: ["x", 1, null] }]) {
        assert.strictEqual(yield* textOf(value), JSON.stringify(value))
      }
      for (const number of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        for (const value of [number, [1, number, 2], { a: "x", b: { c: number }, d: 1 }]) {
          assert.include(yield* defectOf(value), "The handler of get_anything returned NaN or Infinity")
        }
      }
    })
  )
})
