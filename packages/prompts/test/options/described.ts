import type { OptionsTable } from "../../../../tooling/testing/src/options.ts"
import type { PromptsOptions } from "../../src/prompts.ts"

/** Every option of `prompts`. */
export const described = {
  administers: {
    default: "owners and admins of the organization",
    meaning: "`(access) => boolean`: whether a person may move [protected labels](#labels)"
  },
  evaluations: {
    default: "none",
    meaning:
      "`promptEvaluations` of [evals](../evals/README.md): `get_managed_prompt` tells the newest evaluation of the revision"
  }
} as const satisfies OptionsTable<PromptsOptions>
