import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Json } from "../../definition/json.ts"
import {
  exampleSpanId,
  exampleTraceId,
  Nanos,
  Open,
  SpanId,
  SpanName,
  Tags,
  Text,
  Time,
  TraceId
} from "./primitives.ts"
import { spanKinds, spanTypes } from "./span.ts"

const Tokens = Schema.Natural.check(Schema.isLessThanOrEqualTo(10_000_000_000))

const Usage = Schema.Struct({
  inputTokens: Schema.optionalKey(Tokens),
  outputTokens: Schema.optionalKey(Tokens),
  totalTokens: Schema.optionalKey(Tokens),
  cacheReadTokens: Schema.optionalKey(Tokens),
  cacheWriteTokens: Schema.optionalKey(Tokens),
  reasoningTokens: Schema.optionalKey(Tokens)
}).annotate({ identifier: "TokenUsage" })

const Event = Schema.Struct({
  name: Schema.String,
  at: Schema.optionalKey(Time),
  timeNano: Schema.optionalKey(Nanos),
  attributes: Schema.optionalKey(Open)
}).annotate({ identifier: "RecordedEvent" })

/** What both a trace and a span may say. */
const content = {
  input: Schema.optionalKey(Json),
  output: Schema.optionalKey(Json),
  metadata: Schema.optionalKey(Open),
  tags: Schema.optionalKey(Tags)
}

const RecordedSpan = Schema.Struct({
  id: Schema.optionalKey(SpanId.annotate({ description: "Made if left out: a repeat is then not recognized." })),
  parentId: Schema.optionalKey(Schema.NullOr(SpanId)),
  name: SpanName,
  type: Schema.optionalKey(Schema.Literals(spanTypes)),
  kind: Schema.optionalKey(Schema.Literals(spanKinds)),
  status: Schema.optionalKey(Schema.Literals(["unset", "ok", "error"])),
  startedAt: Time,
  endedAt: Schema.optionalKey(Schema.NullOr(Time)),
  startNano: Schema.optionalKey(Nanos.annotate({ description: "Exact, in place of startedAt." })),
  endNano: Schema.optionalKey(Schema.NullOr(Nanos)),
  model: Schema.optionalKey(Text),
  provider: Schema.optionalKey(Text),
  usage: Schema.optionalKey(Usage),
  cost: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e9 })).annotate({ description: "US dollars." })
  ),
  ...content,
  error: Schema.optionalKey(Json),
  attributes: Schema.optionalKey(Open),
  events: Schema.optionalKey(Schema.Array(Event).check(Schema.isMaxLength(1024))),
  version: Schema.optionalKey(
    Schema.Natural.annotate({ description: "Of versions of one span that have ended, the greatest wins." })
  )
}).annotate({ identifier: "RecordedSpan" })

const RecordedTrace = Schema.Struct({
  id: Schema.optionalKey(TraceId.annotate({ description: "Made if left out: a repeat is then not recognized." })),
  name: Schema.optionalKey(SpanName),
  userId: Schema.optionalKey(Text),
  sessionId: Schema.optionalKey(Text),
  environment: Schema.optionalKey(Text),
  release: Schema.optionalKey(Text),
  ...content,
  startedAt: Schema.optionalKey(Time),
  endedAt: Schema.optionalKey(Time),
  spans: Schema.optionalKey(Schema.Array(RecordedSpan).check(Schema.isMinLength(1), Schema.isMaxLength(10_000)))
})
  .check(
    Schema.makeFilter(
      (trace: { readonly spans?: unknown; readonly startedAt?: unknown; readonly endedAt?: unknown }) =>
        trace.spans === undefined || (trace.startedAt === undefined && trace.endedAt === undefined),
      { expected: "either spans, which have times of their own, or startedAt and endedAt" }
    )
  )
  .annotate({ identifier: "RecordedTrace" })

/** Records traces as JSON. Laws: T1 to T5, T10. */
export const recordTraces = operation({
  id: "record_traces",
  summary: "Record traces",
  description:
    "Records traces with their spans: all of them, or nothing if anything is wrong. What is said of a trace is laid on its " +
    "root span, and a trace without spans is one span. The same IDs again change nothing, unless the span has ended since, " +
    "or has a greater version.",
  scopes: ["traces:write"],
  effect: "write",
  limits: { bodyBytes: 16 * 1024 * 1024 },
  input: Schema.Struct({
    traces: Schema.Array(RecordedTrace).check(Schema.isMinLength(1), Schema.isMaxLength(1000))
  }),
  result: Schema.Struct({
    traces: Schema.Array(
      Schema.Struct({ id: Schema.String, spanIds: Schema.Array(Schema.String) }).annotate({ identifier: "RecordedIds" })
    ),
    spans: Schema.Natural
  }),
  errors: ["TRACE_DELETED"],
  example: {
    input: {
      traces: [
        {
          id: exampleTraceId,
          userId: "ada",
          spans: [
            {
              id: exampleSpanId,
              name: "support",
              type: "generation",
              startedAt: "2026-11-20T10:00:00.000Z",
              endedAt: "2026-11-20T10:00:01.500Z",
              model: "gpt-4o-mini",
              provider: "openai",
              usage: { inputTokens: 120, outputTokens: 30 },
              input: "Where is my parcel?",
              output: "In Oslo."
            }
          ]
        }
      ]
    },
    result: { traces: [{ id: exampleTraceId, spanIds: [exampleSpanId] }], spans: 1 }
  }
})
