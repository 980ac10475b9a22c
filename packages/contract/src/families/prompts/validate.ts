import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { operation } from "../../core/operation.ts"
import { Revision } from "../../definition/primitives.ts"
import { eitherSavedOrDraft } from "../page-views/validate.ts"
import { Prompt, PromptSettings, PromptSource } from "./kind.ts"
import { RenderedPrompt, renderErrors } from "./published.ts"
import { PromptVariables } from "./variables.ts"

/** What validation of a prompt can find. */
export const promptIssueCodes = [
  "UNKNOWN_ALIAS",
  "UNUSED_REFERENCE",
  "UNPINNED_REFERENCE",
  "UNDECLARED_VARIABLE",
  "UNUSED_VARIABLE",
  "VARIABLE_TYPE",
  "NOT_A_TEXT",
  "NOT_A_TAG",
  "REFERENCE_CYCLE",
  "TOO_DEEP"
] as const

const PromptIssue = Schema.Struct({
  severity: Schema.Literals(["error", "warning"]),
  code: Schema.Literals(promptIssueCodes),
  message: Schema.String,
  path: Schema.String.annotate({ description: "An RFC 6901 JSON Pointer into the definition." }),
  position: Schema.optionalKey(
    Schema.Struct({ line: Schema.Int, column: Schema.Int }).annotate({
      description: "In the text at path, counted from 1."
    })
  ),
  definition: Schema.optionalKey(
    Schema.Struct({ kind: Schema.Literal("prompt"), id: Prompt.Id, revision: Revision }).annotate({
      description: "The prompt that the issue is in, if it is not the one that is checked itself."
    })
  )
}).annotate({ identifier: "PromptIssue" })

const PromptDraft = Schema.Struct({
  source: PromptSource,
  settings: PromptSettings.pipe(
    Schema.withDecodingDefaultKey(
      Effect.succeed({ variables: [], model: null, tools: [], responseFormat: null, extra: {} })
    )
  ),
  references: Prompt.references.pipe(Schema.withDecodingDefaultKey(Effect.succeed({})))
}).annotate({ identifier: "PromptDraft", description: "A prompt that is not saved." })

/** Checks a prompt with all that it includes, and renders it where variables are given. Nothing is run. Law: M3. */
export const validatePrompt = operation({
  id: "validate_prompt",
  summary: "Validate a prompt and those it includes",
  description:
    "Checks a saved prompt or a draft, and every prompt that it includes, directly or not: that its variables are declared, " +
    "its aliases lead to texts, and none includes itself or more than 8 deep. With variables it is rendered too, if no issue " +
    "is an error. Nothing is run, recorded or saved.",
  scopes: ["prompts:read"],
  effect: "read",
  input: Schema.Struct({
    id: Schema.optionalKey(Prompt.Id),
    revision: Schema.optionalKey(Revision),
    draft: Schema.optionalKey(PromptDraft),
    variables: Schema.optionalKey(PromptVariables)
  }).check(eitherSavedOrDraft),
  result: Schema.Struct({
    valid: Schema.Boolean.annotate({ description: "True if no issue is an error." }),
    issues: Schema.Array(PromptIssue).annotate({ description: "At most the first 200." }),
    checked: Schema.Struct({ dependencies: Schema.Natural }),
    rendered: Schema.NullOr(RenderedPrompt)
  }),
  errors: ["NOT_FOUND", ...renderErrors],
  example: {
    input: { id: Prompt.example.id },
    result: { valid: true, issues: [], checked: { dependencies: 0 }, rendered: null }
  }
})
