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
  severity: Schema.Literals(["error", "warning"]).annotateKey({
    description: "An error makes the definition invalid; a warning does not."
  }),
  code: Schema.Literals(scorerIssueCodes).annotateKey({ description: "What is wrong, as a code." }),
  message: Schema.String.annotateKey({ description: "What is wrong, for people." }),
  path: Schema.String.annotate({ description: "Where in the definition, as an RFC 6901 JSON Pointer." }),
  position: Schema.optionalKey(
    Schema.Struct({
      line: Schema.Int.annotateKey({ description: "The line, from 1." }),
      column: Schema.Int.annotateKey({ description: "The column, from 1." })
    }).annotate({
      description: "Where in the text at path."
    })
  )
}).annotate({ identifier: "ScorerIssue" })

const ScorerDraft = Schema.Struct({
  source: ScorerSource,
  settings: ScorerSettings.pipe(Schema.withDecodingDefaultKey(Effect.succeed({}))),
  references: Scorer.references.pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}).annotate({ identifier: "ScorerDraft", description: "An unsaved scorer." })

/** Checks a scorer without running anything. */
export const validateScorer = operation({
  id: "validate_scorer",
  summary: "Validate a scorer",
  description:
    "Checks a saved scorer or a draft: its code, patterns and schemas, its aliases, and whether its output can hold its " +
    "scores. Nothing is run or saved.",
  scopes: [Scorer.scopes.read],
  effect: "read",
  input: Schema.Struct({
    id: Schema.optionalKey(
      Scorer.Id.annotateKey({ description: "ID of a saved scorer. Pass either `id` or `draft`." })
    ),
    revision: Schema.optionalKey(
      Revision.annotateKey({ description: "The revision to check. By default the current one." })
    ),
    draft: Schema.optionalKey(ScorerDraft.annotateKey({ description: "A scorer to check without saving it." }))
  }).check(eitherSavedOrDraft),
  result: Schema.Struct({
    valid: Schema.Boolean.annotate({ description: "Whether no issue is an error." }),
    issues: Schema.Array(ScorerIssue).annotate({ description: "At most the first 200." }),
    checked: Schema.Struct({
      dependencies: Schema.Natural.annotateKey({ description: "The number of definitions it uses, directly or not." })
    }).annotateKey({ description: "What else was checked." })
  }),
  errors: ["NOT_FOUND"],
  example: {
    input: { id: Scorer.example.id },
    result: { valid: true, issues: [], checked: { dependencies: 0 } }
  }
})
