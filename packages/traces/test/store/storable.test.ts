import fc from "fast-check"
import { assert, it } from "vitest"
import { compareText } from "../../src/rows/compare-values.ts"
import { isStorable, leastStorable } from "../../src/store/storable.ts"

it("T14: the least text that can be stored and is no less is that, by code point", () => {
  for (const [text, least] of [
    ["", ""],
    ["a😀", "a😀"],
    ["a\0b", "a\u0001"],
    ["\0", "\u0001"],
    ["a\uD83Dx", "a\uE000"],
    ["\uDE00", "\uE000"]
  ] as const)
    assert.strictEqual(leastStorable(text), least)
  const text = fc.string({ unit: fc.constantFrom("a", "\0", "\u0001", "\uD83D", "\uDE00", "\uE000", "\uFFFD") })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const least = leastStorable(one)
      assert.isTrue(isStorable(least))
      assert.isAtMost(compareText(one, least), 0)
      if (isStorable(other) && compareText(one, other) <= 0) assert.isAtMost(compareText(least, other), 0)
    })
  )
})
