import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { limit } from "../../definition/primitives.ts"
import { recordFilters } from "../record-filters.ts"
import { cursor, exampleTraceId, SpanId, Time, TraceId } from "./primitives.ts"
import { traceRecords } from "./records.ts"
import { exampleScore, Score } from "./score.ts"
import { exampleSpan, Span, SpanFacts } from "./span.ts"
import { exampleTrace, Trace } from "./trace.ts"

const inPages = "Read it in pages with list_trace_spans and list_trace_scores."
const traceFilters = recordFilters(
  "TraceFilter",
  { trace: traceRecords.trace },
  "a field of a trace, such as trace.status"
)

const nextPage =
  "Pass nextCursor back as cursor until it is null: a page may hold fewer than limit without being the last."

/** Lists traces, newest start first. Laws: T7, T8, T9. */
export const listTraces = operation({
  id: "list_traces",
  summary: "List traces",
  description: `Lists the project's traces, by their start, newest first. ${nextPage}`,
  scopes: ["traces:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor),
    from: Schema.optionalKey(Time.annotate({ description: "Only traces that started then or later." })),
    to: Schema.optionalKey(Time.annotate({ description: "Only traces that started before." })),
    filters: Schema.optionalKey(traceFilters),
    search: Schema.optionalKey(
      Schema.String.check(Schema.isMaxCodePoints(200)).annotate({
        description:
          "Part of the name, user, session, input or output, ignoring case, or the beginning of an ID. Without from, of " +
          "the last 7 days."
      })
    ),
    includeTotal: Schema.optionalKey(
      Schema.Boolean.annotate({ description: "Whether to return total, the number of traces that match." })
    )
  }),
  result: Schema.Struct({
    items: Schema.Array(Trace).annotateKey({ description: "The traces of this page, newest start first." }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    }),
    total: Schema.optionalKey(
      Schema.Natural.annotateKey({ description: "The number of traces that match; only with includeTotal." })
    )
  }),
  errors: [],
  example: {
    input: {
      limit: 2,
      filters: [{ field: "trace.attributes.customer.tier", operator: "eq", value: "gold" }],
      search: "parcel",
      includeTotal: true
    },
    result: { items: [exampleTrace], nextCursor: null, total: 1 }
  }
})

/** Reads a whole trace, unless it is larger than an answer may be. Laws: T5, T12. */
export const getTrace = operation({
  id: "get_trace",
  summary: "Read a trace",
  description:
    "Reads a trace with all its spans and scores, at one moment. Read a trace of more than 8 MiB in pages instead.",
  scopes: ["traces:read"],
  effect: "read",
  input: Schema.Struct({ id: TraceId.annotateKey({ description: "ID of the trace." }) }),
  result: Schema.Struct({
    trace: Trace.annotateKey({ description: "The trace itself." }),
    spans: Schema.Array(Span).annotateKey({ description: "All spans of the trace, by their start." }),
    scores: Schema.Array(Score).annotateKey({ description: "All scores of the trace and its spans." })
  }),
  errors: ["NOT_FOUND"],
  hints: { PAYLOAD_TOO_LARGE: inPages },
  example: {
    input: { id: exampleTraceId },
    result: { trace: exampleTrace, spans: [exampleSpan], scores: [exampleScore] }
  }
})

/** Lists the spans of a trace by their start. Laws: T9, T12. */
export const listTraceSpans = operation({
  id: "list_trace_spans",
  summary: "List the spans of a trace",
  description: `Lists the spans of a trace by their start, oldest first. ${nextPage}`,
  scopes: ["traces:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    traceId: TraceId.annotateKey({ description: "ID of the trace." }),
    limit: Schema.optionalKey(limit(1000, 200)),
    cursor: Schema.optionalKey(cursor),
    ids: Schema.optionalKey(
      Schema.Array(SpanId)
        .check(Schema.isMinLength(1), Schema.isMaxLength(200))
        .annotate({ description: "Only these spans: 1 to 200 IDs. IDs that do not exist are left out." })
    ),
    parentId: Schema.optionalKey(
      Schema.NullOr(SpanId).annotate({ description: "Only children of this span; null for those without a parent." })
    ),
    fields: Schema.optionalKey(
      Schema.Literals(["facts", "all"]).annotate({
        description:
          "all, or facts to leave out the content of spans: input, output, error, tags, metadata, attributes, events " +
          "and links.",
        default: "all"
      })
    )
  }),
  result: Schema.Struct({
    items: Schema.Array(Schema.Union([Span, SpanFacts])).annotateKey({
      description: "The spans of this page, oldest start first."
    }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    })
  }),
  errors: ["NOT_FOUND"],
  example: { input: { traceId: exampleTraceId }, result: { items: [exampleSpan], nextCursor: null } }
})

/** Lists the scores of a trace and its spans, newest first. Laws: T9, T12. */
export const listTraceScores = operation({
  id: "list_trace_scores",
  summary: "List the scores of a trace",
  description: `Lists the scores of a trace and its spans, newest first. ${nextPage}`,
  scopes: ["traces:read"],
  effect: "read",
  paging: "cursor",
  input: Schema.Struct({
    traceId: TraceId.annotateKey({ description: "ID of the trace." }),
    spanId: Schema.optionalKey(SpanId.annotate({ description: "Only scores of this span." })),
    limit: Schema.optionalKey(limit(200, 50)),
    cursor: Schema.optionalKey(cursor)
  }),
  result: Schema.Struct({
    items: Schema.Array(Score).annotateKey({ description: "The scores of this page, newest first." }),
    nextCursor: Schema.NullOr(Schema.String).annotateKey({
      description: "Pass it back as cursor for the next page; null on the last one."
    })
  }),
  errors: ["NOT_FOUND"],
  example: { input: { traceId: exampleTraceId }, result: { items: [exampleScore], nextCursor: null } }
})
