import { promisify } from "node:util"
import { gunzip as gunzipLater } from "node:zlib"
import type { Operation } from "@agent-operations/contract"
import { metrics } from "@agent-operations/contract/metrics"
import { traces } from "@agent-operations/contract/traces"
import {
  HumanRequired,
  MissingScope,
  NotFound,
  PayloadTooLarge,
  SpanTaken,
  TraceDeleted,
  Unavailable,
  ValidationError
} from "@agent-operations/error-envelope"
import {
  compareRanks,
  encodeFailure,
  makePrices,
  makeSpan,
  type OtlpContentType,
  parseSpanId,
  parseTraceId,
  readRecorded,
  type Rejection,
  type Span,
  type Trace
} from "@agent-operations/traces"
import { Result } from "effect"
import type { Target } from "../../../src/index.ts"
import { isError, type Principal, type Project, rightParts, type World } from "../parts.ts"
import { targetOf } from "../target.ts"
import { answerMetrics, type MetricsInput } from "./metrics.ts"
import { type Input, type Kept, rightTraceParts, type TraceParts, type TraceProject } from "./parts.ts"

const gunzip = promisify(gunzipLater)
const make = makeSpan(makePrices())
const MiB = 1024 * 1024
const limitBytes = 8 * MiB
const operations: ReadonlyMap<string, Operation.Any> = new Map(
  [...Object.values(traces.operations), ...Object.values(metrics.operations)].map((operation: Operation.Any) => [
    operation.id,
    operation
  ])
)

const times = () => {
  const now = BigInt(Date.now()) * 1_000_000n
  return { earliest: 946_684_800_000_000_000n, latest: now + 86_400_000_000_000n }
}

const invalid = (path: string, message: string) =>
  new ValidationError({ message, details: { issues: [{ path, message }] } })
const notFound = new NotFound({ message: "There is no such thing." })
const deleted = new TraceDeleted({ message: "The trace was deleted." })

/** The page of a list whose items have positions. */
const pageOf = <A>(
  parts: TraceParts,
  {
    all,
    positionOf,
    binding,
    limit,
    cursor
  }: {
    readonly all: (after: string | undefined) => ReadonlyArray<A>
    readonly positionOf: (item: A) => string
    readonly binding: string
    readonly limit: number
    readonly cursor: string | undefined
  }
) => {
  const after = cursor === undefined ? undefined : rightParts.readCursor(cursor, binding)
  if (cursor !== undefined && after === undefined) return invalid("/cursor", "Not a cursor of this list.")
  const rest = all(after)
  const items = parts.pageOf(rest, limit) as ReadonlyArray<A>
  const last = items.at(-1)
  const isEnd = last === undefined || items.length === rest.length
  return { items, nextCursor: isEnd ? null : rightParts.writeCursor(positionOf(last), binding) }
}

const placeOf = ({ sent }: Span) => `${sent.traceId} ${sent.spanId}`

/** The spans that are another's, of which something else is there. */
const takenOf = (parts: TraceParts, { traces, owners }: TraceProject, by: Principal, spans: ReadonlyArray<Span>) =>
  spans.filter((span) => {
    const before = traces.get(span.sent.traceId)?.spans.get(span.sent.spanId)
    const isThere = before !== undefined && compareRanks(before.rank, span.rank) === 0
    return !isThere && parts.isTaken(owners.get(placeOf(span)), by)
  })

const own = (parts: TraceParts, { owners }: TraceProject, by: Principal, places: ReadonlyArray<string>) => {
  for (const place of places) owners.set(place, parts.ownerOf(owners.get(place), by))
}

const notOwn = ({ scopes }: Principal) =>
  new MissingScope({
    message: "Another key gave it.",
    details: { required: ["traces:write", "traces:delete"], granted: scopes }
  })

/** Carries an operation out, and answers its result or an error. */
const carryOut = (parts: TraceParts, project: TraceProject, by: Principal, id: string, given: unknown): unknown => {
  const traceId = parseTraceId(String((given as { id?: unknown }).id ?? (given as { traceId?: unknown }).traceId)) ?? ""
  const kept = project.traces.get(traceId)
  const traceOf = ([of, one]: readonly [string, Kept]): Trace => parts.trace(parts, project, of, one)
  switch (id) {
    case "record_traces": {
      const input = given as Input<"record_traces">
      const read = readRecorded(input.traces, { times: times(), now: new Date(), make })
      if (Result.isFailure(read)) return read.failure
      const { spans, traces: ids } = read.success
      if (spans.some(({ sent }) => parts.isDeleted(project, sent.traceId))) return deleted
      const [taken] = takenOf(parts, project, by, spans)
      if (taken !== undefined) {
        const { traceId, spanId } = taken.sent
        return new SpanTaken({ message: "Another key began it.", details: { traceId, spanId } })
      }
      own(parts, project, by, spans.map(placeOf))
      parts.keep(parts, project, spans)
      return { traces: ids, spans: spans.length }
    }
    case "list_traces": {
      const { limit = 50, cursor, includeTotal = false, ...filters } = given as Input<"list_traces">
      const matching = [...project.traces].map(traceOf).filter((trace) => parts.matches(trace, filters))
      const binding = parts.binding(project, id, [filters.from, filters.to, filters.search])
      const all = (after: string | undefined) => parts.after(matching, after, limit)
      const page = pageOf(parts, { all, positionOf: parts.position, binding, limit, cursor })
      if (isError(page)) return page
      const items = page.items.map(parts.listed)
      return { ...page, items, ...(includeTotal ? { total: parts.total(matching, items) } : {}) }
    }
    case "query_metrics": {
      const spansOf = (of: string) =>
        parts.spans(project.traces.get(of)!).map((one) => ({ ...parts.span(project, one, false) }))
      const all = [...project.traces].map(traceOf).map((trace) => ({ ...trace }))
      return answerMetrics(parts, given as MetricsInput, project, all, spansOf)
    }
    case "create_score": {
      const input = given as Input<"create_score">
      if (parts.isForPeople(input)) return new HumanRequired({ message: "A person gives it." })
      if (parts.isDeleted(project, traceId)) return deleted
      const { name, identifier = "", spanId = null } = input
      const key = parts.scoreKey({ traceId, spanId: spanId?.toLowerCase() ?? null, name, identifier })
      const before = project.scores.get(key)
      if (before !== undefined && parts.isTaken(project.owners.get(before.id), by)) return notOwn(by)
      const score = parts.score(parts, project, input, by)
      own(parts, project, by, [score.id])
      return score
    }
    case "delete_score": {
      const score = (given as Input<"delete_score">).id
      const found = [...project.scores].find(([, one]) => one.id === score)
      if (found === undefined) return notFound
      if (parts.isTaken(project.owners.get(score), by)) return notOwn(by)
      project.scores.delete(found[0])
      return { id: score, deleted: true }
    }
  }
  if (kept === undefined) return notFound
  const scores = [...project.scores.values()].filter((one) => one.traceId === traceId)
  const spans = parts.spans(kept)
  switch (id) {
    case "get_trace": {
      const evidence = { trace: traceOf([traceId, kept]), spans: spans.map((one) => parts.span(project, one)), scores }
      const text = JSON.stringify(evidence)
      if (!parts.isTooLarge(text, spans.length)) return evidence
      const counts = { spans: spans.length, scores: scores.length }
      return new PayloadTooLarge({
        message: "The trace is too large.",
        hint: "Read it in pages with list_trace_spans and list_trace_scores.",
        details: { limitBytes, bytes: Buffer.byteLength(text), ...counts }
      })
    }
    case "list_trace_spans": {
      const { limit = 200, cursor, parentId, fields = "all" } = given as Input<"list_trace_spans">
      const parent = parentId == null ? parentId : parseSpanId(parentId)
      const own = spans.filter(({ sent }) => parent === undefined || sent.parentId === parent)
      const positionOf = (n: number) => String(n)
      const answers = own.map((one) => parts.span(project, one, fields === "all"))
      const all = (after: string | undefined) => answers.slice(after === undefined ? 0 : Number(after) + 1)
      const binding = parts.binding(project, id, [traceId, parent ?? String(parent)])
      return pageOf(parts, {
        all,
        positionOf: (one) => positionOf(answers.indexOf(one)),
        binding,
        limit,
        cursor
      })
    }
    case "list_trace_scores": {
      const { limit = 50, cursor, spanId } = given as Input<"list_trace_scores">
      const own = scores.toReversed().filter((one) => spanId === undefined || one.spanId === spanId.toLowerCase())
      const all = (after: string | undefined) => own.slice(own.findIndex((one) => one.id === after) + 1)
      const binding = parts.binding(project, id, [traceId, spanId])
      return pageOf(parts, { all, positionOf: (one) => one.id, binding, limit, cursor })
    }
    default:
      parts.remove(project, traceId)
      return { id: traceId, deleted: true, spans: spans.length }
  }
}

/** The query of an address as an input. */
const inputOf = (query: URLSearchParams): object =>
  Object.fromEntries(
    [...query].map(([name, value]) => {
      if (name === "limit" && /^\d+$/.test(value)) return [name, Number(value)]
      return [name, name === "includeTotal" && /^(true|false)$/.test(value) ? value === "true" : value]
    })
  )

const makeHandler = (parts: TraceParts, world: World) => {
  const projects = new WeakMap<Project, TraceProject>()
  const traceProject = (project: Project): TraceProject => {
    const found = projects.get(project) ?? {
      id: `${project.organization} ${project.id}`,
      traces: new Map<string, Kept>(),
      scores: new Map(),
      deleted: new Set<string>(),
      owners: new Map()
    }
    projects.set(project, found)
    return { ...found, id: project.id }
  }
  let inFlight = 0

  /** Who asks, and for which project, or why not. */
  const letIn = (request: Request, { scopes, ...operation }: Operation.Any, address: string) => {
    const principal = rightParts.authenticate(world, request.headers.get("authorization"), request)
    if (isError(principal)) return principal
    const projectId = rightParts.projectOf(request)
    if (isError(projectId)) return projectId
    const asked = { ...operation, scopes: parts.scopesOf(scopes, address) }
    const project = rightParts.authorize(world, principal, asked, projectId)
    return isError(project) ? project : { principal, project: traceProject(project) }
  }

  const exported = async (request: Request): Promise<Response> => {
    const type = request.headers.get("content-type")
    const contentType: OtlpContentType = type === "application/json" ? type : "application/x-protobuf"
    const fail = (error: Parameters<typeof encodeFailure>[0]) => {
      const { status, headers, body } = encodeFailure(error, contentType)
      return new Response(new Uint8Array(body), {
        status: status === 503 ? parts.overloaded : status,
        headers: { ...headers, "content-type": contentType }
      })
    }
    const access = letIn(request, traces.operations.record, "/v1/traces")
    if (isError(access)) return fail(access)
    const encoding = request.headers.get("content-encoding")
    if (type !== contentType || (encoding !== null && encoding !== "gzip")) return fail(invalid("", "Not OTLP."))
    if (inFlight >= 6) return fail(new Unavailable({ message: "Busy.", retryAfter: 1 }))
    inFlight++
    try {
      const sent = new Uint8Array(await request.arrayBuffer())
      const limit = { maxOutputLength: 32 * MiB }
      const bytes = encoding === null ? sent : await gunzip(sent, limit).catch((error: { code: string }) => error.code)
      if (sent.length > 16 * MiB || bytes === "ERR_BUFFER_TOO_LARGE")
        return fail(new PayloadTooLarge({ message: "Too large.", details: { limitBytes: 32 * MiB } }))
      if (typeof bytes === "string") return fail(invalid("", "Not gzip."))
      const read = parts.read(bytes, contentType, times(), make)
      if (Result.isFailure(read)) return fail(read.failure)
      const { spans, rejected } = read.success
      const { project, principal } = access
      const refused = spans.filter(({ sent }) => parts.isDeleted(project, sent.traceId))
      const taken = takenOf(
        parts,
        project,
        principal,
        spans.filter((one) => !refused.includes(one))
      )
      const accepted = parts.accept(
        spans.filter((one) => !refused.includes(one) && !taken.includes(one)),
        rejected
      )
      own(parts, project, principal, accepted.map(placeOf))
      parts.keep(parts, project, accepted)
      const reasons = [
        ...refused.map(({ sent }): Rejection => ({ spanId: sent.spanId, reason: "TRACE_DELETED" })),
        ...taken.map(({ sent }): Rejection => ({ spanId: sent.spanId, reason: "SPAN_TAKEN" }))
      ]
      const { body } = parts.tell([...rejected, ...reasons], contentType)
      return new Response(new Uint8Array(body), { headers: { "content-type": contentType } })
    } finally {
      inFlight--
    }
  }

  const answered = async (request: Request, operation: Operation.Any, address: string): Promise<Response> => {
    const access = letIn(request, operation, address)
    if (isError(access)) return rightParts.refuse(access, request)
    const body =
      request.method === "GET"
        ? Result.succeed(inputOf(new URL(request.url).searchParams))
        : await rightParts.readBody(request)
    const input = Result.flatMap(body, (one) => rightParts.decode(operation.id, one))
    if (Result.isFailure(input)) return rightParts.refuse(input.failure, request)
    const result = carryOut(parts, access.project, access.principal, operation.id, input.success)
    return isError(result) ? rightParts.refuse(result, request) : rightParts.answer(result)
  }

  const route = (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const { method } = request
    if (pathname === "/v1/traces" && method === "POST") return exported(request)
    if (pathname === "/api/traces" && (method === "POST" || method === "GET"))
      return answered(request, method === "POST" ? traces.operations.record : traces.operations.list, pathname)
    const operation = operations.get(pathname.replace("/api/agent/", ""))
    return operation === undefined || method !== "POST"
      ? Promise.resolve(rightParts.noRoute(request))
      : answered(request, operation, pathname)
  }

  return async (request: Request): Promise<Response> => {
    const response = await route(request)
    response.headers.set("x-request-id", rightParts.requestId(request.headers.get("x-request-id")))
    return response
  }
}

/** A server of traces in memory. Right, unless some of its parts are replaced by others. */
export const traceServer = (wrong: (right: TraceParts) => Partial<TraceParts> = () => ({})): Target => {
  const parts = { ...rightTraceParts, ...wrong(rightTraceParts) }
  const scopes = { all: ["traces:read", "traces:write", "traces:delete", "metrics:read"], read: ["traces:read"] }
  return targetOf(scopes, rightParts.newKey, (world) => makeHandler(parts, world))
}
