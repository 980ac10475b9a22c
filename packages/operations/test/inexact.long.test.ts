import { assert, it } from "vitest"
import { findInexact } from "../src/json-text/inexact.ts"

it.each([
  ["a number of zeros", `[0.1${"0".repeat(1_000_000)}1]`],
  ["escapes", `"${"\\n".repeat(500_000)}"`],
  ["numbers", `[${"1,".repeat(500_000)}1]`],
  ["members", `{${Array.from({ length: 80_000 }, (_, i) => `"${i}":${i}`).join(",")}}`],
  ["a text", `"${"a".repeat(1_000_000)}"`],
  ["texts that end in an escape", `[${'"\\\\",'.repeat(160_000)}1]`]
])("E3: a megabyte of %s is looked through quickly", (_, text) => {
  const started = performance.now()
  findInexact(text)
  // By a pattern that starts anew at each zero it would be minutes.
  assert.isBelow(performance.now() - started, 2000)
})
