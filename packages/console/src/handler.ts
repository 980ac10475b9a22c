import { newTypeId } from "@agent-operations/database"
import { OfferedScopes } from "@agent-operations/auth"
import { baseUrlOf, readAway } from "@agent-operations/identity"
import { Context, Option } from "effect"
import { makeApp } from "./app.ts"
import { views } from "./content/sections/index.ts"
import type { Section } from "./content/Section.ts"
import type { ConsoleOptions, ConsoleServices } from "./context.ts"
import { consolePlaces } from "./entries.ts"
import type { Site } from "./site.ts"

const siteOf = (
  services: Context.Context<ConsoleServices>,
  { origin, prefix = "", name = "Agent Operations", sections = views }: ConsoleOptions
): Site => {
  // There are none while the database is away, nor is there a page then that offers any.
  const scopes = Option.getOrElse(Context.getOption(services, OfferedScopes), () => ({}))
  const fault = faultIn(sections)
  if (fault !== undefined) throw new TypeError(fault)
  return { origin, prefix, baseUrl: baseUrlOf({ origin, prefix }), name, sections, scopes }
}

/** Two sections of one kind, or at one place, would hide one another. */
const faultIn = (sections: ReadonlyArray<Section>) => {
  for (const [n, { kind, path }] of sections.entries()) {
    const other = sections.slice(0, n).find((other) => other.kind.name === kind.name || other.path === path)
    if (other !== undefined)
      return `The console has two sections at ${path}: ${other.kind.name} and ${kind.name}. Remove one.`
    if (path === "settings") return `The console already has a page at ${path}: give ${kind.name} another plural.`
  }
  return undefined
}

/**
 * A handler of the console's pages, for the server that they are part of. `address` is the client's IP address, and
 * `requestId` what the log calls the request. The answer is undefined for a path that is none of the console's.
 *
 * @example
 * const answer = (await handler(request, address)) ?? (await api(request))
 */
export const consoleHandler = (services: Context.Context<ConsoleServices>, options: ConsoleOptions) => {
  const site = siteOf(services, options)
  const { prefix } = site
  const app = makeApp(services, site, options.deadline)
  return async (request: Request, address: string, requestId = newTypeId("req")): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url)
    if (!`${pathname}/`.startsWith(`${prefix}/`)) return undefined
    if (!consolePlaces.includes(`/${pathname.slice(prefix.length).split("/")[1] ?? ""}`)) return undefined
    const response = await app.fetch(request, { address, requestId })
    if (request.method === "POST") await readAway(request.body)
    response.headers.set("x-request-id", requestId)
    return response
  }
}
