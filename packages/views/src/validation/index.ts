/**
 * Validation of page views and custom fields: pure analysis, and a service that runs it off the event loop.
 *
 * @packageDocumentation
 */
export { defaultAllowedImports } from "./allowed-imports.ts"
export { analyse, type AnalysisOptions, maxIssues } from "./analyse.ts"
export { type FieldType, type RecordName, records, typeOfPath } from "./fields.ts"
export type * from "./model.ts"
export * from "./targets.ts"
export * from "./Validator.ts"
