/**
 * The console of a host's own people: pages for what projects hold, and no sign-in, members or keys. It loads in a moment;
 * the pages are loaded when one is first asked for.
 *
 * @packageDocumentation
 */
import { CredentialVerifier, type OfferedScopes, type Principal, type RateLimit } from "@agent-operations/auth"
import { NotFound } from "@agent-operations/error-envelope"
import { type HttpEntry, respondWith } from "@agent-operations/http"
import type { Cursors, Invoker } from "@agent-operations/operations"
import type { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect, Scope } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import { checkSections } from "../content/check-sections.ts"
import type { RendererOptions } from "../content/render/Renderer.ts"
import type { ViewCompilerOptions } from "../content/sandbox/ViewCompiler.ts"
import type { ConsoleOptions } from "../context.ts"
import { onDemand } from "../on-demand.ts"
import { checkTheme } from "../theme.ts"

/** A project that somebody has access to, as pages call it. */
export interface HostProject {
  /** 1 to 200 characters, as `x-project-id` has it. */
  readonly id: string
  readonly name: string
  readonly organization: { readonly id: string; readonly name: string }
}

export type { OwnPage, OwnPageVisit } from "../content/own-page.ts"
export { html } from "../html/html.ts"
export type { Theme } from "../theme.ts"

/** The options of `hostConsole`. */
export interface HostConsoleOptions extends Omit<
  ConsoleOptions,
  "prefix" | "deletionDelay" | "organizationsPerPerson"
> {
  /**
   * Lists the projects that somebody can open, for the page that the console begins with, and for the names at the top of the
   * others. Whether they get into one is asked of the kit's `authenticate`, at each request.
   */
  readonly projects: (
    person: Principal,
    /** The request of their browser, without its body. */
    request: Request
  ) => ReadonlyArray<HostProject> | Promise<ReadonlyArray<HostProject>>
  /**
   * Where somebody signs in who is not, and comes back from: `(returnTo) => "/login?next=" + encodeURIComponent(returnTo)`.
   * By default they are told so, with 401.
   */
  readonly signIn?: (returnTo: string) => string
  /** A page of the host's where people sign out: `/logout`. By default none is offered. */
  readonly signOut?: string
  /** How what is large is drawn. `worker` starts the worker where a bundler moves it. */
  readonly renderer?: RendererOptions
  /** How React page views are compiled. `worker` starts the worker where a bundler moves it. */
  readonly viewCompiler?: ViewCompilerOptions
}

/** What the pages take of the host. */
export type HostServices =
  | CredentialVerifier
  | OfferedScopes
  | RateLimit
  | Invoker
  | EncodedRevisionStore
  | Cursors
  | SqlClient

/** The first segments of the pages' paths: everything below them is the console's. */
const places: ReadonlyArray<string> = ["/", "/assets", "/o", "/shortcuts"]

/** A path that pages can be below. */
const plainBase = /^(?:\/[\w.~-]+)*$/

const refuseFaulty = ({ origin, projects, sections = [], pages, theme }: Partial<HostConsoleOptions>) => {
  if (typeof origin !== "string" || URL.parse(origin)?.origin !== origin) {
    throw new TypeError(
      `hostConsole needs the origin where people reach the server, such as "https://app.example.com", and not ${JSON.stringify(origin)}.`
    )
  }
  if (typeof projects !== "function") {
    throw new TypeError("hostConsole needs projects: a function that lists the projects of a person, with their names.")
  }
  checkSections(sections, pages)
  checkTheme(theme)
}

/**
 * The console of a host's own people, for the option `entries` of `createAgentOperations`. Who they are says the kit's
 * `authenticate`, and so which projects they get into, with which scopes. It answers where the kit is mounted. Throws a
 * `TypeError` where an option cannot be meant.
 *
 * @example
 * const entries = [
 *   hostConsole({
 *     origin: "https://app.example.com",
 *     projects: ({ actor }) => projectsOf(actor.id), // [{ id: "web", name: "Web", organization: { id: "acme", name: "Acme" } }]
 *     signIn: (returnTo) => `/login?next=${encodeURIComponent(returnTo)}`
 *   })
 * ]
 */
export const hostConsole = (
  options: HostConsoleOptions
): Effect.Effect<ReadonlyArray<HttpEntry>, never, HostServices | Scope.Scope> => {
  refuseFaulty(options)
  return Effect.gen(function* () {
    const services = yield* Effect.context<HostServices>()
    const { authenticate } = yield* CredentialVerifier
    if (authenticate === undefined) {
      return yield* Effect.die(new TypeError("hostConsole knows people by authenticate: give the kit that function."))
    }
    const scope = yield* Effect.scope
    const made = onDemand(async () => {
      const { makeHostPages } = await import("./make-host-pages.ts")
      return Effect.runPromiseWith(services)(
        Effect.provideService(makeHostPages(options, authenticate), Scope.Scope, scope)
      )
    })
    const run: HttpEntry["run"] = (request, at) =>
      respondWith((web, { requestId, peer = "" }) =>
        plainBase.test(at.base)
          ? Effect.promise(async () => (await made())(at.base)(web, peer, requestId))
          : Effect.fail(new NotFound({ message: "No pages can be below such a path." }))
      )(request, at)
    return places.map((path) => ({ path, below: true, owner: "the console", run }))
  })
}
