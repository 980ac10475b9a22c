import { assert, it } from "vitest"
import { runFuzz } from "../src/run.ts"

const seed = Math.floor(Math.random() * 2 ** 31)

it(`E1, E2, E3, E4: some odd requests to each operation (seed ${seed})`, async () => {
  const { failures, figures } = await runFuzz({ requests: 10, wire: 50, seed }, () => {})
  assert.deepStrictEqual(failures, [])
  assert.isAbove(figures[1]![1], 10)
})
