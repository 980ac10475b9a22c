import type { Operation } from "@agent-operations/contract"
import { Scorer, type scorers as family } from "@agent-operations/contract/scorers"
import { Effect } from "effect"
import type { CheckDefinition } from "../../checks.ts"
import { invoke } from "../../port.ts"
import { section } from "../../Section.ts"
import { draftOf } from "../validation/draft.ts"
import { tryPage } from "../try.ts"
import { validationPage } from "../validation/page.ts"
import { withHints } from "../words.ts"

type Validated = Operation.Result<(typeof family)["operations"]["validate"]>

/** Reads code, patterns and schemas; nothing is run. */
const check: CheckDefinition = (draft) =>
  Effect.map(invoke("validate_scorer", ["NOT_FOUND"], { draft: draftOf(draft) }), (result) => result as Validated)

/** The pages of scorers. */
export const scorers = section(Scorer, {
  about: "How outputs are scored: by a built-in measure, code, a model that judges, an app, or people.",
  settings: withHints({
    output: 'JSON: what scores are, such as { "type": "number", "min": 0, "max": 1 } or { "type": "boolean" }.',
    passAt: "The score that passes; empty for none.",
    timeoutMs: "How long one score may take, in milliseconds: 100 to 10,000."
  }),
  check,
  pages: [tryPage("scorer"), { path: "check", label: "Check", page: validationPage(check) }]
})
