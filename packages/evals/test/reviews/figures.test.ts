import type { Question, Rubric } from "@agent-operations/contract/reviews"
import { runSteps } from "@agent-operations/operations"
import * as fc from "fast-check"
import { hash } from "node:crypto"
import { assert, describe, it } from "vitest"
import { SaidInSession } from "../../src/reviews/figures.ts"
import { plainFigures, type Value } from "./plain-figures.ts"

const question = (more: Pick<Question, "output"> & Partial<Question>): Question => ({
  ...{ id: "sc_1", revision: 1, name: "Asked", question: "Is it?", guidance: "" },
  ...{ passAt: null, higherIsBetter: true },
  ...more
})

const number = { type: "number", min: 0, max: 10 } as const
const boolean = { type: "boolean" } as const
const labels = {
  type: "label" as const,
  labels: [
    { label: "good", value: 2 },
    { label: "fair", value: 1 },
    { label: "unclear", value: null }
  ]
}

/** An answer as it is read: a label by its hash. */
const read = (value: Value) => (typeof value === "string" ? hash("sha256", value, "base64") : value)

const saidOf = (answers: ReadonlyArray<ReadonlyArray<Value>>) =>
  answers.flatMap((values, ordinal) =>
    values.map((value) => ({ ordinal, answers: JSON.stringify({ one: read(value), two: read(value) }) }))
  )

const stepsOf = function* (rubric: Rubric, said: ReturnType<typeof saidOf>) {
  const session = new SaidInSession(rubric)
  yield* session.add(said)
  return yield* session.figures()
}

/** What is made of answers, of which each list is of one item. */
const figures = (asked: Question, answers: ReadonlyArray<ReadonlyArray<Value>>) =>
  runSteps(stepsOf({ one: asked }, saidOf(answers)))["one"]!

describe.each([true, false])("figures of reviews, where higher is better: %s", (higherIsBetter) => {
  it("numbers pass from the bound on, and the bound itself does", () => {
    const asked = question({ output: number, passAt: 5, higherIsBetter })
    const passRate = (value: number) => figures(asked, [[value]]).passRate
    assert.deepStrictEqual([4.9, 5, 5.1].map(passRate), higherIsBetter ? [0, 1, 1] : [1, 1, 0])
    assert.strictEqual(figures(asked, [[4], [6], [7], [8]]).passRate, higherIsBetter ? 0.75 : 0.25)
    assert.isNull(figures(question({ output: number, higherIsBetter }), [[4], [6]]).passRate)
  })

  it("the bound may be zero, of numbers, booleans and labels", () => {
    const passRate = (output: Question["output"], values: ReadonlyArray<Value>) =>
      figures(question({ output, passAt: 0, higherIsBetter }), [values]).passRate
    assert.strictEqual(passRate(number, [0, 1]), higherIsBetter ? 1 : 0.5)
    assert.strictEqual(passRate(boolean, [false, true]), higherIsBetter ? 1 : 0.5)
    assert.strictEqual(passRate(labels, ["good", "fair"]), higherIsBetter ? 1 : 0)
  })

  it("yes passes without a bound, or no does", () => {
    const asked = question({ output: boolean, higherIsBetter })
    assert.strictEqual(figures(asked, [[true], [true], [false], [true]]).passRate, higherIsBetter ? 0.75 : 0.25)
    assert.strictEqual(figures(asked, [[true], [true], [false], [true]]).mean, 0.75)
  })
})

describe("figures of reviews", () => {
  it("T15: are made by steps, none of which looks at more than a few hundred items", () => {
    const steps = (items: number) => {
      const asked = question({ output: number })
      return [...stepsOf({ one: asked, two: asked }, saidOf(Array.from({ length: items }, () => [1, 2])))].length
    }
    assert.isAtLeast(steps(100), 200)
    // Of each item two, as it is read, and of each question one for 500 items, as it is prepared, summed up and compared.
    assert.isAtLeast(steps(5000) - 10_000, 2 * 3 * 9)
  })

  it("T15: of a question with many labels look at none of them for an answer", () => {
    let seen = 0
    const many = Array.from({ length: 64 }, (_, n) => ({
      value: n,
      get label() {
        seen++
        return `label ${n}`
      }
    }))
    const asked = question({ output: { type: "label", labels: many } })
    const seenOf = (items: number) => {
      seen = 0
      figures(
        asked,
        Array.from({ length: items }, () => ["label 63", "label 62"])
      )
      return seen
    }
    assert.strictEqual(seenOf(200), seenOf(1))
  })

  it("N1: are those of a plain computation over all that was said, whatever it is", () => {
    const outputs = [number, { type: "number", min: null, max: null } as const, boolean, labels] as const
    const asked = fc.record({
      output: fc.constantFrom(...outputs),
      passAt: fc.constantFrom(null, 0, 1, 5),
      higherIsBetter: fc.boolean()
    })
    const valueOf = (output: Question["output"]): fc.Arbitrary<Value> => {
      if (output.type === "boolean") return fc.boolean()
      if (output.type === "label") return fc.constantFrom(...output.labels.map(({ label }) => label))
      return output.min === null
        ? fc.double({ noNaN: true, noDefaultInfinity: true })
        : fc.constantFrom(0, 1, 2.5, 0.1, 10)
    }
    const said = asked.chain((asked) =>
      fc.record({
        asked: fc.constant(question(asked)),
        answers: fc.array(fc.array(valueOf(asked.output), { minLength: 1, maxLength: 5 }), { maxLength: 20 })
      })
    )
    fc.assert(
      fc.property(said, ({ asked, answers }) => {
        const items = answers.map((values, ordinal) => ({ ordinal, values }))
        // As JSON, which has one zero.
        const read = JSON.parse(JSON.stringify(items)) as typeof items
        assert.deepStrictEqual(figures(asked, answers), plainFigures(asked, read))
      }),
      { numRuns: 1000 }
    )
  })

  it("N1: are numbers, of whatever numbers", () => {
    const asked = question({ output: { type: "number", min: null, max: null } })
    const { mean, stdDev, ci95, alpha } = figures(asked, [[1e308, 1e308], [-1.7e308, -1.7e308], [1.7e308]])
    assert.deepStrictEqual([mean, alpha], [3.33333333333e307, 1])
    assert.deepStrictEqual([stdDev, ...ci95!].map(Number.isFinite), [true, true, true])
    assert.deepStrictEqual(figures(asked, [[1e308], [1.5e308]]).mean, 1.25e308)
    const ranged = question({ output: { type: "number", min: -1.7e308, max: 1.7e308 } })
    assert.isNull(figures(ranged, [[1e308], [1e308]]).ci95)
  })

  it("N2: a label without a number is counted, and is in no figure", () => {
    const {
      items,
      answers,
      mean,
      passRate,
      labels: counts
    } = figures(question({ output: labels, passAt: 2 }), [["good", "unclear"], ["unclear"], ["fair", "good", "good"]])
    assert.deepStrictEqual(
      { items, answers, mean, passRate },
      { items: 2, answers: 6, mean: 1.83333333333, passRate: 0.75 }
    )
    assert.deepStrictEqual(counts, { good: 3, fair: 1, unclear: 2 })
  })

  it("tell labels that nobody chose, and none of what has no labels", () => {
    assert.deepStrictEqual(figures(question({ output: labels }), []).labels, { good: 0, fair: 0, unclear: 0 })
    assert.isNull(figures(question({ output: number }), [[1]]).labels)
  })

  it("of none and of one have no interval, and say nothing of agreement", () => {
    const none = { items: 0, answers: 0, mean: null, stdDev: null, ci95: null, passRate: null, alpha: null }
    assert.deepInclude(figures(question({ output: boolean }), []), none)
    const one = { items: 1, answers: 1, mean: 1, stdDev: null, ci95: null, passRate: 1, alpha: null }
    assert.deepInclude(figures(question({ output: boolean }), [[true]]), one)
  })

  it("agreement is by distance of numbers, and by sameness of labels, whatever their numbers", () => {
    const near = [
      [1, 2],
      [9, 10],
      [1, 1]
    ]
    assert.isAbove(figures(question({ output: number }), near).alpha!, 0.9)
    const said = near.map((values) => values.map((value) => (value < 2 ? "good" : value < 9 ? "fair" : "unclear")))
    assert.isBelow(figures(question({ output: labels }), said).alpha!, 0.6)
    assert.strictEqual(
      figures(question({ output: boolean }), [
        [true, true],
        [false, false]
      ]).alpha,
      1
    )
  })

  it("have Wilson's interval in the range of the question: of booleans, of numbers with both bounds, of labels", () => {
    const intervalOf = (output: Question["output"], value: Value) =>
      figures(question({ output }), [[value], [value]]).ci95
    assert.strictEqual(intervalOf(boolean, true)?.[1], 1)
    assert.strictEqual(intervalOf(number, 10)?.[1], 10)
    assert.strictEqual(intervalOf(labels, "good")?.[1], 2)
    assert.strictEqual(intervalOf(labels, "fair")?.[0], 1)
    for (const open of [
      { ...number, min: null },
      { ...number, max: null }
    ]) {
      assert.isNull(intervalOf(open, 10))
    }
    assert.isNull(intervalOf({ type: "label", labels: [{ label: "a", value: null }] }, "a"))
  })
})
