import { assert, it } from "vitest"
import { runBodies } from "../src/bodies.ts"

it("E3: a body at a quarter of its route's limit takes no more than a few times what a good one does", async () => {
  const { failures, figures } = await runBodies({ fillings: 0, share: 1 / 4, seed: 1 }, (l) =>
    process.stderr.write(l + "\n")
  )
  assert.deepStrictEqual(failures, [])
  assert.isAbove(figures[0]![1], 50)
})
