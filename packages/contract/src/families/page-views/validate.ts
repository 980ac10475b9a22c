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
  severity: Schema.Literals(["error", "warning"]).annotateKey({
    description: "An error makes the definition invalid; a warning does not."
  }),
  code: Schema.Literals(issueCodes).annotateKey({ description: "What is wrong, as a code." }),
  message: Schema.String.annotateKey({ description: "What is wrong, for people." }),
  path: Schema.String.annotate({ description: "Where in the definition, as an RFC 6901 JSON Pointer." }),
  position: Schema.optionalKey(
    Schema.Struct({
      line: Schema.Int.annotateKey({ description: "The line, from 1." }),
      column: Schema.Int.annotateKey({ description: "The column, from 1." })
    }).annotate({
      description: "Where in the text at path."
    })
  ),
  definition: Schema.optionalKey(
    Schema.Struct({
      kind: Schema.Literals(["page_view", "custom_field"]).annotateKey({ description: "The kind of the definition." }),
      id: AnyTypeId.annotateKey({ description: "ID of the definition." }),
      revision: Revision.annotateKey({ description: "The revision that was checked." })
    }).annotateKey({
      description: "The definition that the issue is in, if it is not the one that is validated."
    })
  )
}).annotate({ identifier: "ValidationIssue" })

/** A page view that is not saved. */
export const PageViewDraft = Schema.Struct({
  source: PageViewSource,
  settings: PageViewSettings,
  references: PageView.references.pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}).annotate({ identifier: "PageViewDraft", description: "An unsaved page view." })

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
  summary: "Validate a page view",
  description:
    "Parses the page view's code, and type-checks the formulas of every definition that it uses, directly or not. No " +
    "code is run. Pass the ID of a saved page view, or a draft.",
  scopes: ["views:read"],
  effect: "read",
  quickWith: ["id", "revision", "draft"],
  input: Schema.Struct({
    id: Schema.optionalKey(
      PageView.Id.annotateKey({ description: "ID of a saved page view. Pass either `id` or `draft`." })
    ),
    revision: Schema.optionalKey(
      Revision.annotateKey({ description: "The revision to check. By default the current one." })
    ),
    draft: Schema.optionalKey(PageViewDraft.annotateKey({ description: "A page view to check without saving it." }))
  }).check(eitherSavedOrDraft),
  result: Schema.Struct({
    valid: Schema.Boolean.annotate({ description: "Whether no issue is an error." }),
    issues: Schema.Array(Issue).annotateKey({ description: "What is wrong, each with its place." }),
    checked: Schema.Struct({
      dependencies: Schema.Natural.annotateKey({ description: "The number of definitions it uses, directly or not." })
    }).annotateKey({ description: "What else was checked." })
  }),
  errors: ["NOT_FOUND"],
  example: {
    input: { id: PageView.example.id },
    result: { valid: true, issues: [], checked: { dependencies: 1 } }
  }
})
