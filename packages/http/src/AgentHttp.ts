import { makeAuthorize } from "@agent-operations/auth"
import { type Operation, operations } from "@agent-operations/contract"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { pendingMigrations } from "@agent-operations/database"
import { type AgentError, InternalError, NotFound, oneCopy, Unavailable } from "@agent-operations/error-envelope"
import { EncodedOperations, migrations, OperationServices } from "@agent-operations/operations"
import { Cause, Clock, Context, type Duration, Effect, Layer, Option, References } from "effect"
import { SqlClient } from "effect/sql"
import { copies } from "./copies.ts"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"
import { challenge } from "./internal/challenge.ts"
import { failed, ok, okJson } from "./internal/json-answer.ts"
import { measure } from "./metrics.ts"
import { operationHandler } from "./operation-handler.ts"
import { referencePolicy, renderReference } from "./reference.ts"
import { requestId } from "./request-id.ts"

export interface AgentHttpOptions {
  /** What stands before `/api/agent` where the host mounts it: `/ops`. None by default. */
  readonly prefix?: string | undefined
  /** The origin that the OpenAPI document names. By default it names none, so that it holds wherever it is read. */
  readonly publicUrl?: string | undefined
  /** The largest request body, in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** How long a request may take before it is answered with `TIMEOUT`. Default: 30 seconds. */
  readonly deadline?: Duration.Input | undefined
  /** Where programs read who gives access tokens, for `WWW-Authenticate` (RFC 9728). By default nobody does. */
  readonly resourceMetadata?: string | undefined
}

interface Route {
  readonly run: (request: AgentRequest) => Effect.Effect<AgentAnswer, AgentError>
  readonly operation?: Operation.Any
}

const make = Effect.fnUntraced(function* ({
  prefix = "",
  publicUrl,
  maxBodyBytes = 1024 * 1024,
  deadline = "30 seconds",
  resourceMetadata
}: AgentHttpOptions) {
  yield* oneCopy(copies)
  const meanings = yield* EncodedOperations
  // Operations that a host answers by other means have no worker.
  const services = yield* Effect.serviceOption(OperationServices)
  const worker = Option.match(services, { onNone: () => Effect.void, onSome: ({ validator }) => validator.ready })
  const sql = yield* SqlClient.SqlClient
  const authorize = yield* makeAuthorize

  const routes = new Map<string, Route>()
  for (const operation of operations) {
    const meaning = meanings[operation.id]
    const run = operationHandler(operation, { authorize, meaning, maxBodyBytes, deadline })
    routes.set(`POST ${prefix}/api/agent/${operation.id}`, {
      operation,
      run: (request) => Effect.map(run(request), (json) => okJson(`{"data":${json}}`))
    })
  }

  const document = openApiDocument({ serverUrl: publicUrl ?? (prefix === "" ? undefined : prefix) })
  const openApi = ok(document)
  const reference = yield* Effect.cached(renderReference(document))
  const pages: Record<string, Effect.Effect<AgentAnswer, AgentError>> = {
    "/openapi.json": Effect.succeed(openApi),
    "/healthz": Effect.succeed(ok({ status: "alive" })),
    "/readyz": Effect.andThen(worker, readiness(sql)),
    "/reference": Effect.map(reference, (body) => ({
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": referencePolicy },
      body
    }))
  }
  for (const [path, page] of Object.entries(pages)) {
    for (const method of ["GET", "HEAD"]) routes.set(`${method} ${prefix}${path}`, { run: () => page })
  }

  const answer = (request: AgentRequest, id: string, route: Route | undefined): Effect.Effect<AgentAnswer> =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const started = clock.currentTimeMillisUnsafe()
      const path = request.path.startsWith(prefix) ? request.path.slice(prefix.length) : request.path
      const refused = (error: AgentError): AgentAnswer => {
        const { status, headers, body } = failed(error)
        const presented = request.header("authorization").length > 0
        return {
          status,
          body,
          headers: { ...headers, ...challenge(error, route?.operation, presented, resourceMetadata) }
        }
      }
      const answered = Effect.catchCause(
        route === undefined ? Effect.fail(noRoute(request)) : route.run(request),
        (cause) => Effect.map(explain(cause), refused)
      )
      return Effect.flatMap(answered, ({ status, headers, body }) => {
        const took = clock.currentTimeMillisUnsafe() - started
        measure(route === undefined ? "unknown" : path, status, took, fiber.context)
        return Effect.as(Effect.logInfo(`${request.method} ${path.slice(0, 200)} ${status} ${took} ms`), {
          status,
          headers: { ...headers, "x-request-id": id },
          body
        })
      })
    })

  return {
    /** Answers any request; what is none of its own gets a `NOT_FOUND` envelope. Laws: E1 to E3. */
    handle: (request: AgentRequest): Effect.Effect<AgentAnswer> => {
      const key = `${request.method} ${request.path}`
      const route = routes.get(key)
      const id = requestId(request.header("x-request-id"))
      const answered = Effect.annotateLogs(answer(request, id, route), "requestId", id)
      const span = route === undefined ? `${request.method} unknown` : key
      // A span costs something even where tracing is off.
      return Effect.withFiber((fiber) =>
        fiber.getRef(References.TracerEnabled)
          ? answered.pipe(Effect.withSpan(span, { kind: "server" }, { captureStackTrace: false }))
          : answered
      )
    }
  }
})

const noRoute = ({ method, path }: AgentRequest) =>
  new NotFound({ message: `There is nothing at ${method.slice(0, 20)} ${path.slice(0, 200)}.` })

/** The error to answer with. What was not foreseen is logged whole, and told in general. Law: E1. */
const explain = (cause: Cause.Cause<AgentError>): Effect.Effect<AgentError> => {
  const foreseen = cause.reasons.find(Cause.isFailReason)
  return foreseen !== undefined
    ? Effect.succeed(foreseen.error)
    : Effect.as(
        Effect.logError("A request failed in a way that was not foreseen", cause),
        new InternalError({ message: "The server failed in a way it did not foresee." })
      )
}

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

/**
 * Every operation over HTTP, free of any web server.
 *
 * @example
 * const http = yield* AgentHttp
 * const answer = yield* http.handle(request) // { status, headers, body }
 */
export class AgentHttp extends Context.Service<AgentHttp, Effect.Success<ReturnType<typeof make>>>()(
  "@agent-operations/http/AgentHttp"
) {
  static readonly layer = (options: AgentHttpOptions = {}) => Layer.effect(AgentHttp, make(options))
}
