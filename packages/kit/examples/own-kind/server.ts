/**
 * A product with users, a database and rows of its own, that serves an alert rule beside page views.
 *
 * DATABASE_URL=postgres://… node server.ts
 */
import { docs } from "@agent-operations/docs/entry"
import { createAgentOperations } from "@agent-operations/kit"
import { agentOperations } from "@agent-operations/http/hono"
import { mcp } from "@agent-operations/mcp/entry"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import pg from "pg"
import { families } from "./alert-rules.ts"

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] })
await pool.query("create table if not exists on_call (rule_id text primary key, person text not null)")

/** The users of the product, by their tokens. */
const all = ["views:read", "views:write", "alerts:read", "alerts:write"]
const users: Readonly<Record<string, { readonly id: string; readonly team: string; readonly scopes: Array<string> }>> =
  {
    "ada-s-token": { id: "usr_ada", team: "analytical", scopes: all },
    "bob-s-token": { id: "usr_bob", team: "analytical", scopes: ["views:read", "alerts:read"] },
    "eve-s-token": { id: "usr_eve", team: "elsewhere", scopes: all }
  }

const kit = await createAgentOperations({
  families,
  entries: [mcp(), docs()],
  database: { pool, schema: "operations" },
  verify: ({ credential, projectId = "" }) => {
    const user = users[credential]
    if (user === undefined) return null
    const actor = { type: "user", id: user.id, name: user.id } as const
    const reaches = projectId.startsWith(`${user.team}-`)
    return { actor, organizationId: user.team, scopes: user.scopes, projectId: reaches ? projectId : null }
  }
})

const app = new Hono()
app.route("/ops", agentOperations(kit))
// An alert rule and who is on call for it, both or neither.
app.post("/on-call", async (context) => {
  const user = users[context.req.header("x-token") ?? ""]
  if (user === undefined) return context.json({ error: "Who are you?" }, 401)
  const { person, rule } = await context.req.json()
  const access = {
    actor: { type: "user", id: user.id, name: user.id },
    organizationId: user.team,
    projectId: `${user.team}-web`,
    scopes: user.scopes
  } as const
  const id = await kit.transaction(async ({ operations, query }) => {
    const created = await operations.as(access).alertRules.create(rule)
    await query("insert into on_call (rule_id, person) values ($1, $2)", [created.id, person])
    return created.id
  })
  return context.json({ id })
})

const port = Number(process.env["PORT"] ?? 3000)
const server = serve({ fetch: app.fetch, port }, () => console.log(`Listening on http://localhost:${port}`))
process.once("SIGTERM", () => server.close(() => void kit.close().then(() => pool.end())))
