/**
 * The rows that a page view shows.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { traceScopes } from "../traces/scopes.ts"
import { viewScopes } from "../view-scopes.ts"
import { queryPageView } from "./query.ts"

export { cellErrorCodes, columnTypes } from "./query.ts"

/** The operation that applies page views to what they show. It is served by who mounts it beside page views and traces. */
export const viewRows = family("viewRows", {
  title: "Rows of page views",
  scopes: { "views:read": viewScopes["views:read"], "traces:read": traceScopes["traces:read"] },
  operations: { query: queryPageView }
})
