/**
 * A product without page views: a kind of its own alone, and an operation on what it keeps itself.
 *
 * TOKEN=let-me-in node server.ts
 */
import { createServer } from "node:http"
import { docs } from "@agent-operations/docs/entry"
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { families, scopes } from "./searches.ts"

const kit = await createAgentOperations({
  families,
  entries: [mcp(), docs()],
  database: { memory: true },
  verify: ({ credential, projectId }) => {
    if (credential !== (process.env["TOKEN"] ?? "let-me-in")) return null
    const actor = { type: "user", id: "usr_ada", name: "Ada" } as const
    return { actor, organizationId: "acme", scopes: Object.keys(scopes), projectId: projectId ?? null }
  }
})

const port = Number(process.env["PORT"] ?? 4411)
const server = createServer(kit.listener)
server.listen(port, "127.0.0.1", () => console.log(`Listening on http://127.0.0.1:${port}`))
process.once("SIGTERM", () => server.close(() => void kit.close()))
