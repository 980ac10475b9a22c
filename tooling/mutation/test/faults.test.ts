import { assert, it } from "vitest"
import { changedLines, faultsOf } from "../src/faults.ts"

it("names a fault by the lines that it changes, wherever they stand", () => {
  assert.strictEqual(changedLines("a\n  b < c\nd", "a\n  b <= c\nd"), "b < c → b <= c")
  assert.strictEqual(changedLines("a\nb\nb\nc", "a\nb\nc"), "b →")
  assert.strictEqual(changedLines("if (a) {\n  b()\n}\n", "if (a) {}\n"), "if (a) { b() } → if (a) {}")
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
      { line: 1, fault: "const a = 1 < 2 → const a = 1 <= 2" },
      { line: 2, fault: "const b = true → const b = false" }
    ]
  })
})
