import { Hono } from "hono"
import { basePath } from "hono/route"
import type { StatusCode } from "hono/utils/http-status"
import { hopByHop } from "./internal/hop-by-hop.ts"
import type { Mountable } from "./Mountable.ts"

/**
 * A Hono app that answers every path and method; mount it under any path. What middleware of the host set before is on
 * its answers, where the kit does not set the same; what middleware sets after has the last word.
 *
 * @example
 * app.route("/ops", agentOperations(kit))
 */
export const agentOperations = (kit: Pick<Mountable, "at">): Hono =>
  new Hono().all("*", async (context) => {
    const { status, headers, cookies = [], body } = await kit.at(basePath(context)).answer(context.req.raw)
    for (const [name, value] of Object.entries(headers)) context.header(name, value, { append: name === "vary" })
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true })
    const response = context.newResponse(body, status as StatusCode)
    // The length of a HEAD is the kit's; what else there is of the server's, middleware has set.
    for (const name of hopByHop([...response.headers])) if (!Object.hasOwn(headers, name)) response.headers.delete(name)
    return response
  })
