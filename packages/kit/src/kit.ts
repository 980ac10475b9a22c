import type { IncomingMessage, ServerResponse } from "node:http"
import { ApiKeys, Organizations } from "@agent-operations/auth"
import { migrate, type PgClient } from "@agent-operations/database"
import { type Mountable, tellingErrors, webAnswer, webHandler } from "@agent-operations/http"
import { nodeAnswering } from "@agent-operations/http/node"
import { Invoker } from "@agent-operations/operations"
import { Context, Effect, Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { type Administration, makeAdministration } from "./administration.ts"
import { type CallAs, makeAs, type PromiseCalls } from "./calls.ts"
import { type AnyModule, type FamiliesOf, migrationsOf } from "./compose.ts"
import { subscriber } from "./events.ts"
import { kitLayer, type LayerOptions } from "./layer.ts"
import { loggingLayer, type LoggingOptions } from "./logging.ts"
import { checkOptions } from "./options.ts"
import { type CallOptions, type Run, runWith } from "./promises.ts"
import { type HostTracer, tracingLayer } from "./tracing.ts"
import { makeTransaction, runOn } from "./transaction.ts"

/** The options of `createAgentOperations`. `families` and `database` are required. */
export interface KitOptions<M extends ReadonlyArray<AnyModule> = ReadonlyArray<AnyModule>>
  extends LayerOptions<M>, LoggingOptions {
  /**
   * Where spans go: a tracer of `@opentelemetry/api` (`trace.getTracer("ops")`), or a layer of a tracer of Effect. Each
   * request and each operation is one. Default: none is made.
   */
  readonly tracer?: HostTracer | undefined
}

/** The operations and the administration of an installation, as functions that return promises. */
export interface Operations<Calls> extends Administration {
  /**
   * The operations as functions, for somebody whom the host vouches for. A call rejects with the `AgentError` that a
   * caller over HTTP would get: `isAgentError(error, "CONFLICT")` tells which. `{ signal }` as its second argument ends it.
   *
   * @example
   * await kit.as({ actor, organizationId, projectId }).pageViews.create({ name, source, settings })
   */
  readonly as: (access: CallAs) => Calls
}

/**
 * Starts the operations in a host's process, migrating its database first. Rejects with a reason if the database cannot
 * be opened.
 *
 * @example
 * const kit = await createAgentOperations({ families: [views()], database: { directory: ".data" }, prefix: "/ops" })
 * app.all("/ops/*", (c) => kit.fetch(c.req.raw))
 */
export const createAgentOperations = async <const M extends ReadonlyArray<AnyModule>>(options: KitOptions<M>) => {
  checkOptions(options)
  return startKit(options)
}

/** The same over references of Effect of one's own, such as a clock. */
export const startKit = async <const M extends ReadonlyArray<AnyModule>>(
  options: KitOptions<M>,
  references: Layer.Layer<never> = Layer.empty
) => {
  const observability = Layer.mergeAll(loggingLayer(options), tracingLayer(options.tracer), references)
  const layer = kitLayer(options).pipe(Layer.provideMerge(observability))
  const runtime = ManagedRuntime.make(layer)
  const services = await runtime.context()
  const invoker = Context.get(services, Invoker)
  let closed = false
  const run = runWith<Layer.Success<typeof layer>>((effect) =>
    closed ? Effect.runFork(Effect.fail(new Error("The kit is closed."))) : runtime.runFork(effect)
  )
  const close = () => {
    closed = true
    return runtime.dispose()
  }
  const sql = Context.get(services, SqlClient.SqlClient)
  const keys = Context.get(services, ApiKeys)
  const organizations = Context.get(services, Organizations)
  const operationsBy = (run: Run<never>): Operations<PromiseCalls<FamiliesOf<M>>> => ({
    as: makeAs<FamiliesOf<M>>(invoker.contract.families, run, (id, input, access) =>
      tellingErrors(options, id)(invoker.invoke(id, input, access))
    ),
    ...makeAdministration(run, keys, organizations)
  })
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
    at: (mount: string): ReturnType<Mountable["at"]> => ({
      answer: (request: Request) => answerWeb(request, mount),
      listener: (message: IncomingMessage, response: ServerResponse) => answerNode(message, response, mount)
    }),
    ...operationsBy(run),
    /**
     * Runs a function in one transaction: what it does by `operations`, and to rows of the host's own by `query`, commits
     * when it returns, and vanishes when it throws, which is thrown again as it was.
     *
     * Each call is a savepoint, so that one that fails is undone alone. Where another transaction was faster at the same
     * rows, a call or the end rejects with `UNAVAILABLE`, which says to run the whole transaction again.
     *
     * @example
     * await kit.transaction(async ({ operations, query }) => {
     *   const { id } = await operations.as(access).pageViews.create(input)
     *   await query("insert into orders (page_view) values ($1)", [id])
     * })
     */
    transaction: makeTransaction(sql, run, operationsBy, options.deadline ?? "30 seconds"),
    /**
     * The operations as a part of the transaction that the host has open on a client of `pg` of its own, which it commits or
     * rolls back itself. Each call is a savepoint of it. Run no statement of your own beside one.
     *
     * @example
     * await client.query("begin")
     * const { id } = await kit.within(client).as(access).pageViews.create(input)
     * await client.query("insert into orders (page_view) values ($1)", [id])
     * await client.query("commit")
     */
    within: (client: PgClient): Operations<PromiseCalls<FamiliesOf<M>>> => operationsBy(runOn(client, sql, run)),
    /**
     * Has a function told of every change of a definition that is committed from when this resolves, at least once, by
     * whichever process; after a restart, of those that it was not told yet. See the README.
     *
     * @example
     * await kit.on("definition.changed", async ({ definitionId }) => reindex(definitionId), { name: "search-index" })
     */
    on: subscriber((effect) => (closed ? Promise.reject(new Error("The kit is closed.")) : runtime.runPromise(effect))),
    /**
     * Brings the tables of all that is mounted up to date, and says which steps that took: for `migrate: false`.
     *
     * @example
     * await kit.migrate() // [{ owner: "revision-store", id: 1, name: "definitions" }, …]
     */
    migrate: (call?: CallOptions) => run(migrate(migrationsOf(options.families)), call),
    /** Runs an effect over the kit's services: `Invoker`, `Organizations`, `ApiKeys`, `SqlClient`. */
    run: runtime.runPromise,
    /** Closes the database and everything else that the kit holds, and ends calls that are under way. A second is fine. */
    close,
    [Symbol.asyncDispose]: close
  }
}

/** A started kit, as `createAgentOperations` returns it. */
export type AgentOperationsKit<M extends ReadonlyArray<AnyModule> = ReadonlyArray<AnyModule>> = Awaited<
  ReturnType<typeof createAgentOperations<M>>
>
