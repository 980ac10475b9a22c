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
  id: Schema.String.annotateKey({ description: "ID of the span: 16 hexadecimal digits." }),
  traceId: Schema.String.annotateKey({ description: "ID of the trace that it is in." }),
  parentId: Text.annotate({
    description: "ID of the span that it is in; null for a root span. The parent need not exist."
  }),
  name: Schema.String.annotateKey({ description: "What the span does." }),
  kind: Schema.Literals(spanKinds).annotateKey({ description: "The kind of span in OpenTelemetry." }),
  type: Schema.Literals(spanTypes).annotateKey({
    description: "What the span stands for, such as the call of a model (generation)."
  }),
  status: Schema.Literals(["running", "unset", "ok", "error"]).annotateKey({
    description: "How the span ended, or that it is still running."
  }),
  startedAt: Timestamp.annotateKey({ description: "When the span started." }),
  startNano: Nanos.annotateKey({ description: "When the span started, exact: nanoseconds since 1970, in decimal." }),
  endedAt: Schema.NullOr(Timestamp).annotateKey({ description: "When the span ended; null while it is running." }),
  endNano: Schema.NullOr(Nanos).annotateKey({
    description: "When the span ended, exact: nanoseconds since 1970, in decimal; null while it is running."
  }),
  durationMs: Schema.NullOr(Schema.Finite).annotateKey({
    description: "How long it took, in milliseconds; null while it is running."
  }),
  firstTokenAt: Schema.NullOr(Timestamp).annotateKey({
    description: "When the first token came; null if it is not known."
  }),
  model: Text.annotateKey({ description: "The model that answered; null if it is not known." }),
  provider: Text.annotateKey({ description: "The provider of the model; null if it is not known." }),
  inputTokens: Count.annotate({
    description: "Tokens that the model read, including those read from or written to a cache; null if it is not known."
  }),
  outputTokens: Count.annotateKey({ description: "Tokens that the model wrote; null if it is not known." }),
  totalTokens: Count.annotateKey({ description: "Tokens that the model read and wrote; null if it is not known." }),
  cacheReadTokens: Count.annotateKey({
    description: "Input tokens that were read from a cache; null if it is not known."
  }),
  cacheWriteTokens: Count.annotateKey({
    description: "Input tokens that were written to a cache; null if it is not known."
  }),
  reasoningTokens: Count.annotateKey({
    description: "Output tokens that the model reasoned with; null if it is not known."
  }),
  cost: Dollars.annotateKey({ description: "What the span cost, in US dollars; null if it is not known." }),
  costSource: Schema.NullOr(Schema.Literals(["reported", "estimated"])).annotateKey({
    description: "Whether the cost was reported with the span or estimated from prices; null if there is none."
  }),
  scores: Scores,
  version: Schema.Natural.annotateKey({ description: "Of versions of one span that have ended, the greatest wins." })
}

const content = {
  input: Json.annotateKey({ description: "What it was given; null if it was not sent." }),
  output: Json.annotateKey({ description: "What it answered; null if it was not sent." }),
  error: Json.annotateKey({ description: "Why it failed; null if it did not." }),
  tags: Schema.Array(Schema.String).annotateKey({ description: "Labels to find it by." }),
  metadata: Open.annotateKey({ description: "An open object of the application." }),
  attributes: Open.annotateKey({ description: "OpenTelemetry attributes, by key." }),
  resource: Open.annotateKey({ description: "Attributes of the resource that sent the span, such as service.name." }),
  scope: Open.annotateKey({ description: "The instrumentation scope that made the span." }),
  events: Schema.Array(
    Schema.Struct({
      name: Schema.String.annotateKey({ description: "Name of the event." }),
      at: Timestamp.annotateKey({ description: "When it happened." }),
      timeNano: Nanos.annotateKey({ description: "When it happened, exact: nanoseconds since 1970, in decimal." }),
      attributes: Open.annotateKey({ description: "Attributes of the event." })
    }).annotate({
      identifier: "SpanEvent"
    })
  ).annotateKey({ description: "What happened during the span." }),
  links: Schema.Array(
    Schema.Struct({
      traceId: Schema.String.annotateKey({ description: "ID of the trace that is linked to." }),
      spanId: Schema.String.annotateKey({ description: "ID of the span that is linked to." }),
      attributes: Open.annotateKey({ description: "Attributes of the link." })
    }).annotate({
      identifier: "SpanLink"
    })
  ).annotateKey({ description: "Other spans that the span is linked to." }),
  droppedAttributesCount: Schema.Natural.annotateKey({
    description: "The number of attributes that the sender left out."
  })
}

/** A span, with all that was sent. Law: T10. */
export const Span = Schema.Struct({ ...facts, ...content }).annotate({
  identifier: "Span",
  description: "A span with everything that was sent."
})

/** What a span is counted and sorted by, without what it holds. */
export const SpanFacts = Schema.Struct(facts).annotate({
  identifier: "SpanFacts",
  description: "A span without input, output, error, tags, metadata, attributes, events and links."
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
