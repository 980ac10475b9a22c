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
    "Ends a run: nothing new is called from now on, and what is in flight ends within two seconds. What has ended stays as it is.",
  scopes,
  effect: "destructive",
  input: Schema.Struct({ id: RunId }),
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
  description: "Goes on with a run that is paused, as its app failed 20 times in a row or its budget was used up.",
  scopes,
  effect: "write",
  incursUsage: true,
  input: Schema.Struct({ id: RunId }),
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
    "Deletes a run that has ended, with its targets and their evidence, for good. What it spent stays counted, and its " +
    "requestKey stays taken.",
  scopes,
  effect: "destructive",
  input: Schema.Struct({ id: RunId }),
  result: Schema.Struct({ id: RunId, deleted: Schema.Literal(true) }),
  errors: ["NOT_FOUND", "CONFLICT"],
  hints: { CONFLICT: "Cancel the run first, or delete the runs that carry its results over." },
  example: { input: { id: exampleRunId }, result: { id: exampleRunId, deleted: true } }
})
