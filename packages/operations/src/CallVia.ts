import { Context } from "effect"

/** How a call comes in: from a page of the server, as a tool of MCP, or as everything else does. */
export type Via = "browser" | "rest" | "mcp"

/**
 * How the call that is being carried out came in. Whoever calls says so, and no request can: a page provides it for those
 * who opened it.
 *
 * @example
 * Effect.provideService(page, CallVia, "browser")
 */
export const CallVia = Context.Reference<Via>("@agent-operations/operations/CallVia", { defaultValue: () => "rest" })
