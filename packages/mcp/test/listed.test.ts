import { inspect } from "node:util"
import { referenceFamilies } from "@agent-operations/contract/reference"
import { describe, expect, it } from "vitest"
import { listOf } from "./list-of.ts"

const shown = { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity, breakLength: 120, compact: 5 }

describe("what a model reads of each tool", () => {
  it.each(["tools", "search"] as const)("is what it was: %s", async (mode) => {
    const tools = await listOf(referenceFamilies, { mode })
    await expect(inspect(tools, shown)).toMatchFileSnapshot(`listed/${mode}.txt`)
  })
})
