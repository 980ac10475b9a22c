import { assert, it } from "vitest"
import { runBodies } from "../src/bodies.ts"

// What is measured here on a busy machine is only whether a body costs another order; the search itself has less patience.
it("E3: no body of a twentieth of what its route takes costs many times what a good one does", async () => {
  const { failures, figures } = await runBodies({ fillings: 0, share: 1 / 20, maxRatio: 30, seed: 1 }, () => {})
  assert.deepStrictEqual(failures, [])
  assert.isAbove(figures[0]![1], 50)
})
