import { inspect } from "node:util"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { assert, describe, expect, it } from "vitest"
import { makeServer } from "../src/server.ts"
import { makeCatalog } from "../src/tools/catalog.ts"
import { everything, type Selection } from "../src/tools/selection.ts"
import { ask } from "./ask.ts"

const catalog = makeCatalog(referenceFamilies)

const listed = async (selection: Partial<Selection>) => {
  const port = { call: () => assert.fail("nothing is called") }
  const caller = { scopes: "all", isPerson: true } as const
  const server = makeServer(catalog, {}, { port, caller, selection: { ...everything, ...selection } })
  const { tools } = await ask(server, "tools/list", {})
  const shown = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity, breakLength: 120, compact: 5 }
  return inspect(tools, shown)
}

describe("what a model reads of each tool", () => {
  it.each([
    ["tools", { mode: "tools" }],
    ["search", { mode: "search" }]
  ] as const)("is what it was: %s", async (name, selection) => {
    await expect(await listed(selection)).toMatchFileSnapshot(`listed/${name}.txt`)
  })
})
