/** What is wrong with a prompt, and what it renders to: all by one operation, which runs and saves nothing. */
import type { Operation } from "@agent-operations/contract"
import type { prompts, PromptVariables } from "@agent-operations/contract/prompts"
import { Effect } from "effect"
import { type Input, invoke } from "../../port.ts"

export type Values = typeof PromptVariables.Type
export type Validated = Operation.Result<(typeof prompts)["operations"]["validate"]>

const codes = ["NOT_FOUND", "MISSING_VARIABLE", "REFERENCE_NOT_FOUND", "INVALID_REFERENCE"] as const

export const validate = (input: Input) =>
  Effect.map(invoke("validate_prompt", codes, input), (result) => result as Validated)
