import { assert, it } from "vitest"
import { packed, unpacked } from "../../src/datasets/schemas/packed.ts"
import type { Job } from "../../src/datasets/schemas/protocol.ts"

const pack = (job: Job) => {
  const steps = packed(job)
  let count = 0
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) count++
  return { count, job: step.value }
}

it("K3: items that are checked by schemas are copied to the thread as few texts, which are made by steps", () => {
  const items = Array.from({ length: 10_500 }, (_, n) => ({
    input: JSON.stringify(`\u0001 ${n}`),
    ...(n % 3 === 0 ? {} : { metadata: "{}" }),
    expected: "null"
  }))
  const schemas = { input: "true", expected: null, metadata: "{}" }
  const { count, job } = pack({ schemas, items })
  assert.deepStrictEqual([count, job.pages.length], [10, 11])
  assert.deepStrictEqual(unpacked(job), {
    schemas,
    items: items.map(({ input, metadata }) => ({ input, metadata }))
  })
})

it("nothing, and items that are checked in nothing they have", () => {
  const schemas = { input: "true", expected: null, metadata: null }
  assert.deepStrictEqual(unpacked(pack({ schemas, items: [] }).job), { schemas, items: [] })
  const items = [{}, {}]
  assert.deepStrictEqual(unpacked(pack({ schemas, items }).job).items, [{ input: undefined }, { input: undefined }])
  const one = [{}]
  assert.deepStrictEqual(unpacked(pack({ schemas, items: one }).job).items, [{ input: undefined }])
})
