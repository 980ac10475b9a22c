import { contractFaults } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { assert, it } from "vitest"
import { contract } from "../src/services.ts"

it("C1: the server serves the families that its client and its command line are made of", () => {
  assert.deepStrictEqual(
    contract.families.map(({ name }) => name),
    referenceFamilies.map(({ name }) => name)
  )
})

it("C1: no family of the server has a fault, its examples included", () => {
  assert.deepStrictEqual(contractFaults(contract.families), [])
})

it("C2: the document of the server's families is made, though no start makes it", () => {
  const { paths } = openApiDocument(contract.families)
  const onRest = contract.operations.filter(({ surfaces }) => surfaces.includes("rest"))
  assert.deepStrictEqual(
    Object.keys(paths),
    onRest.map(({ id }) => `/api/agent/${id}`)
  )
})
