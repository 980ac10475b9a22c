import { Server } from "@modelcontextprotocol/server"
import type { Port } from "./port.ts"
import { makePrompts } from "./prompts/index.ts"
import { completeResource } from "./resources/complete.ts"
import { makeResources } from "./resources/index.ts"
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

const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }

/** A server of the protocol for one request, or for one connection of stdio. It keeps nothing. */
export const makeServer = (catalog: Catalog, info: McpInfo, session: Session): Server => {
  const { name = "agent-operations", title = "Agent Operations", version = "1.0.0" } = info
  const server = new Server({ name, title, version }, { capabilities, instructions })
  const view = catalog.viewOf(session.caller, session.selection)
  const { mode = view.isLarge ? "search" : "tools" } = session.selection
  const tools = mode === "search" ? operationSearch(view, session) : operationTools(view, session)
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.list] }))
  server.setRequestHandler("tools/call", ({ params }, { mcpReq }) => {
    const sent = session.argumentsOf?.(mcpReq.id) ?? params.arguments ?? {}
    return tools.call(params.name, sent, mcpReq.signal)
  })

  const { port } = session
  const resources = makeResources(catalog.contract, view, port)
  server.setRequestHandler("resources/list", () => ({ resources: [...resources.list] }))
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [...resources.templates] }))
  server.setRequestHandler("resources/read", ({ params }, { mcpReq }) => resources.read(params.uri, mcpReq.signal))

  const prompts = makePrompts(view, resources, port)
  server.setRequestHandler("prompts/list", () => ({ prompts: [...prompts.list] }))
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq }) =>
    prompts.get(params.name, params.arguments ?? {}, mcpReq.signal)
  )
  server.setRequestHandler("completion/complete", async ({ params }, { mcpReq }) => {
    const { ref, argument, context } = params
    const others = context?.arguments ?? {}
    const completion =
      ref.type === "ref/prompt"
        ? await prompts.complete(ref.name, argument, others, mcpReq.signal)
        : await completeResource(port, resources, ref.uri, argument, others, mcpReq.signal)
    return { completion }
  })
  return server
}
