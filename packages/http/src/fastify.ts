import type { FastifyError, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify"
import type { AgentOperationsKit } from "./kit.ts"

type Kit = Pick<AgentOperationsKit, "listener">

const handOver = (kit: Kit, request: FastifyRequest, reply: FastifyReply) => {
  reply.hijack()
  kit.listener(request.raw, reply.raw)
}

const unused = () => {}

/**
 * A Fastify plugin that answers every path and method below the prefix it is registered with, which the kit has to be
 * given too. Hooks of the host that run on requests run before it.
 *
 * @example
 * app.register(agentOperations(kit), { prefix: "/ops" })
 */
export const agentOperations =
  (kit: Kit): FastifyPluginCallback =>
  (instance, _options, done) => {
    // Before Fastify looks at the body or its type: the kit reads bodies itself. What is handed over goes no further.
    instance.addHook("onRequest", (request, reply) => handOver(kit, request, reply))
    instance.all("/*", unused)
    // For the methods that Fastify does not route.
    instance.setNotFoundHandler(unused)
    done()
  }

/**
 * The `frameworkErrors` of a Fastify server that has the plugin: a path below the prefix that Fastify cannot decode
 * (`/ops/%zz`) is no route of any plugin, and is to be answered by the kit all the same. Law: E1.
 *
 * @example
 * const app = fastify({ frameworkErrors: undecodablePaths(kit, "/ops") })
 */
export const undecodablePaths =
  (kit: Kit, prefix: string) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (request.raw.url?.startsWith(`${prefix}/`)) handOver(kit, request, reply)
    else void reply.send(error)
  }
