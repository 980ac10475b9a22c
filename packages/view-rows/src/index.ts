/**
 * Rows of page views: columns, filters, sorts and custom fields applied to what is recorded.
 *
 * @packageDocumentation
 */
export { copies } from "./copies.ts"
export type { FormulaOptions } from "./formulas/FormulaRunner.ts"
export { type RowsModule, viewRows, type ViewRowsOptions } from "./view-rows.ts"
