import { docs } from "@agent-operations/docs/entry"
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { views } from "@agent-operations/views"
import { agentOperations } from "@agent-operations/http/hono"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { announce } from "./announce.ts"
import { verify } from "./verify.ts"

const port = Number(process.env["PORT"] ?? 4411)
const kit = await createAgentOperations({
  families: [views()],
  entries: [mcp(), docs()],
  database: { memory: true },
  prefix: "/ops",
  verify
})

const app = new Hono()
app.get("/", (context) => context.text("The host's own page."))
app.route("/ops", agentOperations(kit))

const server = serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => announce(port))

process.once("SIGTERM", () => server.close(() => void kit.close()))
