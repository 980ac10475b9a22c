import { hash } from "node:crypto"
import { runSteps } from "@agent-operations/operations"
import fc from "fast-check"
import { assert, it } from "vitest"
import { askedOf } from "../../src/imports/family/asked.ts"

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
