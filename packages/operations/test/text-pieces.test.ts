import { textPieces } from "@agent-operations/operations"
import fc from "fast-check"
import { assert, describe, it } from "vitest"

const characters = 64 * 1024

describe("a text in pieces", () => {
  it("K3: is what JSON.stringify writes, whatever a cut parts, each piece of a bounded length", () => {
    // Around the cuts: pairs, halves of pairs, and what is escaped.
    const around = fc.string({ unit: fc.constantFrom("a", "😀", "\ud83d", "\ude00", '"', "\n", "é"), maxLength: 4 })
    const filler = fc.integer({ min: -4, max: 1 }).map((n) => "x".repeat(characters + n))
    fc.assert(
      fc.property(fc.array(fc.tuple(filler, around), { maxLength: 3 }), around, (parts, last) => {
        const text = [...parts.flat(), last].join("")
        const pieces = [...textPieces(text)]
        assert.strictEqual(pieces.join(""), JSON.stringify(text))
        assert.isAtLeast(pieces.length, 2 + Math.floor(text.length / (characters + 1)))
      })
    )
  })
})
