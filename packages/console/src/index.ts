/**
 * The pages that people see.
 *
 * @packageDocumentation
 */
import { newTypeId } from "@agent-operations/database"
import type { Context } from "effect"
import { makeApp } from "./app.ts"
import type { ConsoleOptions, ConsoleServices } from "./context.ts"

export { Renderer, type RendererOptions } from "./content/render/Renderer.ts"
export type { ConsoleOptions, ConsoleServices } from "./context.ts"
export { developmentOnly } from "./development.ts"

const everyPath = "/*"

/**
 * A handler of the console's pages, for the server that they are part of. `address` is the client's IP address, and
 * `requestId` what the log calls the request. The answer is undefined for a path that is none of the console's.
 *
 * @example
 * const answer = (await handler(request, address)) ?? (await api(request))
 */
export const consoleHandler = (services: Context.Context<ConsoleServices>, options: ConsoleOptions) => {
  const app = makeApp(services, options)
  const own = new Set(app.routes.filter(({ path }) => path !== everyPath).map(({ path }) => path.split("/")[1]))
  return async (request: Request, address: string, requestId = newTypeId("req")): Promise<Response | undefined> => {
    if (!own.has(new URL(request.url).pathname.split("/")[1])) return undefined
    const response = await app.fetch(request, { address, requestId })
    response.headers.set("x-request-id", requestId)
    return response
  }
}
