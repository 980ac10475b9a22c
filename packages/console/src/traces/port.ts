/** What the pages ask for of traces: operations, called as the person who opened the page. */
import type { Family, Operation } from "@agent-operations/contract"
import type { traces } from "@agent-operations/contract/traces"
import { type Code, NotFound } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { type Input, invoke, invokeText } from "../content/port.ts"
import { readOnly } from "../content/verbs.ts"

type Served = typeof traces
type Id = Family.OperationId<Served>
type Result<I extends Id> = Operation.Result<Family.OperationById<Served, I>>
type Given<I extends Id> = Operation.EncodedInput<Family.OperationById<Served, I>>

export type TracePage = Result<"list_traces">
export type Trace = TracePage["items"][number]
export type SpanFacts = Omit<Result<"list_trace_spans">["items"][number], "input" | "output">
export type Span = Extract<Result<"list_trace_spans">["items"][number], { readonly attributes: unknown }>
export type Score = Result<"list_trace_scores">["items"][number]
export type ListInput = Given<"list_traces">
export type ScoreInput = Given<"create_score">

const call = <I extends Id, const C extends Code>(id: I, codes: ReadonlyArray<C>, input: Given<I>) =>
  Effect.map(invoke(id, codes, input as Input), (result) => result as Result<I>)

const noTrace = () => new NotFound({ message: "There is no such trace." })

/** A page of traces, newest start first. */
export const listTraces = (input: ListInput) => call("list_traces", [], input)

/** A trace as lists show it: a long input or output is cut. */
export const readTrace = Effect.fnUntraced(function* (id: string) {
  const exactly = [{ field: "trace.id", operator: "eq" as const, value: id.toLowerCase().replaceAll("-", "") }]
  const { items } = yield* readOnly(listTraces({ limit: 1, filters: exactly }))
  return items[0] ?? (yield* noTrace())
})

/** A trace with all that there is of it, as JSON text. */
export const traceText = (id: string) => invokeText("get_trace", ["NOT_FOUND"], { id })

/** A page of a trace's spans by (start, ID), without what they hold. */
export const listSpans = (input: Given<"list_trace_spans">) =>
  call("list_trace_spans", ["NOT_FOUND"], { ...input, fields: "facts" })

/** What is known of a span without reading what it holds. */
export const readSpan = Effect.fnUntraced(function* (traceId: string, id: string) {
  const { items } = yield* readOnly(listSpans({ traceId, ids: [id] }))
  return items[0] ?? (yield* new NotFound({ message: "There is no such span." }))
})

/** A page of one span with all that it holds, as JSON text. */
export const spanText = (traceId: string, id: string) =>
  readOnly(invokeText("list_trace_spans", ["NOT_FOUND"], { traceId, ids: [id] }))

/** A page of the scores of a trace, or of one of its spans, newest first. */
export const listScores = (input: Given<"list_trace_scores">) => call("list_trace_scores", ["NOT_FOUND"], input)

export const createScore = (input: ScoreInput) => call("create_score", ["HUMAN_REQUIRED", "TRACE_DELETED"], input)

export const deleteScore = (id: string) => call("delete_score", ["NOT_FOUND"], { id })

export const deleteTrace = (id: string) => call("delete_trace", ["NOT_FOUND"], { id })
