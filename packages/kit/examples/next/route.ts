/** A route handler of Next.js, app/ops/[...path]/route.ts. What next.config.mjs needs is in the README, "In a bundle". */
import { docs } from "@agent-operations/docs/entry"
import { type AgentOperationsKit, createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { views } from "@agent-operations/views"
import { verify } from "../verify.ts"

const url = process.env["DATABASE_URL"]

/** Made at the first request, since a build loads this module too, and again at the next where it could not be. */
let kit: Promise<AgentOperationsKit> | undefined
const start = () =>
  (kit ??= createAgentOperations({
    families: [views()],
    entries: [mcp(), docs()],
    database: url === undefined ? { memory: true } : { url },
    prefix: "/ops",
    verify
  }).catch((error: unknown) => {
    kit = undefined
    throw error
  }))

const handle = async (request: Request): Promise<Response> => (await start()).fetch(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT
}
export const dynamic = "force-dynamic"
