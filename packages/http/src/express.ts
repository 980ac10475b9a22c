import type { RequestHandler } from "express"
import type { Mountable } from "./Mountable.ts"

/**
 * An Express handler, to be mounted at any path before any body parser, since the kit reads bodies itself. What
 * middleware of the host set before is on its answers, where the kit does not set the same.
 *
 * @example
 * app.use("/ops", agentOperations(kit))
 */
export const agentOperations =
  (kit: Pick<Mountable, "listener">): RequestHandler =>
  (request, response) =>
    kit.listener(request, response)
