import { Server } from "@modelcontextprotocol/server"
import type { McpAdditions } from "./additions.ts"
import { type BatchLimit, BatchServer } from "./batch-server.ts"
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

/** What one server has beside the operations. */
export interface ServerOptions extends McpInfo {
  readonly additions?: McpAdditions | undefined
}

/** For whom one server answers, and by what. */
export interface Session {
  readonly port: Port
  readonly caller: McpCaller
  readonly selection: Selection
  /** The arguments of a tool call as they were sent, by the ID of its request. Default: as the SDK read them. */
  readonly argumentsOf?: ((id: string | number) => unknown) | undefined
  /** How many bytes the answers to a batch may have, where the request is one. */
  readonly batch?: BatchLimit | undefined
}

const instructions =
  "Definitions are shared and revisioned. To change one, read it, then update it with the revision that you read as " +
  "expectedRevision. On CONFLICT read it again and apply your change to what is there now. The hint of an error says what " +
  "to do next."

const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }

/** A server of the protocol for one request, or for one connection of stdio. It keeps nothing. */
export const makeServer = (catalog: Catalog, options: ServerOptions, session: Session): Server => {
  const { name = "agent-operations", title = "Agent Operations", version = "1.0.0", additions: own = {} } = options
  const described = [
    { name, title, version },
    { capabilities, instructions }
  ] as const
  const { batch } = session
  const server = batch === undefined ? new Server(...described) : new BatchServer(batch, ...described)
  const view = catalog.viewOf(session.caller, session.selection)
  const { mode = view.isLarge ? "search" : "tools" } = session.selection
  const tools = mode === "search" ? operationSearch(view, session) : operationTools(view, session)
  server.setRequestHandler("tools/list", () => ({ tools: [...tools.list, ...(own.tools?.list ?? [])] }))
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const { id, signal } = context.mcpReq
    const sent = session.argumentsOf?.(id) ?? params.arguments ?? {}
    return (await own.tools?.call(params.name, sent, context)) ?? tools.call(params.name, sent, signal)
  })

  const { port } = session
  const resources = makeResources(catalog.contract, view, port)
  server.setRequestHandler("resources/list", () => ({
    resources: [...resources.list, ...(own.resources?.list ?? [])]
  }))
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [...resources.templates, ...(own.resources?.templates ?? [])]
  }))
  server.setRequestHandler(
    "resources/read",
    async ({ params: { uri } }, context) =>
      (await own.resources?.read(uri, context)) ?? resources.read(uri, context.mcpReq.signal)
  )

  const prompts = makePrompts(view, resources, port)
  server.setRequestHandler("prompts/list", () => ({ prompts: [...prompts.list, ...(own.prompts?.list ?? [])] }))
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const given = params.arguments ?? {}
    return (
      (await own.prompts?.get(params.name, given, context)) ?? prompts.get(params.name, given, context.mcpReq.signal)
    )
  })
  server.setRequestHandler("completion/complete", async ({ params }, { mcpReq }) => {
    const { ref, argument, context } = params
    const others = context?.arguments ?? {}
    const completion =
      ref.type === "ref/prompt"
        ? await prompts.complete(ref.name, argument, others, mcpReq.signal)
        : await completeResource(port, resources, ref.uri, argument, others, mcpReq.signal)
    return { completion }
  })
  own.extend?.(server)
  return server
}
