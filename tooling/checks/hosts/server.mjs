// A host's own server: the kit, over DATABASE_URL or PGlite in memory. Prints its address.
import { createServer } from "node:http"
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { views } from "@agent-operations/views"
import { verify } from "./verify.mjs"

const url = process.env.DATABASE_URL
const kit = await createAgentOperations({
  families: [views()],
  entries: [mcp()],
  database: url === undefined ? { memory: true } : { url },
  verify
})
const server = createServer(kit.listener)
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`))
process.once("SIGTERM", () => server.close(() => void kit.close()))
