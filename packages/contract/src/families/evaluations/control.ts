import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { exampleRunId, RunId } from "./primitives.ts"
import { EvalRun, exampleRun } from "./run.ts"

const scopes = ["evals:read", "evals:write"]

/** Cancels a run. Law: X8. */
export const cancelEvalRun = operation({
  id: "cancel_eval_run",
  summary: "Cancel an evaluation run",
  description:
    "Cancels a run: no new calls start, and calls in flight end within two seconds. Targets that have ended stay as " +
    "they are.",
  scopes,
  effect: "destructive",
  input: Schema.Struct({ id: RunId.annotateKey({ description: "ID of the run." }) }),
  result: EvalRun,
  errors: ["NOT_FOUND", "RUN_ENDED"],
  example: {
    input: { id: exampleRunId },
    result: {
      ...exampleRun,
      status: "cancelled",
      counts: { ...exampleRun.counts, succeeded: 40, cancelled: 32 }
    }
  }
})

/** Goes on with a run that is paused. */
export const resumeEvalRun = operation({
  id: "resume_eval_run",
  summary: "Resume an evaluation run",
  description: "Resumes a run that was paused because its app failed 20 times in a row or its budget was used up.",
  scopes,
  effect: "write",
  incursUsage: true,
  input: Schema.Struct({ id: RunId.annotateKey({ description: "ID of the run." }) }),
  result: EvalRun,
  errors: ["USAGE_LIMIT_REACHED", "NOT_FOUND", "RUN_ENDED"],
  example: {
    input: { id: exampleRunId },
    result: {
      ...exampleRun,
      status: "running",
      counts: { ...exampleRun.counts, queued: 32, succeeded: 40 },
      endedAt: null
    }
  }
})

/** Deletes a run with its targets. Its request key is never free again. Law: X1. */
export const deleteEvalRun = operation({
  id: "delete_eval_run",
  summary: "Delete an evaluation run",
  description:
    "Deletes a run that has ended, with its targets and their evidence, for good. What it spent still counts, and its " +
    "requestKey can't be used again.",
  scopes,
  effect: "destructive",
  input: Schema.Struct({ id: RunId.annotateKey({ description: "ID of the run." }) }),
  result: Schema.Struct({
    id: RunId.annotateKey({ description: "ID of the run." }),
    deleted: Schema.Literal(true).annotateKey({ description: "Always true." })
  }),
  errors: ["NOT_FOUND", "CONFLICT"],
  hints: { CONFLICT: "Cancel the run first, or delete the runs that carry its results over." },
  example: { input: { id: exampleRunId }, result: { id: exampleRunId, deleted: true } }
})
