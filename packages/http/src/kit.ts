import type { IncomingMessage, ServerResponse } from "node:http"
import { ApiKeys, ApiKeyVerifier, Organizations, RateLimit, UsageBudget } from "@agent-operations/auth"
import { Database, migrate, type Pglite } from "@agent-operations/database"
import { migrations, Operations, type ValidatorOptions } from "@agent-operations/operations"
import { Layer, type LogLevel, ManagedRuntime, Redacted, References } from "effect"
import { AgentHttp, type AgentHttpOptions } from "./AgentHttp.ts"
import { hostVerifier, type HostVerify } from "./host-verifier.ts"
import { nodeAnswering } from "./node.ts"
import { webAnswer, webHandler } from "./web.ts"

type Embedded = Pick<Pglite.PgliteConfig, "worker">

export interface KitOptions extends AgentHttpOptions {
  /**
   * A PostgreSQL URL, or a directory for embedded PGlite; neither: PGlite in memory, gone with the process. `worker`
   * starts PGlite's worker where a bundler moves it away from `pglite-worker.js` beside the code.
   */
  readonly database:
    | { readonly url: string }
    | (({ readonly directory: string } | { readonly memory: true }) & Embedded)
  /** Says whom a credential stands for, or null. By default credentials are the kit's own API keys. */
  readonly verify?: HostVerify
  /** How many requests a credential may make a minute, in each process. Unlimited by default. */
  readonly requestsPerMinute?: number
  readonly validation?: ValidatorOptions
  /** From which level on to log to the console; requests are logged at `Info`. Default: `Warn`. */
  readonly logLevel?: LogLevel.LogLevel
}

const databaseLayer = ({ database }: KitOptions) =>
  Database.layer({
    url: "url" in database ? Redacted.make(database.url, { label: "database url" }) : undefined,
    directory: "directory" in database ? database.directory : undefined,
    worker: "worker" in database ? database.worker : undefined
  })

/** Everything that answers requests, over a database that it migrates first. */
export const kitLayer = (options: KitOptions) => {
  const migrated = Layer.effectDiscard(migrate(migrations)).pipe(Layer.provideMerge(databaseLayer(options)))
  const access = Layer.mergeAll(
    options.verify === undefined ? ApiKeyVerifier.layer : hostVerifier(options.verify),
    options.requestsPerMinute === undefined ? RateLimit.unlimited : RateLimit.perMinute(options.requestsPerMinute),
    UsageBudget.unlimited
  )
  const credentials = { apiKeys: options.verify === undefined }
  return AgentHttp.layer({ ...options, credentials }).pipe(
    Layer.provideMerge(Operations.layer({ validation: options.validation ?? {} })),
    Layer.provideMerge(Layer.mergeAll(access, Organizations.layer, ApiKeys.layer)),
    Layer.provideMerge(migrated)
  )
}

/**
 * Starts the operations in a host's process, migrating its database first. Rejects with a reason if the database cannot
 * be opened.
 *
 * @example
 * const kit = await createAgentOperations({ database: { directory: ".data" }, prefix: "/ops" })
 * app.all("/ops/*", (c) => kit.fetch(c.req.raw))
 */
export const createAgentOperations = async (options: KitOptions) => {
  const logging = Layer.succeed(References.MinimumLogLevel, options.logLevel ?? "Warn")
  const runtime = ManagedRuntime.make(kitLayer(options).pipe(Layer.provideMerge(logging)))
  const services = await runtime.context()
  const answerNode = nodeAnswering(services)
  const answerWeb = webAnswer(services)
  return {
    /** Answers a web-standard request. */
    fetch: webHandler(services),
    /** Answers a request of `node:http`. */
    listener: (message: IncomingMessage, response: ServerResponse) => answerNode(message, response, undefined),
    /**
     * The same for a router that has the operations at a path and leaves that on requests, as Hono's and Fastify's do: a
     * kit without `prefix` can be mounted at any.
     */
    at: (mount: string) => ({
      answer: (request: Request) => answerWeb(request, mount),
      listener: (message: IncomingMessage, response: ServerResponse) => answerNode(message, response, mount)
    }),
    /** Runs an effect over the kit's services: `Operations`, `Organizations`, `ApiKeys`, `SqlClient`. */
    run: runtime.runPromise,
    /** Closes the database and everything else that the kit holds. */
    close: () => runtime.dispose()
  }
}

/** The operations, started in a host's process. */
export type AgentOperationsKit = Awaited<ReturnType<typeof createAgentOperations>>
