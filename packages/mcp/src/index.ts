/**
 * Operations as tools of the Model Context Protocol.
 *
 * @packageDocumentation
 */
export type { McpAdditions } from "./additions.ts"
export { type CallsById, clientPort } from "./client-port.ts"
export { makeMcpHandler, type McpHandler } from "./handler.ts"
export type { CallAnswer, CallOptions, Port } from "./port.ts"
export { serveStdio, type StdioOptions, type StdioServer } from "./stdio.ts"
export type { McpInfo, ServerOptions, Session } from "./server.ts"
export type { McpCaller } from "./tools/catalog.ts"
export { everything, parseSelection, type Selection, type SelectionFault } from "./tools/selection.ts"
