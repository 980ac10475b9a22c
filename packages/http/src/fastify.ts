import type { FastifyError, FastifyPluginCallback, FastifyReply, FastifyRequest } from "fastify"
import { matchedBy, normalPrefix, targetOf } from "./internal/mount.ts"
import type { Mountable } from "./Mountable.ts"

type Kit = Pick<Mountable, "at">

/** Hands a request over, with the headers that hooks have set so far: Fastify drops those of an answer it does not send. */
const handOver = (kit: Kit, prefix: string, request: FastifyRequest, reply: FastifyReply) => {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  kit.at(matchedBy(prefix, targetOf(request.raw.url))).listener(request.raw, reply.raw)
}

const unused = () => {}

/**
 * A Fastify plugin that answers every path and method below the prefix it is registered with. Plugins that the host
 * registered before it act on requests before it does, and the headers that they set then are on its answers; hooks that
 * run on answers do not run, as the kit sends its own.
 *
 * @example
 * app.register(agentOperations(kit), { prefix: "/ops" })
 */
export const agentOperations =
  (kit: Kit): FastifyPluginCallback =>
  (instance, _options, done) => {
    // After every onRequest hook, of routes too, as rate limits are; before Fastify looks at the body or its type: the kit
    // reads bodies itself. What is handed over goes no further.
    instance.addHook("preParsing", (request, reply) => handOver(kit, instance.prefix, request, reply))
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
    if (request.raw.url?.startsWith(`${normalPrefix(prefix)}/`)) handOver(kit, prefix, request, reply)
    else void reply.send(error)
  }
