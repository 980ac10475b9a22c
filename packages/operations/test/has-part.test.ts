import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { hasPart } from "../src/has-part.ts"

const long = 12_000
const letters = fc.array(fc.constantFrom("a", "b", "ab", "aab"), { maxLength: 40 }).map((pieces) => pieces.join(""))

describe("hasPart", () => {
  it("finds what String.includes finds, in short texts and in long ones", () => {
    fc.assert(
      fc.property(letters, letters, letters, fc.boolean(), (before, part, after, isLong) => {
        const filler = "ab".repeat(isLong ? long : 0)
        const text = `${before}${filler}${after}`
        for (const wanted of [part, `${part}${filler.slice(0, long)}`, `${filler.slice(0, long)}${part}`]) {
          assert.strictEqual(hasPart(text, wanted), text.includes(wanted))
        }
      })
    )
  })

  it("T15: takes no time that grows with the product of the lengths", () => {
    const text = "a".repeat(3_000_000)
    // A million million comparisons, if each were made.
    assert.isFalse(hasPart(text, `${"a".repeat(500_000)}b${"a".repeat(500_000)}`))
    assert.isFalse(hasPart(text, `b${"a".repeat(1_000_000)}`))
    assert.isTrue(hasPart(`${text}b`, `${"a".repeat(1_000_000)}b`))
  })
})
