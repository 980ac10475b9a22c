import * as Schema from "effect/Schema"
import { Actor, Timestamp } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"
import { Open } from "../traces/primitives.ts"
import { examplePins, RunPins } from "./pins.ts"
import { exampleRunId, Micros, RequestKey, RunId, runReasons, RunStatus } from "./primitives.ts"
import { exampleBaseStatistics, exampleStatistics, ScorerStatistics } from "./statistics.ts"

/** How many targets are in each state. Law: X2. */
const RunCounts = Schema.Struct({
  total: Schema.Natural.annotateKey({ description: "All targets." }),
  queued: Schema.Natural.annotateKey({ description: "Targets that wait for a call." }),
  invoking: Schema.Natural.annotateKey({ description: "Targets whose app is being called." }),
  scoring: Schema.Natural.annotateKey({ description: "Targets whose output is being scored." }),
  succeeded: Schema.Natural.annotateKey({ description: "Targets that have an output." }),
  failed: Schema.Natural.annotateKey({ description: "Targets whose attempts all failed." }),
  cancelled: Schema.Natural.annotateKey({ description: "Targets that were cancelled." }),
  carried: Schema.Natural.annotate({
    description: "Targets that were carried over from basis.runId, in whatever state."
  })
}).annotate({
  identifier: "EvalRunCounts",
  description: "Targets by state. Without carried, they always sum to total."
})

const RunUsage = Schema.Struct({
  heldMicros: Micros.annotateKey({ description: "Held for calls in flight, in micro-units." }),
  spentMicros: Micros.annotateKey({ description: "Spent so far, in micro-units." }),
  assumedMicros: Micros.annotateKey({ description: "The part of spentMicros that is assumed, in micro-units." })
}).annotate({
  identifier: "EvalRunUsage",
  description:
    "What the run spent, in micro-units of the organization's currency. A part is assumed if attempts were lost whose " +
    "provider may have billed them."
})

export const RunBasis = Schema.Struct({
  runId: RunId.annotateKey({ description: "ID of the run whose results are carried over." }),
  carry: Schema.Literals(["succeeded", "outputs"]).annotateKey({
    description: "What to carry over: succeeded targets with their scores, or only outputs, which are scored anew."
  })
}).annotate({
  identifier: "EvalBasis",
  description:
    "A run whose results are carried over without calling or paying again. succeeded runs only what failed or is new; " +
    "outputs only scores existing outputs."
})

/** A run, without its targets. Laws: X1, X2, X10. */
export const EvalRun = Schema.Struct({
  id: RunId.annotateKey({ description: "ID of the run." }),
  requestKey: RequestKey.annotateKey({ description: "The key that the caller chose for the run." }),
  name: Schema.String.annotateKey({ description: "Name of the run." }),
  series: Schema.NullOr(Schema.String).annotateKey({
    description: "The series that the run belongs to; null for none."
  }),
  status: RunStatus.annotateKey({ description: "The state of the run. cancelled, completed and failed are final." }),
  reason: Schema.NullOr(Schema.Literals(runReasons)).annotate({
    description:
      "Why it is paused (budget, app_unavailable) or failed (stop_after, pin_unreadable); null otherwise. " +
      "resume_eval_run resumes a paused run."
  }),
  pins: RunPins,
  repetitions: Schema.Natural.annotateKey({ description: "How often the app answers each item." }),
  counts: RunCounts,
  usage: RunUsage,
  durationMs: Schema.Struct({
    p50: Schema.NullOr(Schema.Finite).annotateKey({
      description: "The median, in milliseconds; null if no target succeeded."
    }),
    p95: Schema.NullOr(Schema.Finite).annotateKey({
      description: "The 95th percentile, in milliseconds; null if no target succeeded."
    })
  }).annotate({
    identifier: "EvalRunDurations",
    description: "How long the targets that succeeded took, by nearest rank."
  }),
  statistics: Schema.Record(Alias, ScorerStatistics).annotate({
    description: "The statistics of the scores, by the alias of each scorer."
  }),
  createdAt: Timestamp.annotateKey({ description: "When the run was created." }),
  createdBy: Actor.annotateKey({ description: "Who created the run." }),
  startedAt: Schema.NullOr(Timestamp).annotateKey({ description: "When the run started; null while it is queued." }),
  endedAt: Schema.NullOr(Timestamp).annotateKey({ description: "When the run ended; null until then." }),
  basis: Schema.NullOr(RunBasis).annotateKey({
    description: "The run whose results were carried over; null for none."
  }),
  baseRunId: Schema.NullOr(RunId).annotate({ description: "ID of the run to compare it with; null for none." }),
  metadata: Open.annotateKey({ description: "The open object that the run was created with." })
}).annotate({
  identifier: "EvalRun",
  description: "An evaluation run: what it uses, its progress and its statistics."
})
export type EvalRun = typeof EvalRun.Type

const actor = { type: "api_key", id: "key_01k9x3m2h8e7v9q4t6w5z0r1ca", name: "CI" } as const

export const exampleBaseRun: EvalRun = {
  id: "evr_01k9x3m2h8e7v9q4t6w5z0r1c9",
  requestKey: "capitals-main-41",
  name: "Capitals, build 41",
  series: "capitals",
  status: "completed",
  reason: null,
  pins: { ...examplePins, app: { ...examplePins.app!, revision: 1 } },
  repetitions: 3,
  counts: {
    total: 72,
    queued: 0,
    invoking: 0,
    scoring: 0,
    succeeded: 72,
    failed: 0,
    cancelled: 0,
    carried: 0
  },
  usage: { heldMicros: 0, spentMicros: 144_000, assumedMicros: 0 },
  durationMs: { p50: 910, p95: 1840 },
  statistics: { exact: exampleBaseStatistics },
  createdAt: "2026-11-23T09:00:00.000Z",
  createdBy: actor,
  startedAt: "2026-11-23T09:00:00.020Z",
  endedAt: "2026-11-23T09:00:08.140Z",
  basis: null,
  baseRunId: null,
  metadata: { commit: "5f1c0aa" }
}

/** The same items with the app's next revision. */
export const exampleRun: EvalRun = {
  ...exampleBaseRun,
  id: exampleRunId,
  requestKey: "capitals-main-42",
  name: "Capitals, build 42",
  pins: examplePins,
  durationMs: { p50: 850, p95: 1700 },
  statistics: { exact: exampleStatistics },
  createdAt: "2026-11-23T10:00:00.000Z",
  startedAt: "2026-11-23T10:00:00.020Z",
  endedAt: "2026-11-23T10:00:07.480Z",
  baseRunId: exampleBaseRun.id,
  metadata: { commit: "9d20c14" }
}
