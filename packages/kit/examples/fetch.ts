/**
 * Any server of `Request` and `Response`:
 *
 * bun fetch.ts
 * deno serve --allow-all --host 127.0.0.1 --port 4414 fetch.ts
 */
import { docs } from "@agent-operations/docs/entry"
import { createAgentOperations } from "@agent-operations/kit"
import { mcp } from "@agent-operations/mcp/entry"
import { views } from "@agent-operations/views"
import { verify } from "./verify.ts"

const kit = await createAgentOperations({
  families: [views()],
  entries: [mcp(), docs()],
  database: { memory: true },
  prefix: "/ops",
  verify
})

const handle = (request: Request): Response | Promise<Response> =>
  `${new URL(request.url).pathname}/`.startsWith("/ops/") ? kit.fetch(request) : new Response("The host's own page.")

export default { hostname: "127.0.0.1", port: Number(process.env["PORT"] ?? 4414), fetch: handle }
process.once("SIGTERM", () => void kit.close().then(() => process.exit()))
