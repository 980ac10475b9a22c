import { runSteps } from "@agent-operations/operations"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { parseJsonBySteps } from "../src/content/form/json.ts"
import { findSyntaxFault } from "../src/content/form/json-syntax.ts"

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe("what is wrong with JSON", () => {
  it.each([
    ['{\n "a": 5,\n}', 9, "Remove the comma at the end of line 2."],
    ["[1, ]", 2, "Remove the comma before the ] on line 1."],
    ['{\n"a": 1\n"b": 2}', 7, "Add a comma at the end of line 2."],
    ["[1 2]", 3, "Add a comma before 2 on line 1."],
    ["{a: 1}", 1, "Put a in double quotes on line 1."],
    ["{'a': 1}", 1, `Write double quotes (") in place of ' on line 1.`],
    ['{"a": undefined}', 6, "Write null in place of undefined on line 1."],
    ['{"a"=1}', 4, "Write a colon in place of = on line 1."],
    ['{"a": "x\n}', 6, 'Close the text on line 1 with a double quote (").'],
    ["// why\n{}", 0, "Remove the comment on line 1: JSON has none."],
    ['{\n"a": [1', 8, "Add ] after line 2: the [ of line 2 is not closed."],
    ["[1}", 2, "Write ] in place of } on line 1: it closes the [ of line 1."],
    ["", 0, "There is nothing here. Write a value, such as {}."],
    ["{} x", 3, "Remove what follows the value, from line 1 on."]
  ])("of %j is said with how to repair it", (text, offset, message) => {
    assert.deepStrictEqual(runSteps(findSyntaxFault(text)), { offset, message })
  })

  const pieces = ["{", "}", "[", "]", ",", ":", '"a"', '"', "'", "\\", "\n", " ", "1", "-", "0.5", "true", "/", "\t"]
  it("is found where JSON.parse finds something, and nowhere else", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const text = parts.join("")
        const fault = runSteps(findSyntaxFault(text))
        assert.strictEqual(fault === undefined, isJson(text), JSON.stringify(text))
        if (fault !== undefined) assert.isTrue(fault.offset >= 0 && fault.offset <= text.length)
      })
    )
  })

  it("is found in 1 MiB of any shape", () => {
    const large = 1024 * 1024
    for (const text of ["[".repeat(large), `"${"x".repeat(large)}`, " ".repeat(large), `[${"1,".repeat(large / 2)}]`]) {
      assert.isDefined(runSteps(findSyntaxFault(text)))
    }
  })

  const names = `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":0`).join(",")}`
  it.each([
    ["is right", `${names}}`],
    ["is wrong at its end", `${names},}`]
  ])("is found by steps in what %s", (_, text) => {
    const steps = parseJsonBySteps(text)
    let count = 0
    while (steps.next().done !== true) count++
    assert.isAbove(count, 10)
  })
})
