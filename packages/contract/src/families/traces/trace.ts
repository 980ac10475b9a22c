import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { Timestamp } from "../../definition/primitives.ts"
import { Count, Dollars, exampleTraceId, Nanos, Open, Scores } from "./primitives.ts"

/** How a trace goes on. Law: T6. */
export const traceStatuses = ["running", "success", "error", "incomplete"] as const

const Text = Schema.NullOr(Schema.String)

/** A trace, as its spans say. Laws: T2, T5. */
export const Trace = Schema.Struct({
  id: Schema.String.annotateKey({ description: "ID of the trace: 32 hexadecimal digits." }),
  projectId: Schema.String.annotateKey({ description: "ID of the project that it belongs to." }),
  name: Text.annotateKey({ description: "Name of the trace; null if it has none." }),
  status: Schema.Literals(traceStatuses).annotate({
    description:
      "success or error once the root span has ended. Before that running, or incomplete if no span came for a while."
  }),
  userId: Text.annotateKey({ description: "The user of the application; null if it is not known." }),
  sessionId: Text.annotateKey({
    description: "The session or conversation that it belongs to; null if it is not known."
  }),
  environment: Text.annotateKey({
    description: "Where the application ran, such as production; null if it is not known."
  }),
  release: Text.annotateKey({ description: "The release of the application; null if it is not known." }),
  startedAt: Timestamp.annotateKey({ description: "When the trace started." }),
  startNano: Nanos.annotateKey({ description: "When the trace started, exact: nanoseconds since 1970, in decimal." }),
  endedAt: Schema.NullOr(Timestamp).annotateKey({ description: "When the trace ended; null while it is running." }),
  endNano: Schema.NullOr(Nanos).annotateKey({
    description: "When the trace ended, exact: nanoseconds since 1970, in decimal; null while it is running."
  }),
  durationMs: Schema.NullOr(Schema.Finite).annotateKey({
    description: "How long it took, in milliseconds; null while it is running."
  }),
  spanCount: Schema.Natural.annotateKey({ description: "The number of spans." }),
  errorCount: Schema.Natural.annotateKey({ description: "The number of spans that failed." }),
  inputTokens: Count.annotateKey({ description: "Tokens that the models read; null if it is not known." }),
  outputTokens: Count.annotateKey({ description: "Tokens that the models wrote; null if it is not known." }),
  totalTokens: Count.annotateKey({ description: "Tokens that the models read and wrote; null if it is not known." }),
  cost: Dollars.annotateKey({ description: "What the models cost, in US dollars; null if it is not known." }),
  input: Json.annotateKey({ description: "What the application was given; null if it was not sent." }),
  output: Json.annotateKey({ description: "What the application answered; null if it was not sent." }),
  error: Json.annotateKey({ description: "Why it failed; null if it did not." }),
  truncated: Schema.Array(Schema.Literals(["input", "output"])).annotate({
    description:
      "The members that a list cuts to their first 2,000 characters, as a string, since they are longer than 8 " +
      "KiB."
  }),
  tags: Schema.Array(Schema.String).annotateKey({ description: "Labels to find it by." }),
  attributes: Open.annotateKey({ description: "OpenTelemetry attributes, by key." }),
  metadata: Open.annotateKey({ description: "An open object of the application." }),
  scores: Scores,
  updatedAt: Timestamp.annotateKey({ description: "When the trace last changed." })
}).annotate({ identifier: "Trace", description: "A trace, computed from its spans." })

export const exampleTrace: typeof Trace.Type = {
  id: exampleTraceId,
  projectId: "prj_01k9x3m2h8e7v9q4t6w5z0r1ca",
  name: "support",
  status: "success",
  userId: "ada",
  sessionId: null,
  environment: "production",
  release: null,
  startedAt: "2026-11-20T10:00:00.000Z",
  startNano: "1795168800000000000",
  endedAt: "2026-11-20T10:00:01.500Z",
  endNano: "1795168801500000000",
  durationMs: 1500,
  spanCount: 1,
  errorCount: 0,
  inputTokens: 120,
  outputTokens: 30,
  totalTokens: 150,
  cost: 0.000_036,
  input: "Where is my parcel?",
  output: "In Oslo.",
  error: null,
  truncated: [],
  tags: ["shipping"],
  attributes: { "customer.tier": "gold" },
  metadata: {},
  scores: { helpfulness: 0.9 },
  updatedAt: "2026-11-20T10:00:02.000Z"
}
