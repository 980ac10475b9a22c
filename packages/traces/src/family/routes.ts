import type { Family, Operation } from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import { traces } from "@agent-operations/contract/traces"
import { NotFound } from "@agent-operations/error-envelope"
import { type EncodedJson, jsonBody, notValid, type Route, route } from "@agent-operations/operations"
import { Effect, Result } from "effect"
import { parseExact } from "../json.ts"
import { limits } from "../limits.ts"
import { forExporters } from "../otlp/refusals.ts"
import { encodeFailure, encodeResponse } from "../otlp/response.ts"
import { type OtlpContentType, otlpContentTypes, readRequestBySteps } from "../otlp/read-request.ts"
import type { Rejection } from "../otlp/rejected.ts"
import { TraceHandlers } from "./TraceHandlers.ts"

const { list, record } = traces.operations

const isOtlp = (contentType: string | undefined): contentType is OtlpContentType =>
  (otlpContentTypes as ReadonlyArray<string | undefined>).includes(contentType)

/** How a failure is told to who sent it: in protobuf unless it speaks JSON. */
const otlpType = (contentType: string | undefined): OtlpContentType =>
  isOtlp(contentType)
    ? contentType
    : contentType?.includes("json") === true
      ? "application/json"
      : "application/x-protobuf"

/** The bytes of bodies that are held at once in a process. */
const bytesInFlight = 128 * 1024 * 1024

const asItIs = { encodings: ["gzip"] } as const

const otlp = route("POST", "/v1/traces", {
  id: "export_traces",
  summary: "Take spans by OTLP over HTTP",
  scopes: ["traces:write"],
  limits: { bodyBytes: limits.bodyBytes, decodedBytes: limits.decodedBytes, bytesInFlight },
  // A server that exports to itself would never rest. Law: T24.
  tracing: false,
  body: {
    contentTypes: otlpContentTypes,
    ...asItIs,
    decode: (bytes, contentType, _, grow) =>
      Result.succeed({ bytes, contentType: contentType as OtlpContentType, grow })
  },
  failure: (error, contentType) => encodeFailure(forExporters(error), otlpType(contentType)),
  run: ({ body }) =>
    TraceHandlers.use(({ takeOtlp }) =>
      takeOtlp(body.bytes.length, (times, make) =>
        readRequestBySteps(body.bytes, body.contentType, times, make, body.grow)
      )
    ),
  answer: (rejected: ReadonlyArray<Rejection>, contentType) => encodeResponse(rejected, otlpType(contentType)),
  openapi: {
    tags: [traces.title],
    description:
      "ExportTraceServiceRequest in protobuf or JSON, by gzip or as it is. Failures are google.rpc.Status in the same encoding.",
    responses: { 200: { description: "ExportTraceServiceResponse: what was not kept is in its partial success." } }
  }
})

/** Exporters of an SDK send all signals to one address. What they send is not traced here either. Law: T24. */
const otherSignal = (signal: "logs" | "metrics") =>
  route("POST", `/v1/${signal}`, {
    id: `export_${signal}`,
    summary: `Tell exporters of ${signal} that only traces are taken`,
    scopes: ["traces:write"],
    errors: ["NOT_FOUND"],
    tracing: false,
    failure: (error, contentType) => encodeFailure(error, otlpType(contentType)),
    run: () =>
      Effect.fail(
        new NotFound({
          message: `Traces are taken here, and no ${signal}.`,
          hint: `Set OTEL_${signal.toUpperCase()}_EXPORTER=none where they are sent from.`
        })
      ),
    openapi: { tags: [traces.title] }
  })

type ListInput = Operation.Input<Family.OperationById<typeof traces, "list_traces">>

const decodeList = makeDecoder(list.input)
const numbers = new Set(["limit"])
const booleans = new Map<string, unknown>([
  ["true", true],
  ["false", false]
])

const notStored = (name: string) =>
  notValid("The query is not valid.", [{ path: [name], message: "The text contains a NUL character." }], ["query"])

const parsed = (name: string, value: string): Result.Result<unknown, ReturnType<typeof notValid>> => {
  if (numbers.has(name) && /^\d+$/.test(value)) return Result.succeed(Number(value))
  if (name === "includeTotal") return Result.succeed(booleans.get(value) ?? value)
  // What is no JSON is no list either, which is told where it is decoded.
  if (name === "filters") return Result.succeed(parseExact(value) ?? value)
  return value.includes("\0") ? Result.fail(notStored(name)) : Result.succeed(value)
}

/** The query as the input of `list_traces`: digits are a number, `true` and `false` are booleans, `filters` are JSON. */
const listInput = (query: URLSearchParams): Result.Result<ListInput, ReturnType<typeof notValid>> => {
  const given: Record<string, unknown> = {}
  for (const [name, value] of query) {
    if (name === "projectId") continue
    const read = parsed(name, value)
    if (Result.isFailure(read)) return Result.fail(read.failure)
    given[name] = read.success
  }
  return Result.mapError(decodeList(given), (issues) => notValid("The query is not valid.", issues, ["query"]))
}

const inData = ({ text }: EncodedJson<unknown>) => ({ body: `{"data":${text}}` })

const listing = route("GET", "/api/traces", {
  aliasOf: list.id,
  summary: list.summary,
  scopes: list.scopes,
  run: ({ query }) =>
    Effect.flatMap(Effect.fromResult(listInput(query)), (input) =>
      TraceHandlers.use((handlers) => handlers.list(input))
    ),
  answer: inData
})

const recording = route("POST", "/api/traces", {
  aliasOf: record.id,
  summary: record.summary,
  scopes: record.scopes,
  errors: record.errors,
  limits: { bodyBytes: limits.bodyBytes, decodedBytes: limits.decodedBytes, bytesInFlight },
  body: jsonBody(record.input, asItIs),
  run: ({ body }) => TraceHandlers.use((handlers) => handlers.record(body)),
  answer: inData
})

/** What traces serve beside operations: OTLP, and the two operations that have an address of their own. */
export const routes: ReadonlyArray<Route<TraceHandlers>> = [
  otlp,
  otherSignal("logs"),
  otherSignal("metrics"),
  listing,
  recording
]
