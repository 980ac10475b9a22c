/**
 * Evaluations: what is evaluated, with what, how it went and what that says.
 *
 * @packageDocumentation
 */
export { compare, summarize } from "./statistics/index.ts"
export { datasets, type DatasetsOptions } from "./datasets/datasets.ts"
export { DatasetStore } from "./datasets/store/DatasetStore.ts"
export { ImportTargets, importsInto, Wrong } from "./imports/index.ts"
