import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Revision } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"
import { maxUtf8Bytes } from "../../definition/size.ts"
import { App } from "../apps/kind.ts"
import { ItemId, versionNumber } from "../datasets/item.ts"
import { Dataset } from "../datasets/kind.ts"
import { shortText } from "../short-text.ts"
import { Open } from "../traces/primitives.ts"
import { exampleScorerId, Micros, orNull, RequestKey, RunId, ScorerId } from "./primitives.ts"
import { EvalRun, exampleBaseRun, exampleRun, RunBasis } from "./run.ts"

/** How many targets a run has at most. */
export const maxTargets = 50_000

const pinned = <S extends Schema.Constraint>(Id: S) =>
  Schema.Struct({
    id: Id,
    revision: Schema.optionalKey(
      Revision.annotateKey({ description: "The revision to pin. By default the current one." })
    )
  })

/** The scorers of a run, by the alias that their scores have. */
export const RunScorers = Schema.Record(
  Alias,
  pinned(ScorerId.annotateKey({ description: "ID of the scorer." }))
).check(Schema.isMaxProperties(32))

const StopAfter = Schema.Union([
  Schema.Struct({
    failed: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxTargets })).annotateKey({
      description: "How many targets may fail."
    })
  }),
  Schema.Struct({
    failedShare: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).annotateKey({
      description: "Which share of all targets may fail, 0 to 1."
    })
  })
]).annotate({
  identifier: "EvalStopAfter",
  description: "How many targets, or which share of all targets, may fail before the run ends as failed."
})

const fitsMetadata = Schema.is(Schema.String.check(maxUtf8Bytes(16 * 1024)))

const MetadataOfRun = Open.check(
  Schema.makeFilter((value: unknown) => fitsMetadata(JSON.stringify(value)), {
    expected: "open JSON of at most 16 KiB"
  })
)

/** What a run is made of. Absent revisions and versions are the current ones when it is created. */
const plan = {
  name: shortText(120).annotateKey({ description: "The name of the run, 1 to 120 characters." }),
  series: orNull(
    shortText(120),
    "The series that the run belongs to; null for none. Runs of one series are compared by default, and charts " +
      "show them over time."
  ),
  app: Schema.NullOr(pinned(App.Id.annotateKey({ description: "ID of the app." }))).annotate({
    description: 'The app to evaluate; null only with basis.carry "outputs".'
  }),
  dataset: Schema.Struct({
    id: Dataset.Id.annotateKey({ description: "ID of the dataset." }),
    version: Schema.optionalKey(
      versionNumber.annotateKey({ description: "The version to pin. By default the current one." })
    ),
    split: Schema.optionalKey(shortText(200).annotateKey({ description: "Only items of this split." })),
    itemIds: Schema.optionalKey(
      Schema.Array(ItemId)
        .check(Schema.isMinLength(1), Schema.isMaxLength(10_000), Schema.isUnique())
        .annotateKey({ description: "Only these items: 1 to 10,000 IDs, each once." })
    )
  }).annotateKey({ description: "The dataset whose items the app answers." }),
  scorers: RunScorers.annotateKey({
    description: "The scorers that judge each answer, by the alias that their scores get: at most 32."
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  repetitions: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))
    .annotateKey({ description: "How often the app answers each item." })
    .pipe(Schema.withDecodingDefaultKey(Effect.succeed(1))),
  basis: orNull(RunBasis, "A run whose results to carry over; null to call the app for every target."),
  baseRunId: orNull(RunId, "ID of the run to compare this one with; null for none."),
  metadata: MetadataOfRun.annotateKey({
    description: "An open object of your own, such as a commit: at most 16 KiB of JSON."
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  stopAfter: orNull(StopAfter, "How many failures end the run; null for no limit."),
  requireBudget: Schema.Boolean.annotate({
    description: "Whether to fail with 402 unless the upper bound of the cost is available now."
  }).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
}

/** What a plan is read by. Source: evaluations, "Runs". */
const planScopes = ["apps:read", "evals:read", "datasets:read", "scorers:read", "traces:read"] as const

const exampleInput = {
  name: exampleRun.name,
  series: "capitals",
  app: { id: App.example.id },
  dataset: { id: Dataset.example.id },
  scorers: { exact: { id: exampleScorerId } },
  repetitions: 3,
  baseRunId: exampleBaseRun.id,
  metadata: { commit: "9d20c14" }
} as const

/** Creates a run with all of its targets. Laws: X1, X2, X10. */
export const createEvalRun = operation({
  id: "create_eval_run",
  summary: "Start an evaluation run",
  description:
    "Runs an app over each item of a dataset, as often as repetitions says, and has scorers judge the answers. " +
    "Definitions, dataset and prices are pinned when the run is created: later changes do not affect it. The same " +
    "requestKey with the same input returns the run that it created. Poll get_eval_run until its status is completed, " +
    "failed or cancelled. A run has at most 50,000 targets.",
  scopes: [...planScopes, "evals:write"],
  effect: "write",
  incursUsage: true,
  idempotency: "requestKey",
  limits: { deadlineMillis: 30_000, bodyBytes: 1024 * 1024 },
  input: Schema.Struct({ requestKey: RequestKey, ...plan }),
  result: EvalRun,
  errors: ["USAGE_LIMIT_REACHED", "NOT_FOUND", "REQUEST_KEY_REUSED", "REFERENCE_NOT_FOUND", "UNPRICED", "RATE_LIMITED"],
  hints: { REQUEST_KEY_REUSED: "Send a new requestKey for a new run, or the same inputs for the same one." },
  example: { input: { requestKey: exampleRun.requestKey, ...exampleInput }, result: exampleRun }
})

/** What a run would be. */
export const estimateEvalRun = operation({
  id: "estimate_eval_run",
  summary: "Estimate an evaluation run",
  description:
    "Estimates how many targets and calls a run would have, and the most that it can cost, in micro-units, without " +
    "retries. Nothing is created.",
  scopes: planScopes,
  effect: "read",
  limits: { deadlineMillis: 30_000, bodyBytes: 1024 * 1024 },
  input: Schema.Struct(plan),
  result: Schema.Struct({
    targets: Schema.Natural.annotateKey({ description: "The number of targets: items times repetitions." }),
    calls: Schema.Natural.annotate({
      description: "The number of calls of apps and models, if each succeeds the first time."
    }),
    upperBoundMicros: Micros.annotateKey({
      description: "The most that the run can cost without retries, in micro-units."
    }),
    unpriced: Schema.Array(Schema.String).annotate({
      description: "Models without a price, which upperBoundMicros leaves out."
    })
  }),
  errors: ["NOT_FOUND", "REFERENCE_NOT_FOUND"],
  example: { input: exampleInput, result: { targets: 72, calls: 72, upperBoundMicros: 144_000, unpriced: [] } }
})
