// A Nest application on Fastify with the kit below /ops, over DATABASE_URL. Prints its address.
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { views } from "@agent-operations/views"
import { agentOperations, undecodablePaths } from "@agent-operations/http/fastify"
import { Module } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { FastifyAdapter } from "@nestjs/platform-fastify"
import { verify } from "./verify.mjs"

const kit = await createAgentOperations({
  families: [views()],
  entries: [mcp()],
  database: { url: process.env.DATABASE_URL },
  prefix: "/ops",
  verify
})

function App() {}
Module({})(App)

const adapter = new FastifyAdapter({ frameworkErrors: undecodablePaths(kit, "/ops") })
const app = await NestFactory.create(App, adapter, { logger: ["error"] })
await app.register(agentOperations(kit), { prefix: "/ops" })
await app.listen(0, "127.0.0.1")
console.log(await app.getUrl())
process.once("SIGTERM", () => void app.close().then(kit.close))
