import { Prompt } from "@agent-operations/contract/prompts"
import { definitionsOf } from "./definitions.ts"
import { call, type Case, own, type Project } from "./project.ts"
import { traceId } from "./traces.ts"

/** Prompts, of which one has labels. */
export const promptsOf = async (project: Project): Promise<ReadonlyArray<Case>> => {
  const { tell } = project
  const { main, free, make, cases } = await definitionsOf(project, Prompt)
  const text = { source: { type: "text", template: own("Hi") }, settings: { variables: [] } }
  const part = await make("Part", text)
  const uses = { part: { kind: "prompt", id: part, revision: null } }
  const including = { source: { type: "text", template: "{{> part}}" }, references: uses }
  const whole = await make("Whole", { ...text, ...including })
  await tell("set_prompt_label", { id: main, label: "production", revision: 1, expectedRevision: null }, "ada")
  await tell("set_prompt_label", { id: main, label: "staging", revision: 2, expectedRevision: null }, "ada")
  const variables = { shop: "Books", question: "Where?" }
  return [
    ...cases,
    call("get_prompt_dependencies", { id: part }),
    call("validate_prompt", { draft: including }),
    call("validate_prompt", { id: main }),
    call("list_prompt_labels", { id: main }),
    call("set_prompt_label", { id: main, label: "production", revision: 2, expectedRevision: 1 }),
    call("set_prompt_label", { id: free, label: "production", revision: 1, expectedRevision: null }),
    call("protect_prompt_label", { id: main, label: "production", protected: true }, "ada"),
    call("get_published_prompt", { id: main, label: "production" }),
    call("get_published_prompt", { id: main, revision: 2 }),
    call("get_published_prompt", { name: own("Free"), revision: 1 }),
    call("get_managed_prompt", { id: whole, revision: 1 }),
    call("get_managed_prompt", { id: main, label: "production", variables }),
    call("get_managed_prompt", { id: main, label: "production", variables, traceId: traceId(1) })
  ]
}
