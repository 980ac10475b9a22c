import { calledBy } from "@agent-operations/auth"
import { makeDecoder } from "@agent-operations/contract/decode"
import { abandonAfter } from "@agent-operations/database"
import { type AgentError, Timeout, ValidationError } from "@agent-operations/error-envelope"
import { type ContentEncoding, type Grow, notValid, type Route, type RouteBody } from "@agent-operations/operations"
import { type Context, Duration, Effect, Result, Schema } from "effect"
import type { AgentAnswer, AgentRequest } from "./exchange.ts"
import { holdUnlessShort } from "./hold-body.ts"
import { growingBy, type Holding, makeBytesInFlight } from "./internal/bytes-in-flight.ts"
import { decideAccess } from "./internal/decide-access.ts"
import { inflate } from "./internal/inflate.ts"
import { isForeignText, refusedHeader } from "./internal/refused-header.ts"
import { failedAnswer, routeAnswer } from "./internal/route-answer.ts"
import type { Authorize } from "./operation-handler.ts"
import type { At, Parameters } from "./route-table.ts"

export interface RouteHandlerOptions<R> {
  readonly authorize: Authorize
  readonly maxBodyBytes: number
  readonly deadline: Duration.Duration
  /** What routes take of the layers of their families. */
  readonly services: Context.Context<R>
}

/** How a body is announced, once that is found to be what the route takes. */
interface Announced {
  readonly contentType: string
  readonly encoding: ContentEncoding | undefined
}

const essence = /^\s*([\w.+-]+\/[\w.+-]+)\s*(?:;(.*))?$/

/** The media type of a request, in lower case and without parameters. */
const essenceOf = (request: AgentRequest): string | undefined =>
  essence.exec(request.header("content-type").join(","))?.[1]?.toLowerCase()

const takes = (contentTypes: ReadonlyArray<string>, contentType: string) =>
  contentTypes.some(
    (one) => one === "*/*" || one === contentType || (one.endsWith("/*") && contentType.startsWith(one.slice(0, -1)))
  )

const announcedBy = (
  request: AgentRequest,
  { contentTypes, encodings = [] }: RouteBody<unknown>
): Result.Result<Announced, ValidationError> => {
  const given = request.header("content-type").join(",")
  const contentType = essenceOf(request) ?? (given === "" ? "application/octet-stream" : "")
  if (contentType === "" || isForeignText(given) || !takes(contentTypes, contentType)) {
    return Result.fail(refusedHeader("/content-type", `Send the body as ${contentTypes.join(" or ")}; text in UTF-8.`))
  }
  const named = request.header("content-encoding").join(",").toLowerCase()
  const encoding = encodings.find((one) => one === named)
  return encoding === undefined && named !== "" && named !== "identity"
    ? Result.fail(
        refusedHeader(
          "/content-encoding",
          `Send the body ${[...encodings.map((one) => `as ${one}`), "without a content encoding"].join(" or ")}.`
        )
      )
    : Result.succeed({ contentType, encoding })
}

const unreadable = new ValidationError({
  message: "The body is not what its content type says.",
  details: { issues: [{ path: "", message: "The body is not what its content type says." }] }
})

const decodeBody = (
  { decode }: RouteBody<unknown>,
  bytes: Uint8Array,
  contentType: string,
  limitBytes: number,
  grow: Grow
) =>
  Effect.suspend(() => {
    const decoded = decode(bytes, contentType, limitBytes, grow)
    return Result.isResult(decoded) ? Effect.fromResult(decoded) : decoded
  }).pipe(
    Effect.catchDefect((defect) =>
      Effect.andThen(Effect.logInfo("A body could not be decoded", defect), Effect.fail(unreadable))
    )
  )

interface BodyLimits {
  readonly bodyBytes: number
  readonly decodedBytes: number
}

const readBody = (
  request: AgentRequest,
  body: RouteBody<unknown>,
  { bodyBytes, decodedBytes }: BodyLimits,
  holding: Holding
) =>
  Effect.gen(function* () {
    const { contentType, encoding } = yield* Effect.fromResult(announcedBy(request, body))
    const { take, reading } = holding
    const whole = Effect.flatMap(request.body(bodyBytes, take), (sent) =>
      encoding === undefined ? Effect.succeed(sent) : inflate(sent, encoding, decodedBytes, take)
    )
    const bytes = yield* reading(whole)
    return { contentType, body: yield* decodeBody(body, bytes, contentType, decodedBytes, growingBy(holding)) }
  })

const noBody = Effect.succeed({ contentType: undefined, body: undefined })

/** The decoder of a path's parameters. */
const parametersDecoder = ({ id, parameters }: Route) => {
  const decode = makeDecoder(Schema.Struct(parameters))
  return (given: Parameters) =>
    Result.mapError(decode(given), (issues) => notValid(`The path of ${id} is not valid.`, issues, ["path"]))
}

const onlyRead = { hint: "Nothing was changed; retry with backoff." }

/**
 * Answers a route that is no operation, in the wire's order of checks: access, then the path's parameters, then the body's
 * type, size and syntax, then what the route says of it. Law: A1.
 */
export const routeHandler = <R>(
  route: Route<R>,
  { authorize, maxBodyBytes, deadline, services }: RouteHandlerOptions<R>
) => {
  const { id, method, body, limits } = route
  const { bodyBytes = maxBodyBytes, decodedBytes = bodyBytes, deadlineMillis } = limits
  const decodeParameters = parametersDecoder(route as Route)
  const ownBytes = limits.bytesInFlight === undefined ? undefined : makeBytesInFlight(limits.bytesInFlight)

  const carryOut = Effect.fnUntraced(function* (request: AgentRequest, { parameters: given, letIn }: At) {
    const access = yield* decideAccess(authorize, route, request, letIn).access
    const parameters = yield* Effect.fromResult(decodeParameters(given))
    const answering = (holding: Holding) =>
      Effect.gen(function* () {
        const read = yield* body === undefined ? noBody : readBody(request, body, { bodyBytes, decodedBytes }, holding)
        const query = new URLSearchParams(request.query)
        return yield* Effect.provideContext(route.run({ ...read, parameters, query }, access), services)
      }).pipe(calledBy(access))
    const answer = yield* ownBytes === undefined
      ? holdUnlessShort(request, access.organizationId, answering)
      : ownBytes(access.organizationId, answering)
    return yield* routeAnswer(id, answer)
  })

  const late = () =>
    Effect.fail(new Timeout({ message: `${id} did not finish in time.`, ...(method === "GET" ? onlyRead : {}) }))

  return (request: AgentRequest, at: At): Effect.Effect<AgentAnswer, AgentError> =>
    abandonAfter(carryOut(request, at), deadlineMillis === undefined ? deadline : Duration.millis(deadlineMillis), late)
}

/** What a route answers a failure with, where it tells that in a form of its own. */
export const routeFailure = ({ id, failure }: Route<unknown>) =>
  failure && ((error: AgentError, request: AgentRequest) => failedAnswer(id, error, failure(error, essenceOf(request))))
