import { Hono } from "hono"
import { basePath } from "hono/route"
import type { StatusCode } from "hono/utils/http-status"
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
    return context.newResponse(body, status as StatusCode)
  })
