import { runSteps } from "@agent-operations/operations"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { inputsOf, writeInputs } from "../../src/scorers/inputs.ts"

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
})
