import { createAgentOperations } from "@agent-operations/http"
import { agentOperations } from "@agent-operations/http/hono"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { verify } from "./verify.ts"

const kit = await createAgentOperations({ database: { memory: true }, prefix: "/ops", verify })

const app = new Hono()
app.get("/", (context) => context.text("The host's own page."))
app.mount("/ops", agentOperations(kit).fetch, { replaceRequest: (request) => request })

const server = serve({ fetch: app.fetch, port: Number(process.env["PORT"] ?? 4411), hostname: "127.0.0.1" }, () =>
  console.log("ready")
)

process.once("SIGTERM", () => server.close(() => void kit.close()))
