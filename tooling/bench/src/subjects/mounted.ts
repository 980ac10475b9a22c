// A host of the kit, with MCP mounted where WITH=mcp, documentation where WITH=docs, and evaluations where WITH=evaluations.
import { createServer } from "node:http"
import { createAgentOperations } from "@agent-operations/kit"
import { views } from "@agent-operations/views"

const added = process.env["WITH"]
const entries =
  added === "mcp"
    ? [(await import("@agent-operations/mcp/entry")).mcp()]
    : added === "docs"
      ? [(await import("@agent-operations/docs/entry")).docs()]
      : []
const evaluated = added === "evaluations" ? (await import("../evaluations/modules.ts")).evaluationsModules() : []
const actor = { type: "user", id: "usr_bench", name: "Bench" } as const

const kit = await createAgentOperations({
  families: [views(), ...evaluated],
  entries,
  requestsPerMinute: "off",
  database: { url: process.env["DATABASE_URL"]! },
  verify: () => ({ actor, organizationId: "bench", scopes: ["views:read", "views:write"], projectId: "bench" })
})

const server = createServer(kit.listener).listen(Number(process.env["PORT"]), "127.0.0.1")
process.once("SIGTERM", () => server.close(() => void kit.close()))
