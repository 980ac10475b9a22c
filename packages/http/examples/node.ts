import { createServer } from "node:http"
import { createAgentOperations } from "@agent-operations/http"
import { verify } from "./verify.ts"

const kit = await createAgentOperations({ database: { memory: true }, prefix: "/ops", verify })

const server = createServer((request, response) => {
  if (request.url?.startsWith("/ops/")) return kit.listener(request, response)
  response.end("The host's own page.")
})

server.listen(Number(process.env["PORT"] ?? 4410), "127.0.0.1", () => console.log("ready"))

process.once("SIGTERM", () => server.close(() => void kit.close()))
