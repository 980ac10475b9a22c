import * as Schema from "effect/Schema"
import { Actor, Timestamp } from "../../definition/primitives.ts"
import { Alias } from "../../definition/references.ts"
import { Open } from "../traces/primitives.ts"
import { examplePins, RunPins } from "./pins.ts"
import { exampleRunId, Micros, RequestKey, RunId, runReasons, RunStatus } from "./primitives.ts"
import { exampleBaseStatistics, exampleStatistics, ScorerStatistics } from "./statistics.ts"

/** How many targets are in each state. Law: X2. */
const RunCounts = Schema.Struct({
  total: Schema.Natural,
  queued: Schema.Natural,
  invoking: Schema.Natural,
  scoring: Schema.Natural,
  succeeded: Schema.Natural,
  failed: Schema.Natural,
  cancelled: Schema.Natural,
  carried: Schema.Natural.annotate({ description: "Those of them that were carried over from basis.runId." })
}).annotate({
  identifier: "EvalRunCounts",
  description: "Targets by state; but for carried, they sum to total in every answer."
})

const RunUsage = Schema.Struct({ heldMicros: Micros, spentMicros: Micros, assumedMicros: Micros }).annotate({
  identifier: "EvalRunUsage",
  description:
    "In micro-units of the organization's currency: what is held for what is in flight, what was spent, and how much of that is " +
    "assumed, as attempts were lost whose provider may have billed them."
})

export const RunBasis = Schema.Struct({ runId: RunId, carry: Schema.Literals(["succeeded", "outputs"]) }).annotate({
  identifier: "EvalBasis",
  description:
    "A run whose results are carried over, and neither called nor paid for again: succeeded runs again what failed or is new, " +
    "outputs scores the outputs that are there."
})

/** A run, without its targets. Laws: X1, X2, X10. */
export const EvalRun = Schema.Struct({
  id: RunId,
  requestKey: RequestKey,
  name: Schema.String,
  series: Schema.NullOr(Schema.String),
  status: RunStatus,
  reason: Schema.NullOr(Schema.Literals(runReasons)).annotate({
    description:
      "Why it is paused (budget, app_unavailable) or failed (stop_after, pin_unreadable): resume_eval_run goes on with one that " +
      "is paused."
  }),
  pins: RunPins,
  repetitions: Schema.Natural,
  counts: RunCounts,
  usage: RunUsage,
  durationMs: Schema.Struct({ p50: Schema.NullOr(Schema.Finite), p95: Schema.NullOr(Schema.Finite) }).annotate({
    identifier: "EvalRunDurations",
    description: "Of the targets that succeeded, by nearest rank."
  }),
  statistics: Schema.Record(Alias, ScorerStatistics).annotate({ description: "By the alias of each scorer." }),
  createdAt: Timestamp,
  createdBy: Actor,
  startedAt: Schema.NullOr(Timestamp),
  endedAt: Schema.NullOr(Timestamp),
  basis: Schema.NullOr(RunBasis),
  baseRunId: Schema.NullOr(RunId).annotate({ description: "The run to compare it with." }),
  metadata: Open
}).annotate({
  identifier: "EvalRun",
  description: "An evaluation run: what it works with, how far it is, and its figures."
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
