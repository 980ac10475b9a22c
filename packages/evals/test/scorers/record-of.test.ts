import { describe, expect, it } from "vitest"
import * as fc from "fast-check"
import { failedScore, recordOf, type OutputSettings } from "../../src/scorers/index.ts"

const settings = (output: object, passAt: number | null = null, higherIsBetter = true) =>
  ({ output, passAt, higherIsBetter }) as OutputSettings

const unit = { type: "number", min: 0, max: 1 }
const open = { type: "number", min: null, max: null }
const boolean = { type: "boolean" }
const labels = {
  type: "label",
  labels: [
    { label: "good", value: 1 },
    { label: "bad", value: 0 },
    { label: "unclear", value: null }
  ]
}

describe("N2: a score is read by the settings of its scorer", () => {
  it.each([
    [settings(unit), { value: 0.5 }, [0.5, null, null]],
    [settings(unit, 0.5), { value: 0.5 }, [0.5, null, true]],
    [settings(unit, 0.5), { value: 0.4, label: "hm" }, [0.4, "hm", false]],
    [settings(open, 100, false), { value: 99 }, [99, null, true]],
    [settings(open, 100, false), { value: 101 }, [101, null, false]],
    [settings(open, 100, false), { value: 100 }, [100, null, true]],
    [settings(open, 100), { value: 99.9 }, [99.9, null, false]],
    [settings(open, 100), { value: 100 }, [100, null, true]],
    [settings(open, 0), { value: 0 }, [0, null, true]],
    [settings(open, 0), { value: -0.1 }, [-0.1, null, false]],
    [settings(open, 0, false), { value: 0.1 }, [0.1, null, false]],
    [settings(unit, 0), { value: 0 }, [0, null, true]],
    [settings(unit, 0, false), { value: 1 }, [1, null, false]],
    [settings(open, 0), { value: 5, label: 7 }, [5, null, true]],
    [settings(boolean), { value: true, label: "yes" }, [1, null, true]],
    [settings(labels), { value: "good", label: "bad" }, [0, "bad", null]],
    [settings(unit, 1), { value: 1 }, [1, null, true]],
    [settings(unit), { value: true }, [1, null, null]],
    [settings(open), { value: -0 }, [0, null, null]],
    [settings(boolean), { value: true }, [1, null, true]],
    [settings(boolean), { value: 0 }, [0, null, false]],
    [settings(boolean, null, false), { value: false }, [0, null, true]],
    [settings(boolean, null, false), { value: true }, [1, null, false]],
    [settings(boolean, 0), { value: false }, [0, null, true]],
    [settings(boolean, 1, false), { value: true }, [1, null, true]],
    [settings(labels, 1), { label: "good" }, [1, "good", true]],
    [settings(labels, 0, false), { label: "good" }, [1, "good", false]],
    [settings(labels, 0, false), { label: "bad" }, [0, "bad", true]],
    [settings(labels, 0, false), { label: "unclear" }, [null, "unclear", null]],
    [settings(labels), { label: "good" }, [1, "good", null]],
    [settings(labels), { value: null, label: "good" }, [1, "good", null]],
    [settings(labels, 1), { value: "bad" }, [0, "bad", false]],
    [settings(labels, 1), { label: "unclear" }, [null, "unclear", null]]
  ])("%j reads %j", (by, raw, [value, label, passed]) => {
    expect(recordOf(by, raw)).toEqual({ status: "scored", value, label, passed, detail: "{}", spentMicros: 0 })
  })

  it.each([
    [settings(unit), { value: 1.1 }, "The score 1.1 is not in the range of the scorer's output, 0 to 1."],
    [settings(unit), { value: -0.1 }, "The score -0.1 is not in the range of the scorer's output, 0 to 1."],
    [
      settings({ ...unit, max: null }),
      { value: -1 },
      "The score -1 is not in the range of the scorer's output, 0 to any number."
    ],
    [
      settings({ ...unit, min: null }),
      { value: 2 },
      "The score 2 is not in the range of the scorer's output, any number to 1."
    ],
    [settings(unit), { value: "1" }, 'The score "1" is no number.'],
    [settings(open), { value: Number.NaN }, "The score null is no number."],
    [settings(open), { label: "good" }, "The score has a label and no value, and the scorer's output is a number."],
    [
      settings(boolean),
      { value: null, label: "good" },
      "The score has a label and no value, and the scorer's output is a boolean."
    ],
    [settings(boolean), { value: 0.5 }, "The score 0.5 is neither true nor false."],
    [settings(labels), { label: "Good" }, 'The label "Good" is none of the scorer\'s output.'],
    [settings(labels), { value: 1 }, "The label 1 is none of the scorer's output."],
    [settings(unit), { value: 1, explanation: 1 }, "The explanation of a score is a text."],
    [settings(unit), { value: 1, metadata: "x".repeat(33_000) }, "The metadata of a score is over 32 KiB of JSON."]
  ])("%j refuses %j", (by, raw, message) => {
    const { status, value, detail } = recordOf(by, raw)
    expect({ status, value }).toEqual({ status: "failed", value: null })
    expect(JSON.parse(detail)).toMatchObject({ error: { message } })
  })

  it("is none where there is neither a value nor a label, which is no zero", () => {
    expect(recordOf(settings(unit), { value: null, explanation: "Not asked." })).toEqual({
      status: "unscored",
      value: null,
      label: null,
      passed: null,
      detail: '{"explanation":"Not asked."}',
      spentMicros: 0
    })
  })

  it("is below 64 KiB with what is kept beside it, whatever a scorer says", () => {
    const text = fc.string({ unit: "binary", minLength: 0, maxLength: 70_000, size: "max" })
    fc.assert(
      fc.property(text, text, (explanation, logs) => {
        const score = recordOf(settings(unit), { value: 1, explanation, metadata: "m".repeat(32_000) }, logs)
        const broken = failedScore({ code: "THREW", message: explanation }, logs)
        expect(score.status).toBe("scored")
        for (const { detail } of [score, broken]) {
          expect(Buffer.byteLength(detail)).toBeLessThan(46 * 1024)
          expect(detail.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 30 }
    )
  })
})
