import { Hono } from "hono"
import type { AgentOperationsKit } from "./kit.ts"

/**
 * A Hono app that answers every path and method; mount it under the prefix that the kit was given.
 *
 * @example
 * app.route("/ops", agentOperations(kit))
 */
export const agentOperations = (kit: Pick<AgentOperationsKit, "fetch">): Hono =>
  new Hono().all("*", (context) => kit.fetch(context.req.raw))
