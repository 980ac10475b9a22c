/**
 * Custom fields: shared definitions of values that are computed from a record.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { definitionVerbs } from "../../definition/verbs/index.ts"
import { viewScopes } from "../view-scopes.ts"
import { CustomField } from "./kind.ts"

export { CustomField, customFieldTargets, valueTypes } from "./kind.ts"

/** The operations over custom fields. */
export const customFields = family("customFields", {
  title: "Custom fields",
  scopes: viewScopes,
  kinds: [CustomField],
  operations: definitionVerbs(CustomField)
})
