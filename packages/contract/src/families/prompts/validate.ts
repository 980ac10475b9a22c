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
  severity: Schema.Literals(["error", "warning"]).annotateKey({
    description: "An error makes the definition invalid; a warning does not."
  }),
  code: Schema.Literals(promptIssueCodes).annotateKey({ description: "What is wrong, as a code." }),
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
      kind: Schema.Literal("prompt").annotateKey({ description: "The kind of the definition." }),
      id: Prompt.Id.annotateKey({ description: "ID of the prompt." }),
      revision: Revision.annotateKey({ description: "The revision that was checked." })
    }).annotate({
      description: "The prompt that the issue is in, if it is not the one that is validated."
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
}).annotate({ identifier: "PromptDraft", description: "An unsaved prompt." })

/** Checks a prompt with all that it includes, and renders it where variables are given. Nothing is run. Law: M3. */
export const validatePrompt = operation({
  id: "validate_prompt",
  summary: "Validate a prompt",
  description:
    "Checks a saved prompt or a draft, and every prompt that it includes, directly or not: that variables are declared, " +
    "aliases lead to texts, and no prompt includes itself or nests more than 8 deep. With variables it also renders the " +
    "prompt, if no issue is an error. Nothing is run, recorded or saved.",
  scopes: ["prompts:read"],
  effect: "read",
  quickWith: ["id", "revision", "draft"],
  input: Schema.Struct({
    id: Schema.optionalKey(
      Prompt.Id.annotateKey({ description: "ID of a saved prompt. Pass either `id` or `draft`." })
    ),
    revision: Schema.optionalKey(
      Revision.annotateKey({ description: "The revision to check. By default the current one." })
    ),
    draft: Schema.optionalKey(PromptDraft.annotateKey({ description: "A prompt to check without saving it." })),
    variables: Schema.optionalKey(PromptVariables)
  }).check(eitherSavedOrDraft),
  result: Schema.Struct({
    valid: Schema.Boolean.annotate({ description: "Whether no issue is an error." }),
    issues: Schema.Array(PromptIssue).annotate({ description: "At most the first 200." }),
    checked: Schema.Struct({
      dependencies: Schema.Natural.annotateKey({ description: "The number of prompts it includes, directly or not." })
    }).annotateKey({ description: "What else was checked." }),
    rendered: Schema.NullOr(RenderedPrompt).annotateKey({
      description: "The prompt with the variables filled in; null without variables, or if an issue is an error."
    })
  }),
  errors: ["NOT_FOUND", ...renderErrors],
  example: {
    input: { id: Prompt.example.id },
    result: { valid: true, issues: [], checked: { dependencies: 0 }, rendered: null }
  }
})
