import { assert, describe, it } from "vitest"
import { valuesOf } from "../../src/evaluations/execute/score-planned.ts"

describe("what the scorers of a target are given", () => {
  it("K3: is parsed by steps, however large the output is", () => {
    const output = `[${Array<string>(400_000).fill("{}").join(",")}]`
    const item = { input: 1, expected: 2, metadata: { a: 3 }, text: "", purged: false }
    const target = { id: "t", runId: "r", itemId: "i", repetition: 1, attempt: 1, traceId: "trace", spanId: "span" }
    const steps = valuesOf(item, { output, exchange: '{"usage":{"micros":5}}', durationMs: 7 }, target)
    let count = 0
    for (let step = steps.next(); ; step = steps.next(), count++) {
      if (step.done !== true) continue
      assert.deepStrictEqual(step.value.trace, { id: "trace", durationMs: 7, usage: { micros: 5 } })
      assert.strictEqual(JSON.stringify(step.value.output), output)
      break
    }
    assert.isAbove(count, 10)
  })
})
