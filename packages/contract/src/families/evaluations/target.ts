import * as Schema from "effect/Schema"
import { Json } from "../../definition/json.ts"
import { Revision, Timestamp } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"
import { exampleItem, ItemId, versionNumber } from "../datasets/item.ts"
import { Open } from "../traces/primitives.ts"
import { exampleRunId, exampleTargetId, Micros, RunId, TargetErrorCode, TargetId, TargetStatus } from "./primitives.ts"

const verdict = {
  status: Schema.Literals(["scored", "unscored", "failed"]).annotateKey({
    description: "Whether there is a score (scored), none (unscored), or the scorer failed."
  }),
  value: Schema.NullOr(Schema.Finite).annotateKey({ description: "The score as a number; null if there is none." }),
  label: Schema.NullOr(Schema.String).annotateKey({ description: "The label that was chosen; null if there is none." }),
  passed: Schema.NullOr(Schema.Boolean).annotateKey({
    description: "Whether the score passes; null if nothing decides that."
  })
}

const TargetScore = Schema.Struct(verdict).annotate({
  identifier: "EvalTargetScore",
  description: "The score of a target by one scorer. A failed or missing score is not zero."
})

const target = {
  id: TargetId.annotateKey({ description: "ID of the target." }),
  ordinal: Schema.Natural.annotateKey({ description: "The position of the target in the run, from 0." }),
  itemId: Schema.NullOr(ItemId).annotate({ description: "Null for a call by invoke_app." }),
  externalId: Schema.NullOr(Schema.String).annotateKey({
    description: "Your own name for the item; null if it has none."
  }),
  itemFromVersion: Schema.NullOr(versionNumber).annotate({
    description: "The dataset's version that wrote this state of the item; null for a call by invoke_app."
  }),
  repetition: Schema.Natural.annotate({ description: "The number of the repetition, from 1." }),
  status: TargetStatus.annotateKey({
    description: "The state of the target. succeeded, failed and cancelled are final."
  }),
  durationMs: Schema.NullOr(Schema.Finite).annotate({
    description: "How long the attempt that counts took, in milliseconds; null if there is none."
  }),
  spentMicros: Micros.annotateKey({ description: "What the target spent, in micro-units." }),
  errorCode: Schema.NullOr(TargetErrorCode).annotateKey({ description: "Why the target failed; null if it did not." }),
  traceId: Schema.String.annotate({
    description: "ID of the trace of all its attempts, fixed when the run was created."
  }),
  carriedFrom: Schema.NullOr(TargetId).annotate({
    description: "ID of the target whose results were carried over; null for none."
  })
}

/** A target without what it was given and answered, at most 4 KiB. */
export const EvalTarget = Schema.Struct({
  ...target,
  scores: Schema.Record(Alias, TargetScore).annotateKey({
    description: "The scores of the target, by the alias of each scorer."
  })
}).annotate({
  identifier: "EvalTarget",
  description: "One repetition of an item in a run, without its input and output."
})
export type EvalTarget = typeof EvalTarget.Type

const Attempt = Schema.Struct({
  number: Schema.Natural.annotateKey({ description: "The number of the attempt: 1, 2, 3, …" }),
  startedAt: Timestamp.annotateKey({ description: "When the attempt started." }),
  endedAt: Timestamp.annotateKey({ description: "When the attempt ended." }),
  outcome: Schema.Literals(["succeeded", "failed", "lost", "released", "cancelled"]).annotateKey({
    description: "How the attempt ended."
  }),
  errorCode: Schema.NullOr(TargetErrorCode).annotateKey({ description: "Why the attempt failed; null if it did not." }),
  message: Schema.NullOr(Schema.String).annotateKey({
    description: "What went wrong, for people; null if nothing did."
  }),
  httpStatus: Schema.NullOr(Schema.Int).annotateKey({
    description: "The HTTP status of the app's answer; null if there was none."
  }),
  retryAfterMs: Schema.NullOr(Schema.Natural).annotateKey({
    description: "How long the app asked to wait before the next attempt, in milliseconds; null if it did not."
  }),
  spentMicros: Micros.annotateKey({ description: "What the attempt spent, in micro-units." }),
  assumed: Schema.Boolean.annotate({
    description: "Whether the whole hold is charged, since it is unknown what the attempt used."
  })
}).annotate({
  identifier: "EvalAttempt",
  description: "One attempt at a target. It is lost if the process that made it died, and released if it was stopped."
})

const Score = Schema.Struct({
  ...verdict,
  spentMicros: Micros.annotateKey({ description: "What scoring spent, in micro-units." }),
  detail: Open.annotate({ description: "Explanation, metadata, logs, and the request and answer of a judge." })
}).annotate({ identifier: "EvalScore" })

const Pinned = Schema.Struct({
  kind: Schema.String.annotateKey({ description: "The name of its kind, such as app or scorer." }),
  id: Schema.String.annotateKey({ description: "ID of the definition." }),
  name: Schema.String.annotateKey({ description: "The name it had when the run was created." }),
  revision: Revision.annotateKey({ description: "The revision that is pinned." })
}).annotate({ identifier: "EvalDefinition" })

/** All that is known of a target. It never changes once the target has ended. Laws: F1, F2, F3. */
export const EvalEvidence = Schema.Struct({
  ...target,
  runId: RunId.annotateKey({ description: "ID of the run that the target belongs to." }),
  input: Json.annotateKey({ description: "What the app was given." }),
  expected: Json.annotateKey({ description: "The answer to expect; null if there is none." }),
  metadata: Open.annotateKey({ description: "The metadata of the item." }),
  output: Json.annotate({ description: "What the app answered; null until there is an answer." }),
  exchange: Open.annotate({
    description: "What was sent and received in addition to the output. Secrets are replaced."
  }),
  attempts: Schema.Array(Attempt).annotateKey({ description: "Every attempt, oldest first." }),
  scores: Schema.Record(Alias, Score).annotateKey({
    description: "The scores with their details, by the alias of each scorer."
  }),
  definitions: Schema.Array(Pinned).annotate({
    description: "The definitions that the run uses, by name and revision."
  }),
  purged: Schema.Boolean.annotate({
    description: "Whether the item's content was purged for good; the hash stays."
  }),
  outputRemovedAt: Schema.NullOr(Timestamp).annotate({
    description:
      "When the output, the exchange and the details of scores were removed, since the run is older than the server " +
      "keeps them; null if they are kept. The rest and the hash stay."
  }),
  evidenceHash: Schema.NullOr(Schema.String).annotate({
    description: "SHA-256 of the frozen evidence, in hexadecimal digits; null until the target has succeeded or failed."
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
