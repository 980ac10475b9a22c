import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { Timestamp } from "../../definition/primitives.ts"
import { Count, Dollars, exampleTraceId, Nanos, Open, Scores } from "./primitives.ts"

/** How a trace goes on. Law: T6. */
export const traceStatuses = ["running", "success", "error", "incomplete"] as const

const Text = Schema.NullOr(Schema.String)

/** A trace, as its spans say. Laws: T2, T5. */
export const Trace = Schema.Struct({
  id: Schema.String,
  projectId: Schema.String,
  name: Text,
  status: Schema.Literals(traceStatuses).annotate({
    description:
      "By the root span once it has ended: error or success. Before that running, and incomplete if no span came for a while."
  }),
  userId: Text,
  sessionId: Text,
  environment: Text,
  release: Text,
  startedAt: Timestamp,
  startNano: Nanos,
  endedAt: Schema.NullOr(Timestamp),
  endNano: Schema.NullOr(Nanos),
  durationMs: Schema.NullOr(Schema.Finite),
  spanCount: Schema.Natural,
  errorCount: Schema.Natural,
  inputTokens: Count,
  outputTokens: Count,
  totalTokens: Count,
  cost: Dollars,
  input: Json,
  output: Json,
  error: Json,
  truncated: Schema.Array(Schema.Literals(["input", "output"])).annotate({
    description: "What a list shows the first 2,000 characters of, as a string: it is longer than 8 KiB."
  }),
  tags: Schema.Array(Schema.String),
  attributes: Open,
  metadata: Open,
  scores: Scores,
  updatedAt: Timestamp
}).annotate({ identifier: "Trace", description: "A trace, as its spans say." })

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
