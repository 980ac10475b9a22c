import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { Revision, Timestamp } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"
import { exampleItem, ItemId, versionNumber } from "../datasets/item.ts"
import { Open } from "../traces/primitives.ts"
import { exampleRunId, exampleTargetId, Micros, RunId, TargetErrorCode, TargetId, TargetStatus } from "./primitives.ts"

const verdict = {
  status: Schema.Literals(["scored", "unscored", "failed"]),
  value: Schema.NullOr(Schema.Finite),
  label: Schema.NullOr(Schema.String),
  passed: Schema.NullOr(Schema.Boolean)
}

const TargetScore = Schema.Struct(verdict).annotate({
  identifier: "EvalTargetScore",
  description: "What a scorer made of a target; a failed or missing score is no zero."
})

const target = {
  id: TargetId,
  ordinal: Schema.Natural,
  itemId: Schema.NullOr(ItemId).annotate({ description: "Null of a call by invoke_app." }),
  externalId: Schema.NullOr(Schema.String),
  itemFromVersion: Schema.NullOr(versionNumber).annotate({
    description: "The dataset's version that the item's revision came with."
  }),
  repetition: Schema.Natural.annotate({ description: "1 for the first." }),
  status: TargetStatus,
  durationMs: Schema.NullOr(Schema.Finite).annotate({ description: "Of the attempt that counts." }),
  spentMicros: Micros,
  errorCode: Schema.NullOr(TargetErrorCode),
  traceId: Schema.String.annotate({ description: "The trace of all its attempts, fixed when the run was created." }),
  carriedFrom: Schema.NullOr(TargetId).annotate({ description: "The target whose results it shows. Law: F3." })
}

/** A target without what it was given and answered, at most 4 KiB. */
export const EvalTarget = Schema.Struct({ ...target, scores: Schema.Record(Alias, TargetScore) }).annotate({
  identifier: "EvalTarget",
  description: "An item of a run, once per repetition, without what it was given and answered."
})
export type EvalTarget = typeof EvalTarget.Type

const Attempt = Schema.Struct({
  number: Schema.Natural,
  startedAt: Timestamp,
  endedAt: Timestamp,
  outcome: Schema.Literals(["succeeded", "failed", "lost", "released", "cancelled"]),
  errorCode: Schema.NullOr(TargetErrorCode),
  message: Schema.NullOr(Schema.String),
  httpStatus: Schema.NullOr(Schema.Int),
  retryAfterMs: Schema.NullOr(Schema.Natural),
  spentMicros: Micros,
  assumed: Schema.Boolean.annotate({
    description: "Whether all that was held is charged, as nobody knows what it used."
  })
}).annotate({
  identifier: "EvalAttempt",
  description:
    "One try to work on a target. One is lost where the process that made it died, and released where it was stopped."
})

const Score = Schema.Struct({
  ...verdict,
  spentMicros: Micros,
  detail: Open.annotate({ description: "Explanation, metadata, logs, and the request and answer of a judge." })
}).annotate({ identifier: "EvalScore" })

const Pinned = Schema.Struct({
  kind: Schema.String,
  id: Schema.String,
  name: Schema.String,
  revision: Revision
}).annotate({ identifier: "EvalDefinition" })

/** All that is known of a target. It never changes once the target has ended. Laws: F1, F2, F3. */
export const EvalEvidence = Schema.Struct({
  ...target,
  runId: RunId,
  input: Json,
  expected: Json,
  metadata: Open,
  output: Json.annotate({ description: "Null until there is one." }),
  exchange: Open.annotate({ description: "What was sent and answered beside the output; secrets are replaced." }),
  attempts: Schema.Array(Attempt),
  scores: Schema.Record(Alias, Score),
  definitions: Schema.Array(Pinned).annotate({ description: "What the run works with, by name and revision." }),
  purged: Schema.Boolean.annotate({
    description: "Whether the item's content was taken away for good; the hash stays."
  }),
  outputRemovedAt: Schema.NullOr(Timestamp).annotate({
    description:
      "When the output, what was exchanged, and the details of scores went, since the run is older than the server keeps " +
      "them; the rest and the hash stay."
  }),
  evidenceHash: Schema.NullOr(Schema.String).annotate({
    description: "SHA-256 of what is frozen, in hexadecimal digits; null until the target has succeeded or failed."
  })
}).annotate({ identifier: "EvalEvidence", description: "The evidence of a target: at most 8 MiB." })
export type EvalEvidence = typeof EvalEvidence.Type

const right = { status: "scored", value: 1, label: null, passed: true } as const

const exampleParts = {
  id: exampleTargetId,
  ordinal: 0,
  itemId: exampleItem.id,
  externalId: exampleItem.externalId,
  itemFromVersion: 1,
  repetition: 1,
  status: "succeeded" as const,
  durationMs: 850,
  spentMicros: 2000,
  errorCode: null,
  traceId: "0af7651916cd43dd8448eb211c80319c",
  carriedFrom: null
}

export const exampleTarget: EvalTarget = { ...exampleParts, scores: { exact: right } }

export const exampleEvidence: EvalEvidence = {
  ...exampleParts,
  runId: exampleRunId,
  input: "What is the capital of France?",
  expected: "Paris",
  metadata: { continent: "Europe" },
  output: "Paris",
  exchange: {},
  attempts: [
    {
      number: 1,
      startedAt: "2026-11-23T10:00:00.020Z",
      endedAt: "2026-11-23T10:00:00.870Z",
      outcome: "succeeded",
      errorCode: null,
      message: null,
      httpStatus: 200,
      retryAfterMs: null,
      spentMicros: 2000,
      assumed: false
    }
  ],
  scores: { exact: { ...right, spentMicros: 0, detail: {} } },
  definitions: [{ kind: "app", id: "ap_01k9x3m2h8e7v9q4t6w5z0r1ca", name: "Support agent", revision: 2 }],
  purged: false,
  outputRemovedAt: null,
  evidenceHash: "6ae8a75555209fd6c44157c0aed8016e763ff435a19cf186f76863140143ff72"
}
