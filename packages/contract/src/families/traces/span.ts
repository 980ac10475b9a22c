import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { Timestamp } from "../../definition/primitives.ts"
import { Count, Dollars, exampleSpanId, exampleTraceId, Nanos, Open, Scores } from "./primitives.ts"

/** The kinds of OpenTelemetry, in its order. They are stored by their place: what is new comes last. */
export const spanKinds = ["internal", "server", "client", "producer", "consumer"] as const

/** What a span stands for. They are stored by their place: what is new comes last. */
export const spanTypes = [
  "span",
  "generation",
  "agent",
  "tool",
  "chain",
  "retriever",
  "embedding",
  "evaluator",
  "guardrail",
  "prompt",
  "event"
] as const

const Text = Schema.NullOr(Schema.String)

const facts = {
  id: Schema.String,
  traceId: Schema.String,
  parentId: Text.annotate({ description: "It need not exist." }),
  name: Schema.String,
  kind: Schema.Literals(spanKinds),
  type: Schema.Literals(spanTypes),
  status: Schema.Literals(["running", "unset", "ok", "error"]),
  startedAt: Timestamp,
  startNano: Nanos,
  endedAt: Schema.NullOr(Timestamp),
  endNano: Schema.NullOr(Nanos),
  durationMs: Schema.NullOr(Schema.Finite),
  firstTokenAt: Schema.NullOr(Timestamp),
  model: Text,
  provider: Text,
  inputTokens: Count.annotate({ description: "With those that were read from a cache or written to one." }),
  outputTokens: Count,
  totalTokens: Count,
  cacheReadTokens: Count,
  cacheWriteTokens: Count,
  reasoningTokens: Count,
  cost: Dollars,
  costSource: Schema.NullOr(Schema.Literals(["reported", "estimated"])),
  scores: Scores,
  version: Schema.Natural
}

const content = {
  input: Json,
  output: Json,
  error: Json,
  tags: Schema.Array(Schema.String),
  metadata: Open,
  attributes: Open,
  resource: Open,
  scope: Open,
  events: Schema.Array(
    Schema.Struct({ name: Schema.String, at: Timestamp, timeNano: Nanos, attributes: Open }).annotate({
      identifier: "SpanEvent"
    })
  ),
  links: Schema.Array(
    Schema.Struct({ traceId: Schema.String, spanId: Schema.String, attributes: Open }).annotate({
      identifier: "SpanLink"
    })
  ),
  droppedAttributesCount: Schema.Natural
}

/** A span, with all that was sent. Law: T10. */
export const Span = Schema.Struct({ ...facts, ...content }).annotate({
  identifier: "Span",
  description: "A span, with all that was sent."
})

/** What a span is counted and sorted by, without what it holds. */
export const SpanFacts = Schema.Struct(facts).annotate({
  identifier: "SpanFacts",
  description: "A span without what it holds: input, output, error, tags, metadata, attributes, events and links."
})

export const exampleSpan: typeof Span.Type = {
  id: exampleSpanId,
  traceId: exampleTraceId,
  parentId: null,
  name: "support",
  kind: "internal",
  type: "generation",
  status: "ok",
  startedAt: "2026-11-20T10:00:00.000Z",
  startNano: "1795168800000000000",
  endedAt: "2026-11-20T10:00:01.500Z",
  endNano: "1795168801500000000",
  durationMs: 1500,
  firstTokenAt: null,
  model: "gpt-4o-mini",
  provider: "openai",
  inputTokens: 120,
  outputTokens: 30,
  totalTokens: 150,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  reasoningTokens: null,
  cost: 0.000_036,
  costSource: "estimated",
  scores: {},
  version: 0,
  input: "Where is my parcel?",
  output: "In Oslo.",
  error: null,
  tags: ["shipping"],
  metadata: {},
  attributes: { "customer.tier": "gold" },
  resource: { "service.name": "support" },
  scope: {},
  events: [],
  links: [],
  droppedAttributesCount: 0
}
