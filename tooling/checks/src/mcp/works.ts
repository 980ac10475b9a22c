import { isDeepStrictEqual } from "node:util"
import { operationsOf, viewFamilies } from "@agent-operations/contract"
import type { ClientServer } from "../client/server.ts"
import { pinned, run } from "../hosts.ts"
import { report } from "../report.ts"
import { inspectorComplaint } from "./inspector.ts"

/** What a host installs beside the kit, to call it by MCP. */
export const mcpDependencies: ReadonlyArray<string> = [
  pinned("@modelcontextprotocol/client"),
  pinned("@modelcontextprotocol/inspector")
]

const repaired = (tools: number, query: string) => ({
  tools,
  code: "CONFLICT",
  revision: 3,
  name: `Mine${query}`,
  description: "Theirs."
})

/** How the walk of an assistant ends (`hosts/client/mcp.mjs`). */
const expected = [repaired(operationsOf(viewFamilies).length, ""), repaired(4, "?mode=search")]

const walkComplaint = async ({ directory, origin }: ClientServer): Promise<string | undefined> => {
  const { status, output } = await run(directory, [process.execPath, "mcp.mjs", origin])
  return status === 0 && isDeepStrictEqual(JSON.parse(output), expected) ? undefined : output
}

/** Whether MCP's official client and its inspector find and call what is served, over the tarballs that a host installed. */
export const mcpWorks = async (server: ClientServer): Promise<boolean> => {
  const results: Array<boolean> = []
  for (const [name, complaint] of [
    ["MCP's client", walkComplaint],
    ["MCP's inspector", inspectorComplaint]
  ] as const) {
    const begun = performance.now()
    const wrong = await complaint(server).catch(String)
    results.push(report(name, begun, wrong && "it does not end as expected", wrong ?? ""))
  }
  return results.every(Boolean)
}
