import { familiesOf } from "@agent-operations/contract"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { assert, it } from "vitest"
import { modulesOf } from "../src/modules.ts"

it("C1: the server serves the families that its client and its command line are made of", () => {
  assert.deepStrictEqual(
    familiesOf(modulesOf({})).map(({ name }) => name),
    referenceFamilies.map(({ name }) => name)
  )
})
