import { docs } from "@agent-operations/docs/entry"
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { views } from "@agent-operations/views"
import { agentOperations, undecodablePaths } from "@agent-operations/http/fastify"
import { fastify } from "fastify"
import { announce } from "./announce.ts"
import { verify } from "./verify.ts"

const port = Number(process.env["PORT"] ?? 4413)
const kit = await createAgentOperations({
  families: [views()],
  entries: [mcp(), docs()],
  database: { memory: true },
  prefix: "/ops",
  verify
})

const app = fastify({ frameworkErrors: undecodablePaths(kit, "/ops") })
app.get("/", async () => "The host's own page.")
await app.register(agentOperations(kit), { prefix: "/ops" })

await app.listen({ port, host: "127.0.0.1" })
announce(port)

process.once("SIGTERM", () => void app.close().then(kit.close))
