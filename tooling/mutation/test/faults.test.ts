import { assert, it } from "vitest"
import { changedWords, faultsOf } from "../src/faults.ts"

it("names a fault by the words that it changes, wherever they stand", () => {
  const before = "one two three four five\n  if (a < b) return c\nsix seven eight nine ten"
  assert.strictEqual(
    changedWords(before, before.replace("<", "<=")),
    "four five if (a < b) return c six → four five if (a <= b) return c six"
  )
  assert.strictEqual(changedWords("a\nb\nb\nc", "a\nb\nc"), "a b b c → a b c")
  assert.strictEqual(changedWords("if (a) {\n  b()\n}\n", "if (a) {}\n"), "if (a) { b() } → if (a) {}")
})

it("takes no notice of how Babel writes what is around a fault", () => {
  const before = "rows<{ id: string }>`select ${f(\n  a,\n  b\n)} where c < 1`"
  const after = "rows<{\n  id: string;\n}>`select ${f(a, b)} where c <= 1`"
  assert.strictEqual(changedWords(before, after), "${f(a, b)} where c < 1` → ${f(a, b)} where c <= 1`")
})

it("counts what was caught, and lists what survived in the order of the file", () => {
  const at = (line: number, column: number, length: number) => ({
    start: { line, column },
    end: { line, column: column + length }
  })
  const faults = faultsOf({
    source: "const a = 1 < 2\nconst b = true\n",
    mutants: [
      { status: "NoCoverage", replacement: "false", location: at(2, 11, 4) },
      { status: "Survived", replacement: "1 <= 2", location: at(1, 11, 5) },
      { status: "Killed", replacement: "1 >= 2", location: at(1, 11, 5) },
      { status: "Timeout", replacement: "1 > 2", location: at(1, 11, 5) },
      { status: "RuntimeError", replacement: "", location: at(1, 11, 5) },
      { status: "Ignored", replacement: "", location: at(1, 11, 5) }
    ]
  })
  assert.deepStrictEqual(faults, {
    made: 5,
    caught: 3,
    survivors: [
      { line: 1, fault: "const a = 1 < 2 const b = → const a = 1 <= 2 const b =" },
      { line: 2, fault: "2 const b = true → 2 const b = false" }
    ]
  })
})
