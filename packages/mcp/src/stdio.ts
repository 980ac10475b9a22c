import type { Family } from "@agent-operations/contract"
import { serveStdio as serve, type ServeStdioOptions, type StdioServerHandle } from "@modelcontextprotocol/server/stdio"
import { LineTransport } from "./line-transport.ts"
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
  /** Told of what the SDK met that answers nothing, and of what was no message. */
  readonly onError?: ((error: Error) => void) | undefined
}

/** MCP while it is served over stdio. */
export interface StdioServer extends StdioServerHandle {
  /** Resolves once it is closed: by `close`, or as stdin ended and every request was answered. */
  readonly closed: Promise<void>
}

/**
 * Serves MCP on stdin and stdout, over any port, until stdin ends and every request is answered. Nothing else may be written to
 * stdout.
 *
 * @example
 * serveStdio(port, { families: viewFamilies })
 */
export const serveStdio = (
  port: Port,
  { families, info = {}, selection = everything, caller = { scopes: "all", isPerson: true }, ...rest }: StdioOptions
): StdioServer => {
  const catalog = makeCatalog(families)
  const transport = rest.transport ?? new LineTransport(process.stdin, process.stdout)
  const handle = serve(() => makeServer(catalog, info, { port, caller, selection }), {
    transport,
    ...(rest.onError && { onerror: rest.onError })
  })
  if (transport instanceof LineTransport) transport.onanswered = () => void handle.close()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const { onclose } = transport
  transport.onclose = () => {
    onclose?.()
    resolve()
  }
  return { ...handle, closed }
}
