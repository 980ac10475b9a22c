import { EncodedJson } from "@agent-operations/operations"
import fc from "fast-check"
import { assert, describe, it } from "vitest"

const longest = 64 * 1024

const lengths = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: longest - 4, max: longest + 4 }))

describe("a page as JSON text", () => {
  it("P1, K3: is what JSON.stringify writes, in pieces of which each is short or one long item", () => {
    const items = fc.array(
      lengths.map((length) => "x".repeat(length)),
      { maxLength: 8 }
    )
    fc.assert(
      fc.property(items, fc.option(fc.string()), (items, nextCursor) => {
        const texts = items.map((item) => JSON.stringify(item))
        const page = EncodedJson.page(texts, { nextCursor, total: undefined }, { version: "3" })
        assert.strictEqual(page.text, JSON.stringify({ version: 3, items, nextCursor }))
        assert.strictEqual(page.length, page.text.length)
        assert.strictEqual(page.next, nextCursor)
        const joined = page.pieces.filter((piece) => !texts.includes(piece))
        for (const { length } of joined) assert.isAtMost(length, longest)
        // What is short does not become a piece each.
        assert.isAtMost(page.pieces.length, 2 * texts.filter(({ length }) => length > longest / 2).length + 1)
      })
    )
  })

  it.each([
    [{ nextBefore: 4 }, 4],
    [{ nextOffset: null }, null],
    [{ scanned: 1 }, undefined]
  ] as const)("tells by %j what the next one is asked for by", (members, next) => {
    assert.strictEqual(EncodedJson.page([], members).next, next)
  })
})
