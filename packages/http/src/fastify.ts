import type { FastifyPluginCallback } from "fastify"
import type { AgentOperationsKit } from "./kit.ts"

/**
 * A Fastify plugin that answers every path below the prefix it is registered with, which the kit has to be given too.
 * It takes bodies unread from Fastify's parsers, inside the plugin only.
 *
 * @example
 * app.register(agentOperations(kit), { prefix: "/ops" })
 */
export const agentOperations =
  (kit: Pick<AgentOperationsKit, "listener">): FastifyPluginCallback =>
  (instance, _options, done) => {
    instance.removeAllContentTypeParsers()
    instance.addContentTypeParser("*", (_request, _payload, unread) => unread(null))
    instance.all("/*", (request, reply) => {
      reply.hijack()
      kit.listener(request.raw, reply.raw)
    })
    done()
  }
