import { runSteps } from "@agent-operations/operations"
import { assert, describe, it } from "vitest"
import { scoredOf } from "../../src/evaluations/execute/score-planned.ts"

describe("what the scorers of a target are given", () => {
  const target = { id: "t", runId: "r", itemId: "i", repetition: 1, attempt: 1, traceId: "trace", spanId: "span" }
  const item = { input: "1", expected: "2", metadata: '{"a":3}', purged: false }
  const output = `[${Array<string>(400_000).fill("{}").join(",")}]`
  const scored = () => runSteps(scoredOf(item, { output, exchange: '{"usage":{"micros":5}}', durationMs: 7 }, target))
  const trace = { id: "trace", durationMs: 7, usage: { micros: 5 } }

  it("K3: is parsed by steps, however large the output is", () => {
    const steps = scored().value()
    let count = 0
    for (let step = steps.next(); ; step = steps.next(), count++) {
      if (step.done !== true) continue
      assert.deepStrictEqual(
        { ...step.value, output: [] },
        { input: 1, output: [], expected: 2, metadata: { a: 3 }, trace }
      )
      assert.strictEqual(JSON.stringify(step.value.output), output)
      break
    }
    assert.isAbove(count, 10)
  })

  it("K3: is parsed once for all that begin together, and who asks another service has its text", () => {
    const { text, value } = scored()
    assert.strictEqual(
      text,
      `{"input":1,"output":${output},"expected":2,"metadata":{"a":3},"trace":${JSON.stringify(trace)}}`
    )
    const [one, other] = [value(), value()]
    for (let n = 0; n < 3; n++) [one, other].forEach((steps) => void steps.next())
    const parsed = runSteps(one)
    assert.strictEqual(runSteps(other), parsed)
    assert.deepStrictEqual(value().next(), { done: true, value: parsed })
  })
})
