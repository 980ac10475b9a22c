import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Revision } from "../../definition/primitives.ts"
import { eitherSavedOrDraft } from "../page-views/validate.ts"
import { Scorer, ScorerSettings } from "./kind.ts"
import { ScorerSource } from "./source.ts"

/** What validation of a scorer can find. */
export const scorerIssueCodes = [
  "SYNTAX_ERROR",
  "NO_DEFAULT_EXPORT",
  "IMPORT_NOT_ALLOWED",
  "NOT_ERASABLE",
  "INVALID_PATTERN",
  "INVALID_SCHEMA",
  "UNKNOWN_ALIAS",
  "UNUSED_REFERENCE",
  "WRONG_KIND",
  "OUTPUT_MISMATCH",
  "PASS_OUT_OF_RANGE"
] as const

const ScorerIssue = Schema.Struct({
  severity: Schema.Literals(["error", "warning"]),
  code: Schema.Literals(scorerIssueCodes),
  message: Schema.String,
  path: Schema.String.annotate({ description: "An RFC 6901 JSON Pointer into the definition." }),
  position: Schema.optionalKey(
    Schema.Struct({ line: Schema.Int, column: Schema.Int }).annotate({
      description: "In the text at path, counted from 1."
    })
  )
}).annotate({ identifier: "ScorerIssue" })

const ScorerDraft = Schema.Struct({
  source: ScorerSource,
  settings: ScorerSettings.pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  references: Scorer.references.pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}).annotate({ identifier: "ScorerDraft", description: "A scorer that is not saved." })

/** Checks a scorer without running anything. */
export const validateScorer = operation({
  id: "validate_scorer",
  summary: "Validate a scorer",
  description:
    "Checks a saved scorer or a draft: that its code can be read, imports nothing and has a default export, that patterns and " +
    "schemas are ones, that its aliases lead to what it needs, and that its output can hold its scores. Nothing is run, and " +
    "nothing is saved.",
  scopes: [Scorer.scopes.read],
  effect: "read",
  input: Schema.Struct({
    id: Schema.optionalKey(Scorer.Id),
    revision: Schema.optionalKey(Revision),
    draft: Schema.optionalKey(ScorerDraft)
  }).check(eitherSavedOrDraft),
  result: Schema.Struct({
    valid: Schema.Boolean.annotate({ description: "True if no issue is an error." }),
    issues: Schema.Array(ScorerIssue).annotate({ description: "At most the first 200." }),
    checked: Schema.Struct({ dependencies: Schema.Natural })
  }),
  errors: ["NOT_FOUND"],
  example: {
    input: { id: Scorer.example.id },
    result: { valid: true, issues: [], checked: { dependencies: 0 } }
  }
})
