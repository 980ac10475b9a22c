import { referenceFamilies } from "@agent-operations/contract/reference"
import { assert, describe, it } from "vitest"
import { probesOf } from "../src/document/probes.ts"
import { schemaIn } from "../src/document/schema.ts"
import { servedOf } from "../src/served.ts"

describe("inputs at what a document declares", () => {
  it("C2: are made of every operation of the reference server, each of another place or value", () => {
    const { declared, operations } = servedOf(referenceFamilies)
    for (const operation of operations) {
      const inputs = probesOf(declared(operation).input!, operation.example.input).map(({ input }) => input)
      assert.strictEqual(new Set(inputs.map((input) => JSON.stringify(input))).size, inputs.length, operation.id)
    }
  })

  it.each(["^(?!0+$)[0-9a-f]{16}$", "^(?!.*(.).*\\1)[imsu]*$", "^(?!(?:a|[)]|\\))$)[a-z)]{1,3}$"])(
    "C2: are made where the pattern %s rules texts out",
    (pattern) => {
      const text = { type: "string", pattern }
      const root = { type: "object", properties: { text }, required: [] }
      const declared = schemaIn(root, root)
      const texts = probesOf(declared, {})
        .map(({ input }) => (input as { readonly text?: unknown } | null)?.text)
        .filter((one) => typeof one === "string" && new RegExp(pattern, "u").test(one))
      assert.isNotEmpty(texts)
    }
  )
})
