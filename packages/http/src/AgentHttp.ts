import { type Access, makeAuthorize } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import type { Credentials } from "@agent-operations/contract/openapi"
import { type AgentError, InternalError, NotFound, oneCopy } from "@agent-operations/error-envelope"
import { Invoker } from "@agent-operations/operations"
import { Cause, Clock, Context, Effect, Layer, References } from "effect"
import { copies } from "./copies.ts"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"
import { type RequestHooks, tellError, tellRequest } from "./hooks.ts"
import { challenge } from "./internal/challenge.ts"
import { failed, okJson } from "./internal/json-answer.ts"
import { isPlain, locate, normalPrefix, normalPublicUrl, type Place, serverUrl } from "./internal/mount.ts"
import { measure } from "./metrics.ts"
import { operationHandler } from "./operation-handler.ts"
import { makePages, type OpenApiSettings } from "./pages.ts"
import { requestId } from "./request-id.ts"

export interface AgentHttpOptions extends RequestHooks {
  /**
   * What stands before `/api/agent` where the host mounts it: `/ops`. None by default. A start with one that no request
   * could have is refused.
   */
  readonly prefix?: string | undefined
  /**
   * Where the server is reached from outside, for the OpenAPI document: an origin, to which the path of the mount is
   * added, or an origin with a path, which is taken as it is. By default the document names the path of the mount alone.
   */
  readonly publicUrl?: string | undefined
  /** The largest request body, in bytes. Default: 1 MiB. */
  readonly maxBodyBytes?: number | undefined
  /** Where programs read who gives access tokens, for `WWW-Authenticate` (RFC 9728). By default nobody does. */
  readonly resourceMetadata?: string | undefined
}

/** What a server says of itself beside how it answers. */
export interface AgentHttpLayerOptions extends AgentHttpOptions {
  /** What the verifier takes, for the OpenAPI document. By default whatever the host issues. */
  readonly credentials?: Credentials | undefined
  /** What the OpenAPI document says of the server. */
  readonly openApi?: OpenApiSettings | undefined
  /** Fails while the server cannot answer, for `/readyz`; beside the families' own. */
  readonly ready?: Effect.Effect<void, AgentError> | undefined
}

interface Route {
  readonly run: (
    request: AgentRequest,
    base: string,
    letIn: ((access: Access) => void) | undefined
  ) => Effect.Effect<AgentAnswer, AgentError>
  readonly operation?: Operation.Any
}

const make = Effect.fnUntraced(function* ({
  prefix: givenPrefix = "",
  publicUrl: givenUrl,
  maxBodyBytes = 1024 * 1024,
  resourceMetadata,
  credentials = {},
  openApi = {},
  ready = Effect.void,
  onRequest,
  onError
}: AgentHttpLayerOptions) {
  yield* oneCopy(copies)
  const hooks: RequestHooks = { onRequest, onError }
  const prefix = normalPrefix(givenPrefix)
  const publicUrl = givenUrl === undefined ? undefined : normalPublicUrl(givenUrl)
  const invoker = yield* Invoker
  const authorize = yield* makeAuthorize

  const routes = new Map<string, Route>()
  for (const invocable of invoker.invocables) {
    const { operation } = invocable
    if (!operation.surfaces.includes("rest")) continue
    const run = operationHandler(invocable, { authorize, maxBodyBytes })
    routes.set(`POST /api/agent/${operation.id}`, {
      operation,
      run: (request, _base, letIn) => Effect.map(run(request, letIn), ({ text }) => okJson(`{"data":${text}}`))
    })
  }
  for (const [path, page] of Object.entries(
    yield* makePages({
      families: invoker.contract.families,
      credentials,
      openApi,
      ready: Effect.andThen(invoker.ready, ready)
    })
  )) {
    const run: Route["run"] = (request, base) => page(request, serverUrl(publicUrl, isPlain(base) ? base : prefix))
    for (const method of ["GET", "HEAD"]) routes.set(`${method} ${path}`, { run })
  }

  const answer = (
    request: AgentRequest,
    id: string,
    { base, path }: Place,
    route: Route | undefined
  ): Effect.Effect<AgentAnswer> =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const started = clock.currentTimeMillisUnsafe()
      const refused = (error: AgentError): AgentAnswer => {
        const { status, headers, body } = failed(error)
        const presented = request.header("authorization").length > 0
        return {
          status,
          body,
          headers: { ...headers, ...challenge(error, route?.operation, presented, resourceMetadata) }
        }
      }
      const operation = route?.operation?.id
      let access: Access | undefined
      const letIn = onRequest && ((caller: Access) => void (access = caller))
      const answered = Effect.catchCause(
        route === undefined ? Effect.fail(noRoute(request)) : route.run(request, base, letIn),
        (cause) => Effect.andThen(tellError(hooks, cause, id, operation), Effect.map(explain(cause), refused))
      )
      return Effect.flatMap(answered, ({ status, headers, body }) => {
        const took = clock.currentTimeMillisUnsafe() - started
        measure(route === undefined ? "unknown" : path, status, took, fiber.context)
        const logged = Effect.logInfo(`${request.method} ${path.slice(0, 200)} ${status} ${took} ms`)
        const told =
          onRequest === undefined
            ? logged
            : Effect.andThen(
                logged,
                tellRequest(hooks, {
                  method: request.method,
                  path,
                  ...(operation !== undefined && { operation }),
                  status,
                  durationMs: took,
                  requestId: id,
                  ...(access && {
                    actor: access.actor,
                    organizationId: access.organizationId,
                    projectId: access.projectId
                  })
                })
              )
        return Effect.as(told, { status, headers: { ...headers, "x-request-id": id }, body })
      })
    })

  return {
    /** Answers any request; what is none of its own gets a `NOT_FOUND` envelope. Laws: E1 to E3. */
    handle: (request: AgentRequest): Effect.Effect<AgentAnswer> => {
      const place = locate(prefix, request.mount, request.path)
      const key = `${request.method} ${place?.path}`
      const route = routes.get(key)
      const id = requestId(request.header("x-request-id"))
      const answering = answer(request, id, place ?? { base: "", path: request.path }, route)
      const answered = Effect.annotateLogs(answering, "requestId", id)
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

const noRoute = ({ method, mount, path }: AgentRequest) =>
  new NotFound({ message: `There is nothing at ${method.slice(0, 20)} ${`${mount}${path}`.slice(0, 200)}.` })

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
  static readonly layer = (options: AgentHttpLayerOptions = {}) => Layer.effect(AgentHttp, make(options))
}
