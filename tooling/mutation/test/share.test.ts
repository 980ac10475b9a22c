import { assert, it } from "vitest"
import { percent, wilson } from "../src/share.ts"

it("tells a share, and how far it may be off", () => {
  assert.deepStrictEqual(wilson(8, 10).map(percent), ["49.0 %", "94.3 %"])
  assert.deepStrictEqual(wilson(0, 10).map(percent), ["0.0 %", "27.8 %"])
  assert.deepStrictEqual(wilson(10, 10).map(percent), ["72.2 %", "100.0 %"])
  assert.deepStrictEqual(wilson(360, 400).map(percent), ["86.7 %", "92.6 %"])
})
