import { type Credentials, openApiDocument } from "@agent-operations/contract/openapi"
import { pendingMigrations } from "@agent-operations/database"
import { type AgentError, Unavailable } from "@agent-operations/error-envelope"
import { migrations, OperationServices } from "@agent-operations/operations"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"
import { ok, okJson } from "./internal/json-answer.ts"
import { makeReference } from "./reference.ts"

/** Answers a request for a page; `server` is the address of the operations there, as a document names it. */
type Page = (request: AgentRequest, server: string) => Effect.Effect<AgentAnswer, AgentError>

/** Ready once the database answers and is migrated. */
const readiness = (sql: SqlClient.SqlClient): Effect.Effect<AgentAnswer, AgentError> =>
  pendingMigrations(migrations).pipe(
    Effect.provideService(SqlClient.SqlClient, sql),
    Effect.timeout("5 seconds"),
    Effect.catchCause(() => Effect.fail(new Unavailable({ message: "The database does not answer.", retryAfter: 1 }))),
    Effect.flatMap((pending) =>
      pending.length === 0
        ? Effect.succeed(ok({ status: "ready" }))
        : Effect.fail(new Unavailable({ message: "The database is not migrated yet.", retryAfter: 1 }))
    )
  )

/** The document as JSON, written once, but for the address of the server. */
const documentFor = (credentials: Credentials) => {
  const servers = "the servers of the document"
  const text = JSON.stringify({ ...openApiDocument({ credentials }), servers })
  const [before, after] = text.split(JSON.stringify(servers)) as [string, string]
  return (server: string) => before + JSON.stringify([{ url: server }]) + after
}

/** What stands beside the operations, by path, for GET and HEAD. */
export const makePages = Effect.fnUntraced(function* (credentials: Credentials) {
  // Operations that a host answers by other means have no worker.
  const services = yield* Effect.serviceOption(OperationServices)
  const worker = Option.match(services, { onNone: () => Effect.void, onSome: ({ validator }) => validator.ready })
  const ready = Effect.andThen(worker, readiness(yield* SqlClient.SqlClient))
  const document = documentFor(credentials)
  const reference = yield* Effect.cached(makeReference)
  return {
    "/openapi.json": (_, server) => Effect.succeed(okJson(document(server))),
    "/healthz": () => Effect.succeed(ok({ status: "alive" })),
    "/readyz": () => ready,
    "/reference": (request) => Effect.flatMap(reference, ({ page }) => page.answer(request)),
    "/reference/viewer.js": (request) => Effect.flatMap(reference, ({ viewer }) => viewer.answer(request))
  } satisfies Record<string, Page> as Readonly<Record<string, Page>>
})
