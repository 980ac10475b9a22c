import { Server } from "@modelcontextprotocol/server"
import type { Port } from "./port.ts"
import type { Catalog, McpCaller } from "./tools/catalog.ts"
import { operationTools } from "./tools/operations.ts"
import { operationSearch } from "./tools/search.ts"
import type { Selection } from "./tools/selection.ts"

/** How a server introduces itself. */
export interface McpInfo {
  /** Default: "agent-operations". */
  readonly name?: string | undefined
  /** Default: "Agent Operations". */
  readonly title?: string | undefined
  /** Default: "1.0.0". */
  readonly version?: string | undefined
}

/** For whom one server answers, and by what. */
export interface Session {
  readonly port: Port
  readonly caller: McpCaller
  readonly selection: Selection
  /** The arguments of a tool call as they were sent, by the ID of its request. Default: as the SDK read them. */
  readonly argumentsOf?: ((id: string | number) => unknown) | undefined
}

const instructions =
  "Definitions are shared and revisioned. To change one, read it, then update it with the revision that you read as " +
  "expectedRevision. On CONFLICT read it again and apply your change to what is there now. The hint of an error says what " +
  "to do next."

/** A server of the protocol for one request, or for one connection of stdio. It keeps nothing. */
export const makeServer = (catalog: Catalog, info: McpInfo, session: Session): Server => {
  const { name = "agent-operations", title = "Agent Operations", version = "1.0.0" } = info
  const server = new Server({ name, title, version }, { capabilities: { tools: {} }, instructions })
  const view = catalog.viewOf(session.caller, session.selection)
  const { mode = view.isLarge ? "search" : "tools" } = session.selection
  const tools = mode === "search" ? operationSearch(view, session) : operationTools(view, session)
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.list] }))
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
    const sent = session.argumentsOf?.(mcpReq.id) ?? params.arguments ?? {}
    return tools.call(params.name, sent, mcpReq.signal)
  })
  return server
}
