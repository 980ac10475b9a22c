import { assert, it } from "vitest"
import { runBodies } from "../src/bodies.ts"

it("E3: no body of a seventh of what its route takes costs a few times what a good one does", async () => {
  const { failures, figures } = await runBodies({ fillings: 0, share: 1 / 7, seed: 1 }, () => {})
  assert.deepStrictEqual(failures, [])
  assert.isAbove(figures[0]![1], 50)
})
