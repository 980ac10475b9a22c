import type { Access, Caller } from "@agent-operations/auth"
import { type RouteContract, type RouteMethod, routeMethods } from "@agent-operations/contract"
import type { AgentError } from "@agent-operations/error-envelope"
import { Effect, Schema } from "effect"
import { traced } from "../traced.ts"
import { contentEncodings, type RouteBody } from "./body.ts"
import { type PathParameters, type PathPattern, parsePath } from "./path.ts"

/** What a route answers with. Failures are answered in the envelope. */
export interface RouteAnswer {
  /** 200 to 399. Default: 200. */
  readonly status?: number
  /** Default: `application/json` for text, `application/octet-stream` for bytes. */
  readonly contentType?: string
  /** By any names but those that the server sets. */
  readonly headers?: Readonly<Record<string, string>>
  /** At most 8 MiB. Text is sent in UTF-8. */
  readonly body: string | Uint8Array
}

/** What a route answers a failure with, where that is not the envelope. */
export interface RouteFailure {
  /** 400 to 599. */
  readonly status: number
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/**
 * Tells a failure in another form than the envelope: also one from before `run`, such as 401 or 413. `contentType` is that
 * of the request, in lower case and without parameters.
 */
export type TellFailure = (error: AgentError, contentType: string | undefined) => RouteFailure

/** A request that was let in, as the `run` of a route gets it. */
export interface RouteInput<Parameters, B> {
  /** Those of the path, decoded. */
  readonly parameters: Parameters
  readonly query: URLSearchParams
  /** That of the body, in lower case and without parameters. */
  readonly contentType: string | undefined
  readonly body: B
}

/** The schemas of parameters, by name. What has none is text of 1 to 200 characters without `/`, and no `.` or `..`. */
export type ParameterSchemas<Path extends string> = {
  readonly [Name in PathParameters<Path>]?: Schema.Codec<unknown, string>
}

/** The parameters of a path, decoded. */
export type ParametersOf<Path extends string, P> = {
  readonly [Name in PathParameters<Path>]: Name extends keyof P
    ? P[Name] extends { readonly Type: infer T }
      ? T
      : string
    : string
}

type Defaults = "id" | "callers" | "incursUsage" | "errors" | "limits"

/** What `route` takes beside method and path: members with a default may be left out. */
export interface RouteSpec<Path extends string, P extends ParameterSchemas<Path>, B, A, R>
  extends Omit<RouteContract, Defaults | "method" | "path">, Partial<Pick<RouteContract, Defaults>> {
  readonly parameters?: P
  /** Without one, the body of a request is not read. */
  readonly body?: RouteBody<B>
  /**
   * What is sent for a result to a request of a content type. Default: `{"data": …}`. Write it after `run`, from which
   * TypeScript knows what a result is.
   */
  readonly answer?: (result: A, contentType: string | undefined) => RouteAnswer
  /** What is sent for a failure, where its callers know another form than the envelope. */
  readonly failure?: TellFailure
  /** Whether requests are spans of the server's own telemetry. Default: true. */
  readonly tracing?: boolean
  readonly run: (
    input: RouteInput<ParametersOf<Path, P>, B>,
    access: Access
  ) => Effect.Effect<A, AgentError, Caller | R>
}

/** A declared route, as a value for a host's list. `R` are the services of its family that it needs. */
export interface Route<out R = never> extends RouteContract {
  readonly pattern: PathPattern
  readonly parameters: { readonly [name: string]: Schema.Codec<unknown, string> }
  readonly body: RouteBody<unknown> | undefined
  readonly failure: TellFailure | undefined
  readonly tracing: boolean
  readonly run: (
    input: RouteInput<Readonly<Record<string, unknown>>, unknown>,
    access: Access
  ) => Effect.Effect<RouteAnswer, AgentError, Caller | R>
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unsafe = /[\u0000-\u001f\u007f/\\]/
const isSegment = (value: string) =>
  value !== "." && value !== ".." && value.length <= 200 && value.isWellFormed() && !unsafe.test(value)

const Segment = Schema.NonEmptyString.check(
  Schema.makeFilter(isSegment, {
    message: "Expected well-formed text of 1 to 200 characters without / and control characters, not . or .."
  })
)

const idPattern = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
const contentType = /^(?:\*\/\*|[a-z0-9][a-z0-9_.+-]*\/(?:\*|[a-z0-9][a-z0-9_.+-]*))$/
const limitNames = ["bodyBytes", "decodedBytes", "bytesInFlight", "deadlineMillis"] as const

const bodyFault = ({ contentTypes, encodings = [] }: RouteBody<unknown>): string | undefined => {
  if (contentTypes.length === 0) return "its body has no content type"
  const type = contentTypes.find((one) => !contentType.test(one))
  if (type !== undefined) return `${JSON.stringify(type)} is not a media type in lower case without parameters`
  const encoding = encodings.find((one) => !contentEncodings.includes(one))
  return encoding === undefined
    ? undefined
    : `the content encoding ${encoding} is not one of ${contentEncodings.join(", ")}`
}

const defaultId = (method: RouteMethod, path: string) =>
  `${method}_${path}`
    .replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")

const faultOf = (contract: RouteContract, body: RouteBody<unknown> | undefined): string | undefined => {
  const { method, id, limits } = contract
  if (!routeMethods.includes(method)) return `its method must be one of ${routeMethods.join(", ")}`
  if (!idPattern.test(id) || id.length > 64)
    return "its id must be lower case with underscores, of at most 64 characters"
  if (method === "GET" && body !== undefined) return "a GET must not have a body"
  const limit = limitNames.find((name) => !((limits[name] ?? 1) > 0))
  if (limit !== undefined) return `limits.${limit} must be a number above 0`
  return body === undefined ? undefined : bodyFault(body)
}

const wronglyDeclared = ({ method, path }: RouteContract, fault: string) =>
  new TypeError(`The route ${method} ${JSON.stringify(path)} is declared wrongly: ${fault}.`)

const usage = ["USAGE_LIMIT_REACHED"] as const
const forPeople = ["HUMAN_REQUIRED"] as const

const inData = (result: unknown): RouteAnswer => ({ body: JSON.stringify({ data: result ?? null }) })

/**
 * Declares a route that is no operation: what has a body or an answer of its own form, as OTLP and files have. Access,
 * limits, request ID, log, trace, metrics and failures are those of operations. Throws a `TypeError` where the declaration
 * contradicts itself.
 *
 * @example
 * const takeSpans = route("POST", "/v1/traces", {
 *   summary: "Take spans by OTLP",
 *   scopes: ["traces:write"],
 *   body: bytesBody({ contentTypes: ["application/x-protobuf"], encodings: ["gzip"] }),
 *   limits: { bodyBytes: 1024 * 1024, decodedBytes: 8 * 1024 * 1024 },
 *   run: ({ body }, { projectId }) => keepSpans(projectId, body),
 *   answer: (bytes) => ({ contentType: "application/x-protobuf", body: bytes })
 * })
 */
export const route = <
  const Path extends string,
  A,
  B = undefined,
  const P extends ParameterSchemas<Path> = ParameterSchemas<Path>,
  R = never
>(
  method: RouteMethod,
  path: Path,
  spec: RouteSpec<Path, P, B, A, R>
): Route<R> => {
  const { parameters = {}, body, answer = inData, failure, tracing = true, run, errors = [], ...rest } = spec
  const contract: RouteContract = {
    method,
    path,
    id: defaultId(method, path),
    callers: "anyone",
    incursUsage: false,
    limits: {},
    ...rest,
    errors: [...errors, ...(rest.incursUsage ? usage : []), ...(rest.callers === "people" ? forPeople : [])]
  }
  const pattern = parsePath(path, rest.aliasOf !== undefined)
  if (typeof pattern === "string") throw wronglyDeclared(contract, pattern)
  const fault = faultOf(contract, body)
  if (fault !== undefined) throw wronglyDeclared(contract, fault)
  const own = new Map(Object.entries(parameters as Route["parameters"]))
  const handle = traced(contract.id)((sent) => run(...(sent as Parameters<typeof run>)))
  return {
    ...contract,
    pattern,
    parameters: Object.fromEntries(pattern.parameters.map((name) => [name, own.get(name) ?? Segment])),
    body,
    failure,
    tracing,
    run: (input, access) => Effect.map(handle([input, access]), (result) => answer(result, input.contentType))
  }
}
