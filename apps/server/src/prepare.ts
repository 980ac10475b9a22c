import { Console, Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import type { IdentityPlan } from "./identity/plan.ts"
import type { Settings } from "./settings.ts"
import { makeStarter, starterScopes } from "./starter.ts"

/** What a person who just started the server needs next. The key is shown this once. Law: A4. */
const printStarter = (url: string, projectId: string, token: Redacted.Redacted, signsIn: boolean) =>
  Console.log(`
Paste these lines to call the server. The key is not shown again.

export AGENT_OPERATIONS_URL=${url}
export AGENT_OPERATIONS_PROJECT_ID=${projectId}
export AGENT_OPERATIONS_API_KEY=${Redacted.value(token)}

curl -s "$AGENT_OPERATIONS_URL/api/agent/list_page_views" \\
  -H "Authorization: Bearer $AGENT_OPERATIONS_API_KEY" \\
  -H "x-project-id: $AGENT_OPERATIONS_PROJECT_ID" \\
  -H "Content-Type: application/json" -d '{"limit": 3}'

To send it traces from an SDK of OpenTelemetry:

export OTEL_EXPORTER_OTLP_ENDPOINT="$AGENT_OPERATIONS_URL"
export OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20$AGENT_OPERATIONS_API_KEY,x-project-id=$AGENT_OPERATIONS_PROJECT_ID"

To connect an assistant, here Claude Code:

claude mcp add --transport http agent-operations "$AGENT_OPERATIONS_URL/api/mcp" \\
  --header "Authorization: Bearer $AGENT_OPERATIONS_API_KEY" \\
  --header "x-project-id: $AGENT_OPERATIONS_PROJECT_ID"
${signsIn ? signIn : ""}`)

const signIn = `
To sign the command line in as yourself, in a browser:

npx agent-operations login --url "$AGENT_OPERATIONS_URL"
`

const printProjects = Effect.fnUntraced(function* (embedded: boolean) {
  const sql = yield* SqlClient.SqlClient
  const [project] = yield* sql<{ organization_id: string; id: string }>`
    select organization_id, id from agent_operations.projects order by created_at limit 1`
  if (project === undefined) return
  yield* Console.log(
    `Project ${project.id}. For another key${embedded ? " (stop the server first)" : ""}:\n` +
      `  npm run ao -- key create --org ${project.organization_id} --scopes ${starterScopes.join(",")}`
  )
})

/** Where people sign in and how, and what is off. */
const printIdentity = Effect.fnUntraced(function* (url: string, plan: IdentityPlan | string) {
  if (typeof plan === "string") return yield* Console.log(plan)
  const { outboxKey, options, off } = plan
  for (const line of off) yield* Console.log(line)
  const as = options.ownerEmail === undefined ? "" : ` as ${options.ownerEmail}`
  if (outboxKey === undefined) return yield* Console.log(`Sign in at ${url}/sign-in${as}.`)
  const filled = options.ownerEmail === undefined ? "" : `&email=${encodeURIComponent(options.ownerEmail)}`
  yield* Console.log(
    `Sign in${as}: ${url}/sign-in?key=${Redacted.value(outboxKey)}${filled}\n` +
      `Mail stays on this computer. Read it at ${url}/outbox, in the browser that opened this address.`
  )
})

/** Prepares the database, once however many processes serve. */
export const prepare = Effect.fnUntraced(function* (settings: Settings, url: string, plan: IdentityPlan | string) {
  const demo = settings.DEMO ? { retention: Option.getOrUndefined(settings.TRACE_RETENTION) } : undefined
  const starter = yield* makeStarter(typeof plan === "string" ? undefined : plan.options.ownerEmail, demo)
  if (starter !== undefined) yield* printStarter(url, starter.projectId, starter.token, typeof plan !== "string")
  yield* printProjects(Option.isNone(settings.DATABASE_URL))
  yield* printIdentity(url, plan)
})
