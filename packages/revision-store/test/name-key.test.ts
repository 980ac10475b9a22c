import { assert, it } from "@effect/vitest"
import { nameKey, searchPattern } from "../src/internal/name-key.ts"

const accented = "Caf\u{e9}"

it("R6: names are one where they differ in case, or in how accents are composed, and not where they only look alike", () => {
  for (const [one, other] of [
    ["Errors", "eRRORS"],
    [accented, accented.normalize("NFD")],
    [accented, accented.normalize("NFD").toUpperCase()],
    ["\u{c5}ngstr\u{f6}m", "\u{212b}ngstro\u{308}m"]
  ] as const)
    assert.strictEqual(nameKey(one), nameKey(other), `${one} and ${other}`)
  for (const [one, other] of [
    ["Stra\u{df}e", "Strasse"],
    ["\u{17f}ee", "See"],
    [accented, "Cafe"],
    ["a b", "ab"],
    ["a", "a "]
  ] as const)
    assert.notStrictEqual(nameKey(one), nameKey(other), `${one} and ${other}`)
})

it("P4: what a search finds has no wildcards of its own", () => {
  assert.strictEqual(searchPattern("50% \\ A_b"), "%50\\% \\\\ a\\_b%")
})
