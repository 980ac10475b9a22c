/**
 * A product with users and sessions of its own, whose people edit its alert rules in the console.
 *
 * node server.ts, and open http://localhost:3000/ops
 */
import { randomUUID } from "node:crypto"
import { hostConsole, html as page } from "@agent-operations/console/host"
import { kind } from "@agent-operations/contract"
import { agentOperations } from "@agent-operations/http/hono"
import { createAgentOperations, definitions } from "@agent-operations/kit"
import { serve } from "@hono/node-server"
import { Schema } from "effect"
import { Hono } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import { html } from "hono/html"

const AlertRule = kind({
  name: "alert_rule",
  prefix: "ar",
  scopes: { read: "alerts:read", write: "alerts:write" },
  mayReference: [],
  source: Schema.Struct({ metric: Schema.Literals(["errors", "latency"]) }),
  settings: Schema.Struct({ above: Schema.Finite, minutes: Schema.Int }),
  example: {
    id: "ar_01k9x3m2h8e7v9q4t6w5z0r1ca",
    name: "Too many errors",
    description: "Wakes whoever is on call.",
    source: { metric: "errors" },
    settings: { above: 5, minutes: 10 },
    references: {}
  }
})

/** The users of the product, and where they work. */
const acme = { id: "acme", name: "Acme" }
const users = {
  ada: {
    name: "Ada",
    scopes: ["alerts:read", "alerts:write"],
    projects: [{ id: "web", name: "Web", organization: acme }]
  },
  bob: { name: "Bob", scopes: ["alerts:read"], projects: [{ id: "web", name: "Web", organization: acme }] },
  eve: { name: "Eve", scopes: ["alerts:read", "alerts:write"], projects: [] }
}
const isUser = (id: string): id is keyof typeof users => Object.hasOwn(users, id)
const sessions = new Map<string, keyof typeof users>()

const port = Number(process.env["PORT"] ?? 3000)
const kit = await createAgentOperations({
  families: [definitions(AlertRule)],
  database: { memory: true },
  authenticate: (request, { projectId }) => {
    const id = sessions.get(/session=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? "")
    if (id === undefined) return null
    const { name, scopes, projects } = users[id]
    const reached = projects.find((project) => project.id === projectId)
    const actor = { type: "user", id, name } as const
    return { actor, organizationId: acme.id, scopes, projectId: reached?.id ?? null }
  },
  entries: [
    hostConsole({
      origin: `http://localhost:${port}`,
      name: "Acme",
      theme: { accent: { light: "#0b6e4f", dark: "#5fd3a8" }, mark: "Ac" },
      pages: [
        {
          path: "on-call",
          label: "On call",
          scope: "alerts:read",
          render: ({ project }) => page`<p>Ada is woken by the alerts of ${project.name}.</p>`
        }
      ],
      projects: ({ actor }) => (isUser(actor.id) ? users[actor.id].projects : []),
      signIn: (returnTo) => `/login?next=${encodeURIComponent(returnTo)}`,
      signOut: "/logout"
    })
  ]
})

const app = new Hono()
app.route("/ops", agentOperations(kit))
app.get("/login", (context) =>
  context.html(
    html`<form method="post">
      <label>User <input name="user" /></label> <button>Sign in</button>
    </form>`
  )
)
app.post("/login", async (context) => {
  const { user } = await context.req.parseBody()
  if (typeof user !== "string" || !isUser(user)) return context.text("There is no such user.", 403)
  const session = randomUUID()
  sessions.set(session, user)
  setCookie(context, "session", session, { httpOnly: true, sameSite: "Lax" })
  const next = context.req.query("next") ?? "/ops"
  return context.redirect(next.startsWith("/ops") ? next : "/ops")
})
app.get("/logout", (context) => {
  sessions.delete(getCookie(context, "session") ?? "")
  return context.redirect("/login")
})

const server = serve({ fetch: app.fetch, port }, () => console.log(`Listening on http://localhost:${port}/ops`))
process.once("SIGTERM", () => server.close(() => void kit.close()))
