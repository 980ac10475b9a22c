import { type Access, ClientAddress, makeAuthorize } from "@agent-operations/auth"
import type { Contract, RouteContract } from "@agent-operations/contract"
import type { Credentials } from "@agent-operations/contract/openapi"
import { WorkFor } from "@agent-operations/database"
import { type AgentError, recordCopy } from "@agent-operations/error-envelope"
import { Invoker, inTurn, type Route } from "@agent-operations/operations"
import { Cause, Clock, Context, Effect, Layer, References, type Scope } from "effect"
import type { HttpEntry } from "./entry.ts"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"
import { explain } from "./failures.ts"
import { type RequestHooks, tellError, tellRequest } from "./hooks.ts"
import { charactersAtOnce, makeBytesLeaving, sharesOf, tooMuchUnread } from "./internal/bytes-leaving.ts"
import { challenge } from "./internal/challenge.ts"
import { deprecationHeaders } from "./internal/deprecation.ts"
import { endToEnd } from "./internal/hop-by-hop.ts"
import { failed, okData } from "./internal/json-answer.ts"
import { isPlain, locate, normalPrefix, normalPublicUrl, type Place, serverUrl } from "./internal/mount.ts"
import { operationHandler } from "./operation-handler.ts"
import { makePages, type OpenApiSettings } from "./pages.ts"
import { recordAnswer } from "./record-answer.ts"
import { requestId } from "./request-id.ts"
import { nothingAt } from "./respond-with.ts"
import { routeFailure, routeHandler } from "./route-handler.ts"
import { type Found, makeRouteTable } from "./route-table.ts"
import { whoEntry } from "./who.ts"

recordCopy("@agent-operations/http", import.meta.url, Effect.void, () => import.meta.resolve("effect"))

/** How the operations are mounted in a host's server, and its limits and hooks. */
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

/** The options of a host's server, with the routes, pages and credentials that a composition adds. */
export interface AgentHttpLayerOptions<R = never> extends AgentHttpOptions {
  /** What is served beside operations. */
  readonly routes?: ReadonlyArray<Route<R>> | undefined
  /** What else it answers, which decides by itself who may: pages for people, metrics, a protocol of its own. */
  readonly entries?: Effect.Effect<ReadonlyArray<HttpEntry>, never, R | Scope.Scope> | undefined
  /** What the verifier takes, for the OpenAPI document. By default whatever the host issues. */
  readonly credentials?: Credentials | undefined
  /** What the OpenAPI document says of the server. */
  readonly openApi?: OpenApiSettings | undefined
  /** Fails while the server cannot answer, for `/readyz`, which tells what it answers with; beside the families' own. */
  readonly ready?: Effect.Effect<object | void, AgentError> | undefined
}

const make = Effect.fnUntraced(function* <R>({
  prefix: givenPrefix = "",
  publicUrl: givenUrl,
  maxBodyBytes = 1024 * 1024,
  resourceMetadata,
  credentials = {},
  openApi = {},
  routes = [],
  entries = Effect.succeed([]),
  ready = Effect.void,
  onRequest,
  onError
}: AgentHttpLayerOptions<R>) {
  const hooks: RequestHooks = { onRequest, onError }
  const prefix = normalPrefix(givenPrefix)
  const publicUrl = givenUrl === undefined ? undefined : normalPublicUrl(givenUrl)
  const invoker = yield* Invoker
  const authorize = yield* makeAuthorize

  const table = makeRouteTable()
  for (const invocable of invoker.invocables) {
    const { id, surfaces } = invocable.operation
    if (!surfaces.includes("rest")) continue
    const path = `/api/agent/${id}`
    const run = operationHandler(invocable, { authorize, maxBodyBytes })
    const deprecation = deprecationHeaders(invocable.operation)
    const isDeprecated = invocable.operation.deprecated !== undefined
    const noted = (answer: AgentAnswer) => ({ ...answer, headers: { ...answer.headers, ...deprecation } })
    table.add("POST", `the operation ${id}`, {
      name: `POST ${path}`,
      path,
      operation: invocable.operation,
      isExact: true,
      run: (request, { letIn }) =>
        Effect.map(run(request, letIn), (result) => {
          const answer = okData(result)
          return isDeprecated ? noted(answer) : answer
        }),
      failed: isDeprecated ? (error) => noted(failed(error)) : undefined
    })
  }
  const own = yield* makePages({
    families: invoker.contract.families,
    routes,
    credentials,
    openApi,
    ready: Effect.andThen(invoker.ready, ready)
  })
  for (const [path, page] of Object.entries(own)) {
    for (const method of ["GET", "HEAD"]) {
      table.add(method, `the page ${path}`, {
        name: `${method} ${path}`,
        path,
        run: (request, { base }) => page(request, serverUrl(publicUrl, isPlain(base) ? base : prefix))
      })
    }
  }
  const who = whoEntry(authorize)
  for (const method of ["GET", "HEAD"]) table.add(method, "who one is", { name: `${method} ${who.path}`, ...who })
  refuseFaulty(routes, invoker.contract)
  const services = yield* Effect.context<R>()
  for (const route of routes) {
    const { id, path, tracing } = route
    const failed = routeFailure(route)
    const run = routeHandler(route, { authorize, maxBodyBytes, deadline: invoker.deadline, services })
    for (const method of route.method === "GET" ? ["GET", "HEAD"] : [route.method]) {
      table.add(method, `the route ${id}`, { name: `${method} ${path}`, path, operation: route, run, failed, tracing })
    }
  }
  const originTable = makeRouteTable()
  for (const { owner, methods = ["*"], below = false, atOrigin = false, ...entry } of yield* entries) {
    const { path } = entry
    const into = atOrigin ? originTable : table
    if (below) into.addBelow(owner, { name: path, ...entry })
    else for (const method of methods) into.add(method, owner, { name: `${method} ${path}`, ...entry })
  }

  const leave = makeBytesLeaving()
  const addressOf = yield* ClientAddress

  const answer = (
    request: AgentRequest,
    id: string,
    { base, path }: Place,
    found: Found | undefined
  ): Effect.Effect<AgentAnswer> =>
    Effect.withFiber((fiber) => {
      const clock = fiber.getRef(Clock.Clock)
      const started = clock.monotonicTimeNanosUnsafe()
      const told = (error: AgentError): Effect.Effect<AgentAnswer> => {
        const own = found?.entry.failed
        if (own === undefined) return Effect.succeed(failed(error))
        return Effect.catchDefect(
          Effect.sync(() => own(error, request)),
          (defect) => Effect.as(Effect.logError("A failure could not be told in its own form", defect), failed(error))
        )
      }
      const refused = (error: AgentError, { status, headers, body }: AgentAnswer): AgentAnswer => {
        const presented = request.header("authorization").length > 0
        const metadata = found?.entry.resourceMetadata ?? resourceMetadata
        return {
          status,
          body,
          headers: { ...headers, ...challenge(error, found?.entry.operation?.scopes, presented, metadata) }
        }
      }
      const refusal = (error: AgentError) => Effect.map(told(error), (answer) => refused(error, answer))
      const operation = found?.entry.operation?.id
      let access: Access | undefined
      const letIn = (caller: Access) => void (access = caller)
      const answered = Effect.catchCause(
        found === undefined
          ? Effect.fail(nothingAt(request))
          : found.entry.run(request, { base, parameters: found.parameters, requestId: id, letIn }),
        (cause) =>
          Effect.andThen(
            tellError(hooks, cause, id, operation),
            Effect.flatMap(explain(cause), (error) => refusal(error))
          )
      )
      const recorded = (given: AgentAnswer) => {
        const { status, headers } = given
        const took = Number((clock.monotonicTimeNanosUnsafe() - started) / 1_000_000n)
        const route = found === undefined ? "unknown" : found.entry.path
        const logged = recordAnswer({ method: request.method, path, route, status, took })
        const hooked =
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
        return Effect.as(hooked, { ...given, headers: { ...endToEnd(headers), "x-request-id": id } })
      }
      const broken = (error: unknown) => {
        const logged = Effect.logError("The rest of an answer can't be read, which is broken off", error)
        const cause = Cause.die(error)
        Effect.runForkWith(fiber.context)(Effect.andThen(tellError(hooks, cause, id, operation), logged))
      }
      return Effect.flatMap(answered, (given) => {
        const toLeave = () =>
          leave(request.method, given, () => sharesOf(request, access, () => addressOf(request)), broken)
        const tell = (leaving: AgentAnswer | undefined) =>
          leaving === undefined ? Effect.flatMap(refusal(tooMuchUnread), recorded) : recorded(leaving)
        // A long text becomes bytes.
        return typeof given.body !== "string" || given.body.length <= charactersAtOnce
          ? tell(toLeave())
          : Effect.flatMap(Effect.provideService(inTurn(toLeave), WorkFor, access?.organizationId), tell)
      })
    })

  const findExactly = (request: AgentRequest) => {
    const { method, mount, path } = request
    const place = locate(prefix, mount, path)
    const found = (place && table.find(method, place.path)) ?? originTable.find(method, `${mount}${path}`)
    return { request, place, found }
  }
  const find = (asked: AgentRequest) => {
    const exactly = findExactly(asked)
    if (exactly.found !== undefined || !/.\/$/.test(asked.path)) return exactly
    const plain = findExactly(withoutSlash(asked))
    return plain.found === undefined || plain.found.entry.isExact === true ? exactly : plain
  }

  return {
    /** Answers any request; what is none of its own gets a `NOT_FOUND` envelope. Laws: E1 to E3. */
    handle: (asked: AgentRequest): Effect.Effect<AgentAnswer> => {
      const { request, place, found } = find(asked)
      const id = requestId(request.header("x-request-id"))
      const answering = answer(request, id, place ?? { base: "", path: request.path }, found)
      const answered = Effect.annotateLogs(answering, "requestId", id)
      const span = found === undefined ? `${request.method} unknown` : found.entry.name
      // A span costs something even where tracing is off.
      return Effect.withFiber((fiber) =>
        found?.entry.tracing === false
          ? Effect.provideService(answered, References.TracerEnabled, false)
          : fiber.getRef(References.TracerEnabled)
            ? answered.pipe(Effect.withSpan(span, { kind: "server" }, { captureStackTrace: false }))
            : answered
      )
    }
  }
})

/** The request for a path without the slash at its end: people add one to an address that they type or paste. */
const withoutSlash = (request: AgentRequest): AgentRequest => ({
  ...request,
  path: request.path.slice(0, -1),
  web: (options) => {
    const web = request.web(options)
    const url = new URL(web.url)
    url.pathname = url.pathname.replace(/\/$/, "")
    return new Request(url, web)
  }
})

/** Refuses routes with a scope that nobody could be granted, or with the id of something else. */
const refuseFaulty = (routes: ReadonlyArray<RouteContract>, { operations, scopes: declared }: Contract) => {
  const served = new Set(operations.map(({ id }) => id))
  const ids = new Set(served)
  for (const { id, scopes, aliasOf } of routes) {
    if (aliasOf !== undefined && !served.has(aliasOf)) {
      throw new TypeError(`The route ${id} is an alias of ${aliasOf}, which no mounted family has.`)
    }
    if (ids.has(id)) throw new TypeError(`Two operations or routes have the id ${id}. Give the route another.`)
    ids.add(id)
    const undeclared = scopes.find((scope) => !Object.hasOwn(declared, scope))
    if (undeclared !== undefined) {
      throw new TypeError(
        `The route ${id} requires ${undeclared}, which no mounted family declares. Add it to the scopes of its family.`
      )
    }
  }
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
  static readonly layer = <R = never>(options: AgentHttpLayerOptions<R> = {}) => Layer.effect(AgentHttp, make(options))
}
