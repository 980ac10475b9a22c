import { expect, it } from "vitest"
import { LongestFirst } from "../src/run/LongestFirst.ts"
import { slowFiles } from "../src/run/slowFiles.ts"

const [slowest = "", slow = ""] = Object.keys(slowFiles)
const names = [slow, ...Array.from({ length: 9 }, (_, n) => `packages/a/test/${n}.test.ts`), slowest]

/** The order of files, of which each that is listed has been run before, in no time. */
const order = async (shuffle: boolean, seed: number, files = names) => {
  const config = { root: "/root", sequence: { shuffle, seed, groupOrder: 0 } }
  const cache = { getTestSpecificationResult: () => ({ failed: false, duration: 0 }) }
  const project = { name: "", config: { ...config, isolate: true } }
  const specifications = files.map((file) => ({ moduleId: `/root/${file}`, project }) as never)
  const sorted = await new LongestFirst({ config, cache } as never).sort(specifications)
  return sorted.map(({ moduleId }) => moduleId.slice("/root/".length))
}

it("files that are listed as slow start first, the slowest before all", async () => {
  expect((await order(false, 1)).slice(0, 2)).toEqual([slowest, slow])
})

it("shuffled files are in an order by the seed alone, listed or not", async () => {
  const one = await order(true, 1)
  expect(one.toSorted()).toEqual(names.toSorted())
  expect(await order(true, 1, names.toReversed())).toEqual(one)
  expect(await order(true, 2)).not.toEqual(one)
  expect(one.slice(0, 2)).not.toEqual([slowest, slow])
})
