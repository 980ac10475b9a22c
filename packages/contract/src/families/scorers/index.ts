/**
 * Scorers: how the outputs of agents are scored, as shared definitions.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import { definitionVerbs } from "../../definition/verbs/index.ts"
import { evaluationScopes } from "../evaluation-scopes.ts"
import { Scorer } from "./kind.ts"
import { validateScorer } from "./validate.ts"

export { Scorer, ScorerSettings, scorerValues } from "./kind.ts"
export { ScorerOutput } from "./output.ts"
export { ScorerSource } from "./source.ts"
export { scorerIssueCodes } from "./validate.ts"

/** The operations over scorers. They are served by who mounts them: `viewFamilies` does not have them. */
export const scorers = family("scorers", {
  title: "Scorers",
  scopes: {
    "scorers:read": evaluationScopes["scorers:read"],
    "scorers:write": evaluationScopes["scorers:write"]
  },
  kinds: [Scorer],
  operations: { ...definitionVerbs(Scorer), validate: validateScorer }
})
