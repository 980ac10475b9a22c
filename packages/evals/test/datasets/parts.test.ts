import { assert, it } from "vitest"
import { partsOf } from "../../src/datasets/store/write.ts"

it("K3: items are written in parts of some megabytes, in their order", () => {
  const MiB = 1024 * 1024
  const write = (length: number) => ({ write: { externalId: null, split: null, input: "1".repeat(length) } })
  const items = [...Array.from({ length: 20 }, () => write(MiB)), write(10), write(9 * MiB), write(10)]
  assert.deepStrictEqual(
    partsOf(items).map((part) => part.map(({ write }) => write.input.length)),
    [Array(8).fill(MiB), Array(8).fill(MiB), [...Array(4).fill(MiB), 10, 9 * MiB], [10]]
  )
  assert.deepStrictEqual(partsOf([]), [])
})
