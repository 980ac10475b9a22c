import { assert, it } from "vitest"
import { printJson } from "../src/content/render/print.ts"

it("what is large is printed up to its limit with no more work than that", () => {
  let value: object = Array.from({ length: 400_000 }, () => 1)
  for (let level = 0; level < 240; level++) value = { a: value }
  const started = performance.now()
  printJson(value as never, { indent: 2, most: 65_536 })
  // The whole takes a second and 190 MB.
  assert.isBelow(performance.now() - started, 500)
})
