/**
 * Evaluations: durable runs of an app over a dataset, what scorers made of them, and what they cost.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { evaluationScopes } from "../evaluation-scopes.ts"
import { traceScopes } from "../traces/scopes.ts"
import { cancelEvalRun, deleteEvalRun, resumeEvalRun } from "./control.ts"
import { createEvalRun, estimateEvalRun } from "./create.ts"
import { invokeApp } from "./invoke.ts"
import { compareEvalRuns, getEvalRun, getEvalTarget, listEvalRuns } from "./read.ts"
import { getUsage } from "./usage.ts"

export { microsOf } from "./amounts.ts"
export { maxTargets } from "./create.ts"
export { runReasons, runStatuses, targetErrorCodes, targetStatuses } from "./primitives.ts"
export { EvalRun } from "./run.ts"
export { itemChanges, ScorerComparison, ScorerStatistics } from "./statistics.ts"
export { EvalEvidence, EvalTarget } from "./target.ts"

/** The operations over evaluation runs. They are served by who mounts them: `viewFamilies` does not have them. */
export const evaluations = family("evaluations", {
  title: "Evaluations",
  scopes: {
    "evals:read": evaluationScopes["evals:read"],
    "evals:write": evaluationScopes["evals:write"],
    "apps:read": evaluationScopes["apps:read"],
    "apps:write": evaluationScopes["apps:write"],
    "datasets:read": evaluationScopes["datasets:read"],
    "scorers:read": evaluationScopes["scorers:read"],
    "traces:read": traceScopes["traces:read"]
  },
  operations: {
    create: createEvalRun,
    estimate: estimateEvalRun,
    list: listEvalRuns,
    get: getEvalRun,
    target: getEvalTarget,
    cancel: cancelEvalRun,
    resume: resumeEvalRun,
    compare: compareEvalRuns,
    delete: deleteEvalRun,
    invoke: invokeApp,
    usage: getUsage
  }
})
