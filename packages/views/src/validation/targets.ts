import type { RecordName } from "./fields.ts"

/** What a page view shows. */
export type PageViewTarget = "traces" | "trace" | "datasets" | "evaluations" | "evaluation_run" | "reviews"
/** The record that a custom field is computed for. */
export type CustomFieldTarget = "trace" | "span" | "evaluation_run" | "evaluation_case"
/** The type of a custom field's value. A `timestamp` is RFC 3339 text; a `duration` is in milliseconds. */
export type ValueType = "string" | "number" | "boolean" | "timestamp" | "duration" | "json"

/** The records whose fields a page view's columns, filters, sort and grouping can name. */
export const pageViewRecords: Readonly<Record<PageViewTarget, ReadonlyArray<RecordName>>> = {
  traces: ["trace"],
  trace: ["trace", "span"],
  datasets: ["dataset"],
  evaluations: ["evaluation", "run"],
  evaluation_run: ["run", "case"],
  reviews: ["review", "trace", "span"]
}

/** The variables of a formula, beside `custom`: the record it is computed for, and the one that holds that record. */
export const formulaRecords: Readonly<Record<CustomFieldTarget, ReadonlyArray<RecordName>>> = {
  trace: ["trace"],
  span: ["span", "trace"],
  evaluation_run: ["run"],
  evaluation_case: ["case", "run"]
}

/**
 * The custom fields that a page view can show: those computed for a record that it has at hand.
 *
 * - `trace` is one trace and its spans, `evaluation_run` one run and its cases, so both levels fit.
 * - `datasets` shows items, which are the cases of the runs made from them.
 * - `evaluations` shows each evaluation with its latest run.
 * - `reviews` shows each review with the trace or span that was reviewed.
 */
export const usableTargets: Readonly<Record<PageViewTarget, ReadonlyArray<CustomFieldTarget>>> = {
  traces: ["trace"],
  trace: ["trace", "span"],
  datasets: ["evaluation_case"],
  evaluations: ["evaluation_run"],
  evaluation_run: ["evaluation_run", "evaluation_case"],
  reviews: ["trace", "span"]
}
