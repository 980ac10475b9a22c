import { Unavailable } from "@agent-operations/error-envelope"
import { BrowserSessions, identityLayer, IdentityHttp, type IdentityOptions } from "@agent-operations/identity"
import { newTypeId } from "@agent-operations/database"
import { Context, Effect, Layer } from "effect"
import { ViewCompiler, type ViewCompilerOptions } from "./content/sandbox/ViewCompiler.ts"
import { Renderer, type RendererOptions } from "./content/render/Renderer.ts"
import type { ConsoleOptions, ConsoleServices } from "./context.ts"
import { consoleHandler } from "./handler.ts"

/** The options of `makeConsole`. */
export interface ConsoleMount extends ConsoleOptions {
  /** How people sign in, and what programs may ask them for. */
  readonly identity: Omit<IdentityOptions, "origin" | "prefix">
  /** How what is large is drawn. `worker` starts the worker where a bundler moves it. */
  readonly renderer?: RendererOptions
  /** How React page views are compiled. `worker` starts the worker where a bundler moves it. */
  readonly viewCompiler?: ViewCompilerOptions
}

/** Who sends a request. */
interface Sender {
  /** The client's IP address, by which attempts are limited. */
  readonly address: string
  /** What the log calls the request. Default: a new ID. */
  readonly requestId?: string
}

type Answering = (request: Request, sender: Sender) => Promise<Response | undefined>

/** A console, to be mounted in a server. */
export interface Console {
  /** Answers a request of people or programs; undefined for a path that is none of the console's. */
  readonly fetch: Answering
  /** Answers people alone, at the `consolePlaces` of `@agent-operations/console/entries`. */
  readonly pages: Answering
  /** Answers programs that ask people for access alone, at the `identityPlaces` of `@agent-operations/identity/tokens`. */
  readonly programs: Answering
  /** The `WWW-Authenticate` values with which the host's own resources tell where their tokens come from. */
  readonly challenge: IdentityHttp["Service"]["challenge"]
}

type Own = Layer.Success<ReturnType<typeof identityLayer>> | Renderer | ViewCompiler

/**
 * Makes the console with identity: pages for people, and the authorization server for programs. The host's services stay
 * the host's: organizations, keys, mail and operations.
 *
 * @example
 * const console = yield* makeConsole({ origin: "https://ops.example.com", identity: { secret, emailDomains } })
 * createServer(async (request) => (await console.fetch(request, { address })) ?? api(request))
 */
export const makeConsole = Effect.fnUntraced(function* ({
  identity: identityOptions,
  renderer,
  viewCompiler,
  ...options
}: ConsoleMount) {
  const host = yield* Effect.context<Exclude<ConsoleServices, Own>>()
  const { origin, prefix } = options
  const layer = Layer.mergeAll(
    identityLayer({ ...identityOptions, origin, prefix }),
    Renderer.layer(renderer),
    ViewCompiler.layer(viewCompiler)
  )
  const services = Context.merge(host, yield* Layer.build(layer))
  const answerPeople = consoleHandler(services, options)
  const identity = Context.get(services, IdentityHttp)
  const run = Effect.runPromiseWith(services)
  const pages: Answering = (request, { address, requestId }) => answerPeople(request, address, requestId)
  const programs: Answering = async (request, { address, requestId = newTypeId("req") }) => {
    const answered = identity.handle(request, address)
    return answered && run(Effect.annotateLogs(answered, "requestId", requestId))
  }
  return {
    fetch: async (request, sender) => (await programs(request, sender)) ?? pages(request, sender),
    pages,
    programs,
    challenge: identity.challenge
  } satisfies Console
})

const notNow = new Unavailable({ message: "Sign-in is not available just now.", retryAfter: 2 })

/** Pages that say that the console is not available yet, for a server whose database is away. */
export const unavailableConsole = Effect.fnUntraced(function* (options: ConsoleOptions) {
  const fail = () => Effect.fail(notNow)
  const sessions = Context.make(BrowserSessions, {
    current: fail,
    end: fail,
    endAll: fail,
    list: fail,
    endOne: fail,
    endOthers: fail,
    rename: fail
  })
  // No page asks for anything else before it knows the session.
  const services: Context.Context<never> = Context.merge(yield* Effect.context(), sessions)
  const pages = consoleHandler(services as Context.Context<ConsoleServices>, options)
  return {
    pages: (request, { address, requestId }) => pages(request, address, requestId)
  } satisfies Pick<Console, "pages">
})
