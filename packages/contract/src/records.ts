/**
 * The records of the product, each declared once by the family that owns it: plain data, that a worker loads quickly.
 *
 * @packageDocumentation
 */
export type { Field, FieldType, Records } from "./core/record.ts"
export { datasetRecords } from "./families/datasets/records.ts"
export { evaluationRecords } from "./families/evaluations/records.ts"
export { reviewRecords } from "./families/reviews/records.ts"
export { traceRecords } from "./families/traces/records.ts"
