import { createServer } from "node:http"
import { docs } from "@agent-operations/docs/entry"
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { views } from "@agent-operations/views"
import { announce } from "./announce.ts"
import { verify } from "./verify.ts"

const port = Number(process.env["PORT"] ?? 4410)
const kit = await createAgentOperations({
  families: [views()],
  entries: [mcp(), docs()],
  database: { memory: true },
  prefix: "/ops",
  verify
})

const server = createServer((request, response) => {
  if (/^\/ops(?![^/?])/.test(request.url ?? "")) return kit.listener(request, response)
  response.end("The host's own page.")
})

server.listen(port, "127.0.0.1", () => announce(port))

process.once("SIGTERM", () => server.close(() => void kit.close()))
