import { newTypeId } from "@agent-operations/database"
import { OfferedScopes } from "@agent-operations/auth"
import { baseUrlOf } from "@agent-operations/identity"
import { Invoker } from "@agent-operations/operations"
import { Context, Option } from "effect"
import { answering } from "./answering.ts"
import { makeApp } from "./app.ts"
import { beside, views } from "./content/sections/index.ts"
import { ModelConnections } from "./connections/ModelConnections.ts"
import type { ConsoleOptions, ConsoleServices } from "./context.ts"
import { consolePlaces } from "./entries.ts"
import { partsOf } from "./served.ts"
import type { Site } from "./site.ts"
import { Budgets } from "./usage/Budgets.ts"

/** Page views and custom fields, and what else is served. */
const defaultSections = (invoker: Invoker["Service"] | undefined) => [
  ...views,
  ...beside.flatMap(([operation, section]) => (invoker?.find(operation) === undefined ? [] : [section]))
]

const siteOf = (
  services: Context.Context<ConsoleServices>,
  { origin, prefix = "", name = "Agent Operations", sections, ...options }: ConsoleOptions
): Site => {
  // There are none while the database is away, nor is there a page then that offers any.
  const scopes = Option.getOrElse(Context.getOption(services, OfferedScopes), () => ({}))
  const invoker = Option.getOrUndefined(Context.getOption(services, Invoker))
  return {
    origin,
    prefix,
    baseUrl: baseUrlOf({ origin, prefix }),
    name,
    program: options.program,
    hasBudgets: Option.isSome(Context.getOption(services, Budgets)),
    hasConnections: Option.isSome(Context.getOption(services, ModelConnections)),
    deletionDelay: options.deletionDelay,
    organizationsPerPerson: options.organizationsPerPerson,
    ...partsOf(invoker, sections ?? defaultSections(invoker), options),
    scopes
  }
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
  const answer = answering(makeApp(services, site, options.deadline))
  return async (request: Request, address: string, requestId = newTypeId("req")): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url)
    if (!`${pathname}/`.startsWith(`${prefix}/`)) return undefined
    if (!consolePlaces.includes(`/${pathname.slice(prefix.length).split("/")[1] ?? ""}`)) return undefined
    return answer(request, address, requestId)
  }
}
