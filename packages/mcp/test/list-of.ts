import type { Tool } from "@modelcontextprotocol/server"
import { assert } from "vitest"
import { makeServer } from "../src/server.ts"
import { makeCatalog } from "../src/tools/catalog.ts"
import { everything, type Selection } from "../src/tools/selection.ts"
import { ask } from "./ask.ts"

/** The tools of families as a person's client lists them. */
export const listOf = async (families: Parameters<typeof makeCatalog>[0], selection: Partial<Selection> = {}) => {
  const session = {
    port: { call: () => assert.fail("nothing is called") },
    caller: { scopes: "all", isPerson: true },
    selection: { ...everything, ...selection }
  } as const
  const { tools } = await ask(makeServer(makeCatalog(families), {}, session), "tools/list", {})
  return tools as ReadonlyArray<Tool>
}
