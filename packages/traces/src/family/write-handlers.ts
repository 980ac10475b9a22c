import { type Access, Caller, recordInProject } from "@agent-operations/auth"
import type { Family, Operation } from "@agent-operations/contract"
import { dataTypeOf, type traces } from "@agent-operations/contract/traces"
import { newTypeId } from "@agent-operations/database"
import {
  HumanRequired,
  MissingScope,
  NotFound,
  PayloadTooLarge,
  SpanTaken,
  TraceDeleted,
  ValidationError
} from "@agent-operations/error-envelope"
import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { EncodedJson, inTurns, maxPageBytes } from "@agent-operations/operations"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { parseSpanId, parseTraceId } from "../identifiers.ts"
import { limits } from "../limits.ts"
import { type Refused, TraceStore } from "../store/index.ts"
import { faultOfJson } from "./fault-of-json.ts"
import { readRecordedBySteps } from "./record.ts"
import { scoreText } from "./score-answer.ts"
import { countSpans } from "./span-counts.ts"
import { recorderOf, type Setting, spaceOf } from "./setting.ts"

type Input<Id extends string> = Operation.Input<Family.OperationById<typeof traces, Id>>
type Result<Id extends string> = Operation.Result<Family.OperationById<typeof traces, Id>>

const deleted = () => new TraceDeleted({ message: "The trace was deleted." })

const full = () =>
  new PayloadTooLarge({
    message: "A trace has as many spans as it may.",
    hint: "Record the rest under another trace ID.",
    details: { limitBytes: limits.bodyBytes }
  })

const taken = ({ traceId, spanId }: Refused) =>
  new SpanTaken({
    message: `Another key or person recorded the span ${spanId} first, and this version differs from the one that is stored.`,
    details: { traceId, spanId }
  })

const refusal = (refused: Refused) =>
  ({ TRACE_DELETED: deleted, TRACE_FULL: full, SPAN_TAKEN: taken })[refused.reason](refused)

const tooManyScores = () =>
  new PayloadTooLarge({
    message: `A trace or a span has at most ${limits.scores} scores, and this one has as many.`,
    hint: "Delete scores that are not needed, or replace one by sending its name and identifier again.",
    details: { limitBytes: maxPageBytes, scores: limits.scores }
  })

const scoreOfOthers = ({ scopes }: Access) =>
  new MissingScope({
    message: "Another key or person gave the score: replacing or deleting it requires traces:delete.",
    details: { required: ["traces:write", "traces:delete"], granted: scopes === "all" ? [] : scopes }
  })

/** What handlers that change traces do. */
export const writeHandlers = ({ make, times }: Setting) =>
  Effect.map(Effect.all([TraceStore, SqlClient.SqlClient]), ([store, sql]) => ({
    record: Effect.fnUntraced(function* (input: Input<"record_traces">) {
      const { now, ...range } = yield* times
      const read = yield* inTurns(readRecordedBySteps(input.traces, { times: range, now, make }))
      const { spans, traces } = yield* Effect.fromResult(read)
      const caller = yield* Caller
      const [refused] = yield* store.recordWhole(spaceOf(caller), spans, recorderOf(caller))
      if (refused !== undefined) return yield* refusal(refused)
      yield* countSpans(spans.length, 0)
      return EncodedJson.of<Result<"record_traces">>({ traces, spans: spans.length })
    }),

    createScore: Effect.fnUntraced(function* (input: Input<"create_score">) {
      const caller = yield* Caller
      const { annotatorKind = "CODE", metadata = {} } = input
      if (annotatorKind === "HUMAN" && caller.actor.type !== "user") {
        return yield* new HumanRequired({
          message: "A score of the annotator kind HUMAN is given by a person.",
          hint: "Score as a user, or with the annotator kind CODE or LLM."
        })
      }
      const fault = faultOfJson(input, limits.depth)
      if (fault !== undefined) {
        const issues = [{ path: pointerOf(fault.path), message: fault.message }]
        return yield* new ValidationError({ message: "The score is not valid.", details: { issues } })
      }
      const score = yield* store.putScore(spaceOf(caller), {
        id: newTypeId("scr"),
        by: JSON.stringify(caller.actor),
        recorder: recorderOf(caller),
        traceId: parseTraceId(input.traceId)!,
        spanId: input.spanId == null ? null : parseSpanId(input.spanId)!,
        name: input.name,
        identifier: input.identifier ?? "",
        dataType: dataTypeOf(input),
        value: input.value,
        label: input.label ?? null,
        explanation: input.explanation ?? null,
        source: input.source ?? "API",
        annotatorKind,
        metadata: JSON.stringify(metadata)
      })
      if (score === "TRACE_DELETED") return yield* deleted()
      if (score === "OF_OTHERS") return yield* scoreOfOthers(caller)
      if (score === "TOO_MANY_SCORES") return yield* tooManyScores()
      return new EncodedJson<Result<"create_score">>(scoreText(score))
    }),

    deleteScore: Effect.fnUntraced(function* ({ id }: Input<"delete_score">) {
      const caller = yield* Caller
      const removed = yield* store.removeScore(spaceOf(caller), id, recorderOf(caller), ({ traceId, name }) =>
        recordInProject(sql, caller, {
          action: "score.deleted",
          subject: { type: "score", id, name },
          details: { traceId }
        })
      )
      if (removed === "NOT_FOUND") return yield* new NotFound({ message: `There is no score ${id} in the project.` })
      if (removed === "OF_OTHERS") return yield* scoreOfOthers(caller)
      return EncodedJson.of<Result<"delete_score">>({ id, deleted: true })
    }),

    delete: Effect.fnUntraced(function* (input: Input<"delete_trace">) {
      const id = parseTraceId(input.id)!
      const caller = yield* Caller
      const spans = yield* store.remove(spaceOf(caller), id, (count) =>
        recordInProject(sql, caller, {
          action: "trace.deleted",
          subject: { type: "trace", id, name: id },
          details: { spans: count }
        })
      )
      if (spans === undefined) return yield* new NotFound({ message: `There is no trace ${id} in the project.` })
      return EncodedJson.of<Result<"delete_trace">>({ id, deleted: true, spans })
    })
  }))
