/**
 * The records of the product, each declared once by the family that owns it, how their fields are named and compared, and
 * how their lists go on: plain data, that a worker loads quickly.
 *
 * @packageDocumentation
 */
export { continuations } from "./core/continuations.ts"
export { type FieldPath, parseFieldPath } from "./core/field-path.ts"
export { type FilterFault, findFilterFault } from "./core/filter.ts"
export type { Field, FieldType, Records } from "./core/record.ts"
export { parseTime } from "./core/time.ts"
export { datasetRecords } from "./families/datasets/records.ts"
export { evaluationRecords } from "./families/evaluations/records.ts"
export { describeField } from "./families/field-descriptions.ts"
export { reviewRecords } from "./families/reviews/records.ts"
export { traceRecords } from "./families/traces/records.ts"
