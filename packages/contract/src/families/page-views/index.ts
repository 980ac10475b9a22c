/**
 * Page views: shared definitions of how a page of the product shows its rows.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { definitionVerbs } from "../../definition/verbs/index.ts"
import { viewScopes } from "../view-scopes.ts"
import { PageView } from "./kind.ts"
import { validatePageView } from "./validate.ts"

export { operators } from "../../core/filter.ts"
export { PageView, type PageViewTarget, pageViewTargets } from "./kind.ts"
export { issueCodes } from "./validate.ts"

/** The operations over page views. */
export const pageViews = family("pageViews", {
  title: "Page views",
  scopes: viewScopes,
  kinds: [PageView],
  operations: { ...definitionVerbs(PageView), validate: validatePageView }
})
