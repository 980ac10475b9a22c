/**
 * Evaluations: what is evaluated, with what, how it went and what that says.
 *
 * @packageDocumentation
 */
export { compare, summarize } from "./statistics/index.ts"
export { ModelConnections } from "./apps/connections/index.ts"
export { apps, type AppsOptions } from "./apps/family/apps.ts"
export { datasetTraces } from "./dataset-traces/dataset-traces.ts"
export { datasets, type DatasetsOptions } from "./datasets/datasets.ts"
export { DatasetPurges } from "./datasets/purge/DatasetPurges.ts"
export { DatasetItems } from "./datasets/DatasetItems.ts"
export { DatasetStore } from "./datasets/store/DatasetStore.ts"
export { imports, type ImportsOptions } from "./imports/imports.ts"
export { reviews } from "./reviews/reviews.ts"
export { runReviews } from "./reviews/run-reviews.ts"
export { ReviewStore } from "./reviews/store/ReviewStore.ts"
export { ImportStore } from "./imports/store/ImportStore.ts"
export { scorers } from "./scorers/family/scorers.ts"
export { Scorers, type ScorersOptions } from "./scorers/Scorers.ts"
export { evaluations, type EvaluationsOptions } from "./evaluations/evaluations.ts"
export { RunTargets } from "./evaluations/RunTargets.ts"
export { itemEvidence } from "./evaluations/item-evidence.ts"
export { promptEvaluations } from "./evaluations/prompt-evaluations.ts"
export { usageBudget } from "./evaluations/cost/usage-budget.ts"
export { type Budget, Budgets } from "./evaluations/cost/Budgets.ts"
