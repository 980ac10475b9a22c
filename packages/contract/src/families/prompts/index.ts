/**
 * Prompts: what models are told, as shared definitions whose revisions are deployed by moving labels.
 *
 * @packageDocumentation
 */
import { family } from "../../core/family.ts"
import type { Operation } from "../../core/operation.ts"
import { definitionVerbs } from "../../definition/verbs/index.ts"
import { evaluationScopes } from "../evaluation-scopes.ts"
import { traceScopes } from "../traces/scopes.ts"
import { Prompt } from "./kind.ts"
import { listPromptLabels, protectPromptLabel, setPromptLabel } from "./labels.ts"
import { getManagedPrompt, getPublishedPrompt } from "./published.ts"
import { validatePrompt } from "./validate.ts"

export { Prompt } from "./kind.ts"
export { latest, LabelName, PromptLabel } from "./labels.ts"
export { RenderedPrompt } from "./published.ts"
export { promptIssueCodes } from "./validate.ts"
export { messageRoles, PromptMessage, PromptValue, PromptVariables } from "./variables.ts"

/** A write of a prompt, which takes the right to read prompts beside that to change apps. Source: evaluations, "Prompts". */
const reading = <O extends Operation.Any>(operation: O): O => ({
  ...operation,
  scopes: [Prompt.scopes.read, ...operation.scopes]
})

const verbs = definitionVerbs(Prompt)
/**
 * A delete would take protected labels with it, and a recovery puts them back in service; with another name, another prompt could
 * be found by the one that they are asked for by. Law: M2.
 */
const update = { ...verbs.update, errors: [...verbs.update.errors, "LABEL_PROTECTED" as const] }
const restore = { ...verbs.restore, errors: [...verbs.restore.errors, "LABEL_PROTECTED" as const] }
const remove = { ...verbs.delete, errors: [...verbs.delete.errors, "LABEL_PROTECTED" as const] }
const recover = { ...verbs.recover, errors: [...verbs.recover.errors, "LABEL_PROTECTED" as const] }

/** The operations over prompts. They are served by who mounts them: `viewFamilies` does not have them. */
export const prompts = family("prompts", {
  title: "Prompts",
  scopes: {
    "prompts:read": evaluationScopes["prompts:read"],
    "apps:write": evaluationScopes["apps:write"],
    "evals:read": evaluationScopes["evals:read"],
    "traces:write": traceScopes["traces:write"]
  },
  kinds: [Prompt],
  operations: {
    ...verbs,
    create: reading(verbs.create),
    update: reading(update),
    copy: reading(verbs.copy),
    delete: reading(remove),
    restore: reading(restore),
    recover: reading(recover),
    validate: validatePrompt,
    labels: listPromptLabels,
    setLabel: setPromptLabel,
    protectLabel: protectPromptLabel,
    getPublished: getPublishedPrompt,
    getManaged: getManagedPrompt
  }
})
