import { runSteps } from "@agent-operations/operations"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { inputsOf, writeInputs, writingInputs } from "../../src/scorers/inputs.ts"
import { jsonText, writeJson } from "../../src/scorers/write-json.ts"

const valuesOf = (output: unknown) => ({ input: "q", output, expected: null, metadata: {}, trace: undefined })
const write = (inputs: Readonly<Record<string, string>>, output: unknown) =>
  runSteps(writeInputs(inputs, valuesOf(output)))

/** A value in so many lists. */
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

describe("what a scorer is given", () => {
  it("is JSON of the values and of what its inputs point at", () => {
    const inputs = fc.dictionary(
      fc.constantFrom("a", "b", "output", "__proto__"),
      fc.constantFrom("/output", "/output/0", "/output/a", "/input", "/none", "/metadata")
    )
    fc.assert(
      fc.property(inputs, fc.jsonValue(), (pointers, output) => {
        assert.strictEqual(write(pointers, output), JSON.stringify(inputsOf(pointers, valuesOf(output))))
      })
    )
  })

  it("K3: is refused where inputs point at one large part again and again, each time at another place or not", () => {
    const megabytes = (count: number) => "x".repeat(count * 1024 * 1024)
    const inputs = (count: number, pointer: (n: number) => string) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`input${n}`, pointer(n)]))
    const failureOf = (given: ReturnType<typeof write>) => (typeof given === "string" ? undefined : given.code)
    assert.isUndefined(
      failureOf(
        write(
          inputs(2, () => "/output"),
          megabytes(3)
        )
      )
    )
    assert.strictEqual(
      failureOf(
        write(
          inputs(3, () => "/output"),
          megabytes(3)
        )
      ),
      "INPUT_UNSUITABLE"
    )
    let chain: unknown = megabytes(1)
    for (let n = 0; n < 50; n++) chain = { a: chain }
    const written = write(
      inputs(50, (n) => `/output${"/a".repeat(n)}`),
      chain
    )
    assert.strictEqual(failureOf(written), "INPUT_UNSUITABLE")
  })

  it("is refused where it nests deeper than 256", () => {
    assert.isString(write({}, nested(255)))
    assert.deepInclude(write({}, nested(256)) as object, { code: "INPUT_TOO_DEEP" })
  })
  it("K3: what was written of a value is given to whoever needs its text, and not written again", () => {
    const list = Array.from({ length: 20_000 }, (_, n) => n)
    const values = valuesOf({ list, more: 1 })
    const written = runSteps(writingInputs({ list: "/output/list" }, values))
    assert(!("code" in written))
    for (const value of [values.output, list]) {
      assert.deepStrictEqual(written.write(value).next(), { done: true, value: { text: JSON.stringify(value) } })
    }
  })

  it("K3: the values of a target are written by steps, once for all that score it", () => {
    const output = Array.from({ length: 100_000 }, () => ({}))
    const values = valuesOf(output)
    const stepsOf = (inputs: Readonly<Record<string, string>>) => {
      let steps = 0
      for (const _ of writeInputs(inputs, values)) steps++
      return steps
    }
    assert.isAtLeast(stepsOf({}), 20)
    assert.strictEqual(stepsOf({}), 0)
    assert.strictEqual(stepsOf({ again: "/output" }), 0)
    // Who comes while it is written goes on with it, and gets the same.
    const same = { ...values }
    const [one, other] = [writeInputs({}, same), writeInputs({ a: "/output/0" }, same)]
    for (let n = 0; n < 10; n++) [one, other].forEach((steps) => void steps.next())
    assert.strictEqual(runSteps(one), runSteps(writeInputs({}, values)))
    assert.strictEqual(
      JSON.stringify(JSON.parse(runSteps(other) as string)),
      JSON.stringify(inputsOf({ a: "/output/0" }, same))
    )
  })
})

describe("JSON that is written by steps", () => {
  it("is what JSON.stringify writes, or refused for its depth or its length", () => {
    const withGaps = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined)))
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), withGaps), (value) => {
        const text = JSON.stringify(value)
        assert.deepStrictEqual(runSteps(writeJson(value)), { text })
        assert.deepStrictEqual(runSteps(writeJson(value, { most: text.length })), { text })
        assert.deepStrictEqual(runSteps(writeJson(value, { most: text.length - 1 })), { tooMuch: "length" })
      })
    )
    const item = fc.oneof({ weight: 9, arbitrary: fc.constant({ a: [1] }) }, fc.jsonValue())
    const many = (seed: unknown) => Array.from({ length: 4000 }, (_, n) => (n % 7 === 0 ? seed : { a: [n] }))
    fc.assert(
      fc.property(fc.array(item, { maxLength: 3 }), (seed) => {
        const list = many(seed)
        const object = Object.fromEntries(list.map((value, n) => [`"${n}`, n % 5 === 0 ? undefined : value]))
        for (const value of [list, object, [1, list, { a: list, b: object }], [[list], list]]) {
          assert.isTrue("text" in runSteps(writeJson(value)))
          assert.deepStrictEqual(runSteps(writeJson(value)), { text: JSON.stringify(value) })
          assert.strictEqual(runSteps(jsonText(value)), JSON.stringify(value))
        }
      }),
      // runs: each writes tens of thousands of values
      { numRuns: 5 }
    )
    assert.deepStrictEqual(runSteps(writeJson(undefined)), { text: undefined })
    assert.deepStrictEqual(runSteps(writeJson(nested(256))), { text: JSON.stringify(nested(256)) })
    assert.deepStrictEqual(runSteps(writeJson(nested(257))), { tooMuch: "depth" })
    assert.strictEqual(runSteps(jsonText(nested(1000))), JSON.stringify(nested(1000)))
  })

  it("K3: is written by steps where it is few texts that are long", () => {
    const texts = Array.from({ length: 16 }, () => "a".repeat(1024 * 1024))
    let steps = 0
    for (const _ of writeJson({ texts })) steps++
    assert.isAtLeast(steps, 8)
    assert.deepStrictEqual(runSteps(writeJson({ texts })), { text: JSON.stringify({ texts }) })
    const longer = texts.join("")
    let stepsOfOne = 0
    for (const _ of writeJson(longer)) stepsOfOne++
    assert.isAtLeast(stepsOfOne, 8)
    assert.deepStrictEqual(runSteps(writeJson(longer)), { text: `"${longer}"` })
  })

  it("K3: is looked at no further than it takes to tell", () => {
    const large = Array.from({ length: 100_000 }, () => ({}))
    let steps = 0
    for (const _ of writeJson(large, { most: 1000 })) steps++
    assert.strictEqual(steps, 0)
  })
})
