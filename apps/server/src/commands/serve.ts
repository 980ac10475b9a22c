import cluster from "node:cluster"
import { nodeListener } from "@agent-operations/http/node"
import { Console, Effect, Layer, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { PrometheusMetrics } from "effect/observability"
import { SqlClient } from "effect/sql"
import { listen } from "../http-server.ts"
import { observability } from "../observability.ts"
import { services } from "../services.ts"
import { readSettings, type Settings } from "../settings.ts"
import { StartError } from "../StartError.ts"
import { makeStarter } from "../starter.ts"
import { superviseWorkers } from "../workers.ts"

const flags = {
  port: Flag.Int("port").pipe(Flag.withDescription("Where it listens, in place of PORT"), Flag.optional),
  host: Flag.String("host").pipe(Flag.withDescription("On which address it listens, in place of HOST"), Flag.optional),
  workers: Flag.Int("workers").pipe(
    Flag.withDescription("How many processes serve, on PostgreSQL"),
    Flag.withDefault(1)
  )
}

/** What a person who just started the server needs next. The key is shown this once. Law: A4. */
const printStarter = (url: string, projectId: string, token: Redacted.Redacted) =>
  Console.log(`
Paste these, and the server is yours to call. The key is not shown again.

export AGENT_OPERATIONS_URL=${url}
export AGENT_OPERATIONS_PROJECT_ID=${projectId}
export AGENT_OPERATIONS_API_KEY=${Redacted.value(token)}

curl -s "$AGENT_OPERATIONS_URL/api/agent/list_page_views" \\
  -H "Authorization: Bearer $AGENT_OPERATIONS_API_KEY" \\
  -H "x-project-id: $AGENT_OPERATIONS_PROJECT_ID" \\
  -H "Content-Type: application/json" -d '{"limit": 3}'
`)

const printProjects = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [project] = yield* sql<{ organization_id: string; id: string }>`
    select organization_id, id from agent_operations.projects order by created_at limit 1`
  if (project === undefined) return
  yield* Console.log(
    `Project ${project.id}. For another key: npm run ao -- key create --org ${project.organization_id} ` +
      "--scopes views:read,views:write"
  )
})

/** Prepares the database, once however many processes serve. */
export const prepare = Effect.fnUntraced(function* (url: string) {
  const starter = yield* makeStarter
  if (starter === undefined) yield* printProjects
  else yield* printStarter(url, starter.projectId, starter.token)
})

const withMetrics = (settings: Settings, listener: ReturnType<typeof nodeListener>): ReturnType<typeof nodeListener> =>
  settings.PROMETHEUS
    ? (request, response) => {
        if (request.url !== "/metrics") return listener(request, response)
        Effect.runPromise(PrometheusMetrics.format()).then((text) =>
          response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(text)
        )
      }
    : listener

const serveHere = Effect.fnUntraced(function* (settings: Settings, host: string, port: number) {
  const isWorker = cluster.isWorker
  // The port is taken before anything is made: a busy one must not cost the only sight of the key.
  const server = yield* listen(host, port)
  const url = Option.match(settings.PUBLIC_URL, {
    onNone: () => `http://${host.includes(":") ? `[${host}]` : host}:${server.port}`,
    onSome: ({ origin }) => origin
  })
  if (!isWorker) {
    const where = Option.isSome(settings.DATABASE_URL) ? "PostgreSQL" : `PGlite in ${settings.DATA_DIR}`
    yield* Console.log(`Opening ${where} …`)
  }
  const context = yield* Layer.build(services(settings, url))
  if (!isWorker) yield* Effect.provide(prepare(url), context)
  server.answerWith(withMetrics(settings, nodeListener(context)))
  if (!isWorker) yield* Console.log(`Listening on ${url} (reference: ${url}/reference). Stop with Ctrl-C.`)
  return yield* Effect.never
}, Effect.scoped)

export const serve = Command.make("serve", flags, ({ port, host, workers }) =>
  Effect.gen(function* () {
    const settings = yield* readSettings
    const at = { host: Option.getOrElse(host, () => settings.HOST), port: Option.getOrElse(port, () => settings.PORT) }
    if (workers > 1 && Option.isNone(settings.DATABASE_URL)) {
      return yield* new StartError({
        message: "PGlite is for one process, so it serves with one worker.",
        hint: "Set DATABASE_URL to a PostgreSQL server to use --workers."
      })
    }
    const serving =
      workers > 1 && cluster.isPrimary
        ? superviseWorkers(settings, at.host, at.port, workers)
        : serveHere(settings, at.host, at.port)
    return yield* Effect.provide(serving, observability(settings))
  })
).pipe(Command.withDescription("Serve the operations over HTTP"))
