import type { Family } from "@agent-operations/contract"
import { serveStdio as serve, type ServeStdioOptions, type StdioServerHandle } from "@modelcontextprotocol/server/stdio"
import type { Port } from "./port.ts"
import { makeServer, type McpInfo } from "./server.ts"
import { makeCatalog, type McpCaller } from "./tools/catalog.ts"
import { everything, type Selection } from "./tools/selection.ts"

/** How MCP is served over stdio. */
export interface StdioOptions extends Pick<ServeStdioOptions, "transport"> {
  /** What is served at the other end of the port. */
  readonly families: ReadonlyArray<Family.Any>
  readonly info?: McpInfo | undefined
  /** What is shown. Default: everything. */
  readonly selection?: Selection | undefined
  /** What the credential may do, where that is known. Default: everything is shown, and the server decides. */
  readonly caller?: McpCaller | undefined
  /** Told of what the SDK met that answers nothing. */
  readonly onError?: ((error: Error) => void) | undefined
}

/**
 * Serves MCP on stdin and stdout until stdin ends, over any port. Nothing else may be written to stdout.
 *
 * @example
 * serveStdio(port, { families: viewFamilies })
 */
export const serveStdio = (
  port: Port,
  { families, info = {}, selection = everything, caller = { scopes: "all", isPerson: true }, ...rest }: StdioOptions
): StdioServerHandle => {
  const catalog = makeCatalog(families)
  return serve(() => makeServer(catalog, info, { port, caller, selection }), {
    ...(rest.transport && { transport: rest.transport }),
    ...(rest.onError && { onerror: rest.onError })
  })
}
