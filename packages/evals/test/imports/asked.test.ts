import { hash } from "node:crypto"
import { runSteps } from "@agent-operations/operations"
import fc from "fast-check"
import { assert, it } from "vitest"
import { askedOf, joinFiles } from "../../src/imports/family/asked.ts"

const file = fc.record(
  {
    path: fc.string(),
    format: fc.constantFrom("csv", "jsonl", "json", "yaml"),
    content: fc.string({ unit: "binary" })
  },
  { requiredKeys: ["path", "content"] }
)

it("I2: an import is told by the digest of its files that servers before told it by", () => {
  fc.assert(
    fc.property(fc.array(file), (files) => {
      const whole = JSON.stringify(files.map(({ path, format = null, content }) => [path, format, content]))
      const { partHash } = runSteps(askedOf({ importKey: "key", files, mode: "add" }))
      assert.strictEqual(partHash, hash("sha256", whole, "base64url"))
    })
  )
})

it("K3: a long file is told, and put together of its parts, by steps", () => {
  const content = '"é😀'.repeat(500_000)
  let steps = 0
  for (const _ of askedOf({ importKey: "key", files: [{ path: "a.csv", content }], mode: "add" })) steps++
  assert.isAtLeast(steps, content.length / 70_000)
  const joining = joinFiles([content, "b"].map((of) => JSON.stringify([{ path: "a.csv", content: of }])))
  let step = joining.next()
  for (steps = 0; step.done !== true; step = joining.next()) steps++
  assert.deepStrictEqual(step.value, [{ path: "a.csv", content: `${content}b` }])
  assert.isAtLeast(steps, 2)
})
