import { createAgentOperations } from "@agent-operations/http"
import { agentOperations } from "@agent-operations/http/fastify"
import { fastify } from "fastify"
import { verify } from "./verify.ts"

const kit = await createAgentOperations({ database: { memory: true }, prefix: "/ops", verify })

const app = fastify()
app.get("/", async () => "The host's own page.")
await app.register(agentOperations(kit), { prefix: "/ops" })

await app.listen({ port: Number(process.env["PORT"] ?? 4413), host: "127.0.0.1" })
console.log("ready")

process.once("SIGTERM", () => void app.close().then(kit.close))
