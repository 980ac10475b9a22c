import type { RequestHandler } from "express"
import type { AgentOperationsKit } from "./kit.ts"

/**
 * An Express handler. Express takes the mount path off the URL, so the kit needs no prefix; mount it before any body
 * parser, since the kit reads bodies itself.
 *
 * @example
 * app.use("/ops", agentOperations(kit))
 */
export const agentOperations =
  (kit: Pick<AgentOperationsKit, "listener">): RequestHandler =>
  (request, response) =>
    kit.listener(request, response)
