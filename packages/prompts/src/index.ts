/**
 * Prompts as a family for a host's list: revisions that labels deploy, rendered and connected to traces.
 *
 * @packageDocumentation
 */
export type { Administers } from "@agent-operations/auth"
export type { StoredLabel } from "./labels/label-row.ts"
export { PromptLabels } from "./labels/PromptLabels.ts"
export { prompts, type PromptsOptions, type TracesModule } from "./prompts.ts"
export { PromptEvaluations } from "./published/PromptEvaluations.ts"
export { type PromptGraph, type PromptNode, type Rendered, type Variables } from "./rendering/model.ts"
export { type FrozenPrompt, makeFreezePrompt, renderFrozen } from "./rendering/frozen.ts"
