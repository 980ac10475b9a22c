import { isScope, type Scope, scopes } from "@agent-operations/contract"
import type { Option } from "./html/field.ts"
import { type Html, html } from "./html/html.ts"

/** What each scope lets a program do, to people. A scope that the contract gains wants a line here to compile. */
const scopeWords: Readonly<Record<Scope, string>> = {
  "traces:read": "Read traces",
  "traces:write": "Record traces",
  "prompts:read": "Read prompts",
  "metrics:read": "Read metrics and charts",
  "datasets:read": "Read datasets",
  "datasets:write": "Make, change and delete datasets",
  "scorers:read": "Read scorers",
  "scorers:write": "Make, change and delete scorers",
  "views:read": "Read page views and custom fields",
  "views:write": "Make, change and delete page views and custom fields",
  "apps:read": "Read apps",
  "apps:write": "Register and run apps",
  "evals:read": "Read evaluations and their runs",
  "evals:write": "Make, change and run evaluations",
  "reviews:read": "Read reviews",
  "reviews:write": "Write reviews"
}

/** Scopes as boxes to tick. */
export const scopeOptions = (offered: ReadonlyArray<Scope> = scopes): ReadonlyArray<Option> =>
  scopes
    .filter((scope) => offered.includes(scope))
    .map((scope) => ({ value: scope, label: scopeWords[scope], hint: scope }))

/** The scopes among the boxes that were ticked. */
export const readScopes = (values: ReadonlyArray<string>): ReadonlyArray<Scope> => values.filter(isScope)

/** Scopes as a list, which breaks between them only. */
export const listScopes = (held: ReadonlyArray<Scope>): Html =>
  held.length === scopes.length
    ? html`everything`
    : html`${held.map((scope, index) => html`${index > 0 && ", "}<span class="whole">${scope}</span>`)}`
