import { docs } from "@agent-operations/docs/entry"
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { views } from "@agent-operations/views"
import { agentOperations } from "@agent-operations/http/express"
import express from "express"
import { announce } from "./announce.ts"
import { verify } from "./verify.ts"

const port = Number(process.env["PORT"] ?? 4412)
const kit = await createAgentOperations({
  families: [views()],
  entries: [mcp(), docs()],
  database: { memory: true },
  verify
})

const app = express()
// Before the host's body parsers: the kit reads bodies itself.
app.use("/ops", agentOperations(kit))
app.use(express.json())
app.get("/", (_request, response) => void response.send("The host's own page."))

const server = app.listen(port, "127.0.0.1", () => announce(port))

process.once("SIGTERM", () => server.close(() => void kit.close()))
