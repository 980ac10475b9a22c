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
  inputTokens: Schema.optionalKey(
    Tokens.annotateKey({ description: "Tokens that the model read, including cached ones." })
  ),
  outputTokens: Schema.optionalKey(Tokens.annotateKey({ description: "Tokens that the model wrote." })),
  totalTokens: Schema.optionalKey(Tokens.annotateKey({ description: "Tokens that the model read and wrote." })),
  cacheReadTokens: Schema.optionalKey(Tokens.annotateKey({ description: "Input tokens that were read from a cache." })),
  cacheWriteTokens: Schema.optionalKey(
    Tokens.annotateKey({ description: "Input tokens that were written to a cache." })
  ),
  reasoningTokens: Schema.optionalKey(
    Tokens.annotateKey({ description: "Output tokens that the model reasoned with." })
  )
}).annotate({ identifier: "TokenUsage" })

const Event = Schema.Struct({
  name: Schema.String.annotateKey({ description: "Name of the event." }),
  at: Schema.optionalKey(Time.annotateKey({ description: "When it happened." })),
  timeNano: Schema.optionalKey(
    Nanos.annotateKey({ description: "When it happened, exact: nanoseconds since 1970, in decimal. It replaces at." })
  ),
  attributes: Schema.optionalKey(Open.annotateKey({ description: "Attributes of the event." }))
}).annotate({ identifier: "RecordedEvent" })

/** What both a trace and a span may say. */
const content = {
  input: Schema.optionalKey(Json.annotateKey({ description: "What it was given, as JSON." })),
  output: Schema.optionalKey(Json.annotateKey({ description: "What it answered, as JSON." })),
  metadata: Schema.optionalKey(Open.annotateKey({ description: "An open object of your own." })),
  tags: Schema.optionalKey(Tags.annotateKey({ description: "Labels to find it by: at most 50." }))
}

const RecordedSpan = Schema.Struct({
  id: Schema.optionalKey(
    SpanId.annotate({ description: "Created if left out. A repeated request is then not recognized." })
  ),
  parentId: Schema.optionalKey(
    Schema.NullOr(SpanId).annotateKey({
      description: "ID of the span that it is in; null for a root span. The parent need not exist yet."
    })
  ),
  name: SpanName.annotateKey({ description: "What the span does, 1 to 500 characters." }),
  type: Schema.optionalKey(
    Schema.Literals(spanTypes).annotateKey({
      description: "What the span stands for, such as the call of a model (generation). By default span."
    })
  ),
  kind: Schema.optionalKey(
    Schema.Literals(spanKinds).annotateKey({ description: "The kind of span in OpenTelemetry. By default internal." })
  ),
  status: Schema.optionalKey(
    Schema.Literals(["unset", "ok", "error"]).annotateKey({ description: "How the span ended." })
  ),
  startedAt: Time.annotateKey({ description: "When the span started." }),
  endedAt: Schema.optionalKey(
    Schema.NullOr(Time).annotateKey({ description: "When the span ended; null while it is running." })
  ),
  startNano: Schema.optionalKey(
    Nanos.annotate({
      description: "When the span started, exact: nanoseconds since 1970, in decimal. It replaces startedAt."
    })
  ),
  endNano: Schema.optionalKey(
    Schema.NullOr(Nanos).annotateKey({
      description: "When the span ended, exact: nanoseconds since 1970, in decimal. It replaces endedAt."
    })
  ),
  model: Schema.optionalKey(Text.annotateKey({ description: "The model that answered." })),
  provider: Schema.optionalKey(Text.annotateKey({ description: "The provider of the model." })),
  usage: Schema.optionalKey(Usage.annotateKey({ description: "The tokens that the model used." })),
  cost: Schema.optionalKey(
    Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1e9 })).annotate({
      description: "What the span cost, in US dollars."
    })
  ),
  ...content,
  error: Schema.optionalKey(Json.annotateKey({ description: "Why the span failed, as JSON." })),
  attributes: Schema.optionalKey(Open.annotateKey({ description: "OpenTelemetry attributes, by key." })),
  events: Schema.optionalKey(
    Schema.Array(Event)
      .check(Schema.isMaxLength(1024))
      .annotateKey({ description: "What happened during the span: at most 1,024 events." })
  ),
  version: Schema.optionalKey(
    Schema.Natural.annotateKey({ description: "Of versions of one span that have ended, the greatest wins." })
  )
}).annotate({ identifier: "RecordedSpan" })

const RecordedTrace = Schema.Struct({
  id: Schema.optionalKey(
    TraceId.annotate({ description: "Created if left out. A repeated request is then not recognized." })
  ),
  name: Schema.optionalKey(SpanName.annotateKey({ description: "Name of the trace, 1 to 500 characters." })),
  userId: Schema.optionalKey(Text.annotateKey({ description: "The user of the application." })),
  sessionId: Schema.optionalKey(
    Text.annotateKey({ description: "The session or conversation that the trace belongs to." })
  ),
  environment: Schema.optionalKey(Text.annotateKey({ description: "Where the application ran, such as production." })),
  release: Schema.optionalKey(Text.annotateKey({ description: "The release of the application." })),
  ...content,
  startedAt: Schema.optionalKey(Time.annotateKey({ description: "When a trace without spans started." })),
  endedAt: Schema.optionalKey(Time.annotateKey({ description: "When a trace without spans ended." })),
  spans: Schema.optionalKey(
    Schema.Array(RecordedSpan)
      .check(Schema.isMinLength(1), Schema.isMaxLength(10_000))
      .annotateKey({ description: "The spans of the trace: 1 to 10,000." })
  )
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
    "Records traces with their spans, all or none. What you give for a trace applies to its root span, and a trace " +
    "without spans becomes one span. Sending the same IDs again changes nothing, unless the span has ended since or has " +
    "a greater version. A span that another key or person recorded first is only replaced with traces:delete.",
  scopes: ["traces:write"],
  effect: "write",
  limits: { bodyBytes: 16 * 1024 * 1024 },
  input: Schema.Struct({
    traces: Schema.Array(RecordedTrace)
      .check(Schema.isMinLength(1), Schema.isMaxLength(1000))
      .annotateKey({ description: "1 to 1,000 traces." })
  }),
  result: Schema.Struct({
    traces: Schema.Array(
      Schema.Struct({
        id: Schema.String.annotateKey({ description: "ID of the trace." }),
        spanIds: Schema.Array(Schema.String).annotateKey({
          description: "IDs of its spans, in the order of the input."
        })
      }).annotate({ identifier: "RecordedIds" })
    ).annotateKey({ description: "The IDs of what was recorded, in the order of the input." }),
    spans: Schema.Natural.annotateKey({ description: "The number of spans that were accepted." })
  }),
  errors: ["TRACE_DELETED", "SPAN_TAKEN"],
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
