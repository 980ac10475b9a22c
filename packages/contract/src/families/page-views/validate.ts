import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AnyTypeId, Revision } from "../../definition/primitives.ts"
import { operation } from "../../core/operation.ts"
import { PageView, PageViewSettings, PageViewSource } from "./kind.ts"

/** What validation can find. */
export const issueCodes = [
  "SYNTAX_ERROR",
  "NO_DEFAULT_EXPORT",
  "IMPORT_NOT_ALLOWED",
  "UNKNOWN_FIELD",
  "UNKNOWN_ALIAS",
  "UNUSED_REFERENCE",
  "TYPE_ERROR",
  "REFERENCE_CYCLE",
  "TARGET_MISMATCH"
] as const

const Issue = Schema.Struct({
  severity: Schema.Literals(["error", "warning"]),
  code: Schema.Literals(issueCodes),
  message: Schema.String,
  path: Schema.String.annotate({ description: "An RFC 6901 JSON Pointer into the definition." }),
  position: Schema.optionalKey(
    Schema.Struct({ line: Schema.Int, column: Schema.Int }).annotate({
      description: "In the text at path, counted from 1."
    })
  ),
  definition: Schema.optionalKey(
    Schema.Struct({ kind: Schema.Literals(["page_view", "custom_field"]), id: AnyTypeId, revision: Revision }).annotate(
      {
        description: "The definition that the issue is in, if it is not the page view itself."
      }
    )
  )
}).annotate({ identifier: "ValidationIssue" })

/** A page view that is not saved. */
export const PageViewDraft = Schema.Struct({
  source: PageViewSource,
  settings: PageViewSettings,
  references: PageView.references.pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}).annotate({ identifier: "PageViewDraft", description: "A page view that is not saved." })

/** That an input names a saved page view, or has a draft. */
export const eitherSavedOrDraft = Schema.makeFilter(
  (input: { readonly id?: unknown; readonly revision?: unknown; readonly draft?: unknown }) =>
    input.draft === undefined ? input.id !== undefined : input.id === undefined && input.revision === undefined,
  {
    expected: "either id (and, if wanted, revision) or draft",
    toJsonSchema: () => ({ oneOf: [{ required: ["id"] }, { required: ["draft"], not: { required: ["revision"] } }] })
  }
)

/** Checks a page view and every definition that it references, without running any code. */
export const validatePageView = operation({
  id: "validate_page_view",
  summary: "Validate a page view and the definitions it uses",
  description:
    "Parses the page view's code, and parses and type-checks the formulas of every definition that it references, " +
    "directly or not. No code is run and React is not rendered. Takes a saved page view by id, or a draft.",
  scopes: ["views:read"],
  effect: "read",
  input: Schema.Struct({
    id: Schema.optionalKey(PageView.Id),
    revision: Schema.optionalKey(Revision),
    draft: Schema.optionalKey(PageViewDraft)
  }).check(eitherSavedOrDraft),
  result: Schema.Struct({
    valid: Schema.Boolean.annotate({ description: "True if no issue is an error." }),
    issues: Schema.Array(Issue),
    checked: Schema.Struct({ dependencies: Schema.Natural })
  }),
  errors: ["NOT_FOUND"],
  example: {
    input: { id: PageView.example.id },
    result: { valid: true, issues: [], checked: { dependencies: 1 } }
  }
})
