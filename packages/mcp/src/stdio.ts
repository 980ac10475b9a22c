import type { Readable, Writable } from "node:stream"
import type { Family } from "@agent-operations/contract"
import { serveStdio as serve, type StdioServerHandle } from "@modelcontextprotocol/server/stdio"
import { LineTransport } from "./line-transport.ts"
import type { Port } from "./port.ts"
import { makeServer, type McpInfo } from "./server.ts"
import { makeCatalog, type McpCaller } from "./tools/catalog.ts"
import { everything, type Selection } from "./tools/selection.ts"

/** How MCP is served over stdio. */
export interface StdioOptions {
  /** What is served at the other end of the port. */
  readonly families: ReadonlyArray<Family.Any>
  readonly info?: McpInfo | undefined
  /** What is shown. Default: everything. */
  readonly selection?: Selection | undefined
  /** What the credential may do, where that is known. Default: everything is shown, and the server decides. */
  readonly caller?: McpCaller | undefined
  /** Told of what the SDK met that answers nothing, and of what was no message. */
  readonly onError?: ((error: Error) => void) | undefined
  /** Where messages come from. Default: stdin. */
  readonly input?: Readable | undefined
  /** Where answers go. Default: stdout. */
  readonly output?: Writable | undefined
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
export const serveStdio = (port: Port, options: StdioOptions): StdioServer => {
  const { families, info = {}, selection = everything, caller = { scopes: "all", isPerson: true }, onError } = options
  const { input = process.stdin, output = process.stdout } = options
  const catalog = makeCatalog(families)
  const transport = new LineTransport(input, output)
  const handle = serve(() => makeServer(catalog, info, { port, caller, selection }), {
    transport,
    ...(onError && { onerror: onError })
  })
  void transport.answered.then(() => handle.close())
  return { ...handle, closed: transport.closed }
}
