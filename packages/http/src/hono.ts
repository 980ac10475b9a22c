import { Hono } from "hono"
import type { AgentOperationsKit } from "./kit.ts"

/**
 * A Hono app that answers every path; mount it under the prefix that the kit was given, with its requests as they are.
 *
 * @example
 * app.mount("/ops", agentOperations(kit).fetch, { replaceRequest: (request) => request })
 */
export const agentOperations = (kit: Pick<AgentOperationsKit, "fetch">): Hono =>
  new Hono().all("*", (context) => kit.fetch(context.req.raw))
