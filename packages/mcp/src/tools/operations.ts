import { type CallToolResult, ProtocolError, ProtocolErrorCode, type Tool } from "@modelcontextprotocol/server"
import type { Session } from "../server.ts"
import { callOperation } from "./call.ts"
import type { View } from "./catalog.ts"

/** What answers `tools/list` and `tools/call`. */
export interface Tools {
  readonly list: ReadonlyArray<Tool>
  readonly call: (name: string, input: unknown, signal: AbortSignal) => Promise<CallToolResult>
}

/** That there is no such tool; one that the caller may not see is told alike. Law: A3. */
export const noSuchTool = (name: string) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}: tools/list has them all.`)

/** A tool per operation, by its ID. Law: C1. */
export const operationTools = (view: View, { port, selection }: Session): Tools => ({
  list: view.tools.map(({ tool, withOutput }) => (selection.outputSchemas ? withOutput : tool)),
  call: async (name, input, signal) => {
    const found = view.find(name)
    if (found === undefined) throw noSuchTool(name)
    const result = await callOperation(port, found.operation, input, signal)
    if (!selection.outputSchemas || result.isError !== true) return result
    // Clients hold what is structured to the output schema, and would show that it does not fit in place of the error.
    const { structuredContent: _, ...asText } = result
    return asText
  }
})
