import type { IncomingMessage, ServerResponse } from "node:http"
import type { Access } from "@agent-operations/auth"
import type { Family, Operation } from "@agent-operations/contract"
import { type Mountable, tellingErrors, webAnswer, webHandler } from "@agent-operations/http"
import { nodeAnswering } from "@agent-operations/http/node"
import { callsOf, Invoker } from "@agent-operations/operations"
import { Context, Layer, type LogLevel, ManagedRuntime, References } from "effect"
import type { AnyModule, FamiliesOf } from "./compose.ts"
import { subscriber } from "./events.ts"
import { kitLayer, type LayerOptions } from "./layer.ts"

export interface KitOptions<M extends ReadonlyArray<AnyModule> = ReadonlyArray<AnyModule>> extends LayerOptions<M> {
  /** From which level on to log to the console; requests are logged at `Info`. Default: `Warn`. */
  readonly logLevel?: LogLevel.LogLevel
}

/** Whom the host calls for. What is left out is what a host may do: everything. */
export type CallAs = Pick<Access, "actor" | "organizationId" | "projectId"> & Partial<Access>

/** Every operation of some families as a function of what a caller would send, that returns a promise. */
export type PromiseCalls<F extends Family.Any> = string extends F["name"] ? object : CallsByName<F>

type CallsByName<F extends Family.Any> = {
  readonly [One in F as One["name"]]: {
    readonly [M in keyof One["operations"]]: (
      input: Operation.EncodedInput<One["operations"][M]>
    ) => Promise<Operation.Result<One["operations"][M]>>
  }
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
  const logging = Layer.succeed(References.MinimumLogLevel, options.logLevel ?? "Warn")
  const runtime = ManagedRuntime.make(kitLayer(options).pipe(Layer.provideMerge(logging)))
  const services = await runtime.context()
  const invoker = Context.get(services, Invoker)
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
    /**
     * The operations as functions, for somebody whom the host vouches for. A call rejects with the error that a caller
     * over HTTP would get.
     *
     * @example
     * await kit.as({ actor, organizationId, projectId }).pageViews.create({ name, source, settings })
     */
    as: (access: CallAs): PromiseCalls<FamiliesOf<M>> => {
      const whole: Access = { scopes: "all", credential: null, ...access }
      return callsOf(invoker.contract.families, (id, input) =>
        runtime.runPromise(tellingErrors(options, id)(invoker.invoke(id, input, whole)))
      ) as PromiseCalls<FamiliesOf<M>>
    },
    /**
     * Has a function told of every change of a definition that is committed from when this resolves, at least once, by
     * whichever process; after a restart, of those that it was not told yet. See the README.
     *
     * @example
     * await kit.on("definition.changed", async ({ definitionId }) => reindex(definitionId), { name: "search-index" })
     */
    on: subscriber(runtime.runPromise),
    /** Runs an effect over the kit's services: `Invoker`, `Organizations`, `ApiKeys`, `SqlClient`. */
    run: runtime.runPromise,
    /** Closes the database and everything else that the kit holds. */
    close: () => runtime.dispose(),
    [Symbol.asyncDispose]: () => runtime.dispose()
  }
}

/** The operations, started in a host's process. */
export type AgentOperationsKit<M extends ReadonlyArray<AnyModule> = ReadonlyArray<AnyModule>> = Awaited<
  ReturnType<typeof createAgentOperations<M>>
>
