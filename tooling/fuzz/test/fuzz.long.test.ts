import { assert, it } from "vitest"
import { runBodies } from "../src/bodies.ts"
import { runFuzz } from "../src/run.ts"
import { runSlow } from "../src/slow.ts"

const seed = Math.floor(Math.random() * 2 ** 31)

it(`E1, E2, E3, E4: a few hundred odd requests to each operation (seed ${seed})`, async () => {
  const { failures, figures } = await runFuzz({ requests: 100, wire: 300, seed }, () => {})
  assert.deepStrictEqual(failures, [])
  assert.isAbove(figures[1]![1], 100)
})

it(`E3: no input takes much longer than a valid one of its size (seed ${seed})`, async () => {
  const { failures } = await runSlow({ shapes: 10, seed }, () => {})
  assert.deepStrictEqual(failures, [])
})

it(`E3: no body at the limit of its route costs a few times what a good one does (seed ${seed})`, async () => {
  const { failures } = await runBodies({ fillings: 3, share: 1, maxRatio: 4, seed }, () => {})
  assert.deepStrictEqual(failures, [])
})
