/**
 * Rows of page views: columns, filters, sorts and custom fields applied to what is recorded.
 *
 * @packageDocumentation
 */
export type { FormulaOptions } from "./formulas/FormulaRunner.ts"
export { type RowsModule, viewRows, type ViewRowsOptions } from "./view-rows.ts"
