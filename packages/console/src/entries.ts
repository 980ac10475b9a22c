/**
 * Where the console answers, for a server with a table of all that it serves: it can load the pages when one is first
 * asked for.
 *
 * @packageDocumentation
 */
import type { AgentError } from "@agent-operations/error-envelope"
import { type HttpEntry, respondWith, type Sender } from "@agent-operations/http"
import { identityPlaces } from "@agent-operations/identity/tokens"
import type { Effect } from "effect"

export { onDemand } from "./on-demand.ts"

/** The first segments of the pages' paths, below the prefix: everything below them is the console's. */
export const consolePlaces: ReadonlyArray<string> = [
  "/",
  "/account",
  "/assets",
  "/authorization-error",
  "/consent",
  "/find",
  "/invitations",
  "/o",
  "/organizations",
  "/outbox",
  "/shortcuts",
  "/sign-in",
  "/sign-out"
]

type Respond = (request: Request, sender: Sender) => Effect.Effect<Response | undefined, AgentError>

/**
 * The entries of a console for the table of routes of `@agent-operations/http`: what answers people, and what answers
 * programs that ask them for access. `baseUrl` is the origin with the prefix.
 *
 * @example
 * compose({ …, prefix: "/ops", entries: Effect.succeed(consoleEntries("https://acme.example/ops", { pages, programs })) })
 */
export const consoleEntries = (
  baseUrl: string,
  { pages, programs }: { readonly pages: Respond; readonly programs: Respond }
): ReadonlyArray<HttpEntry> => [
  ...identityPlaces(baseUrl).map((place) => ({ ...place, owner: "sign-in for programs", run: respondWith(programs) })),
  ...consolePlaces.map((path) => ({ path, below: true, owner: "the console", run: respondWith(pages) }))
]
