import { referenceFamilies } from "@agent-operations/contract/reference"
import { assert, it } from "vitest"
import { contract } from "../src/services.ts"

it("C1: the server serves the families that its client and its command line are made of", () => {
  assert.deepStrictEqual(
    contract.families.map(({ name }) => name),
    referenceFamilies.map(({ name }) => name)
  )
})
