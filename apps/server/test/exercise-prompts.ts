import { Postgres } from "@agent-operations/database"
import { PromptLabels } from "@agent-operations/prompts"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect, Redacted } from "effect"
import type { Started } from "./process.ts"

interface Answer {
  readonly data?: { readonly id: string }
  readonly error?: { readonly code: string }
}

/** What people alone may do, on the database itself: the starter key is none. */
const asPerson = (databaseUrl: string, { organizationId, projectId }: Started, id: string) => {
  const actor = { type: "user", id: "usr_ada", name: "Ada" } as const
  const caller = { actor, organizationId, projectId, scopes: "all", credential: null } as const
  return PromptLabels.use((labels) => labels.protect(caller, id, "production", true)).pipe(
    Effect.provide(PromptLabels.layer({ administers: () => true })),
    Effect.provide(EncodedRevisionStore.layer),
    Effect.provide(Postgres.layer({ url: Redacted.make(databaseUrl) })),
    Effect.runPromise
  )
}

/** Every operation over prompts and their labels. Returns the operations that answered, and the codes that were met. */
export const exercisePrompts = async (server: Started, databaseUrl: string): Promise<ReadonlySet<string>> => {
  const { url, apiKey, projectId } = server
  const met = new Set<string>()
  const tell = async (operation: string, input: object) => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input)
    })
    const { data, error } = (await response.json()) as Answer
    met.add(error?.code ?? operation)
    return data ?? { id: "" }
  }
  const source = { type: "text", template: "Hi {{name}}" }
  const settings = { variables: [{ name: "name" }] }
  const { id } = await tell("create_prompt", { name: "Greeting", source, settings })
  await tell("update_prompt", { id, expectedRevision: 1, description: "Of customers." })
  for (const move of [
    { revision: null, expectedRevision: null },
    { revision: 1, expectedRevision: null },
    { revision: 2, expectedRevision: null },
    { revision: 9, expectedRevision: 1 },
    { revision: 2, expectedRevision: 1 },
    { revision: null, expectedRevision: 2 },
    { revision: 1, expectedRevision: null }
  ]) {
    await tell("set_prompt_label", { id, label: "production", ...move })
  }
  await tell("list_prompt_labels", { id })
  for (const which of [
    { id },
    { name: "greeting" },
    { name: "nobody" },
    { id, label: "staging" },
    { id, revision: 2 }
  ]) {
    await tell("get_published_prompt", which)
  }
  await tell("get_managed_prompt", { id })
  await tell("get_managed_prompt", { id, variables: { name: "Ada" } })
  const references = { greeting: { kind: "prompt", id, revision: null } }
  await tell("validate_prompt", { draft: { source: { type: "text", template: "{{> greeting}}" }, references } })
  await tell("protect_prompt_label", { id, label: "production", protected: true })
  await asPerson(databaseUrl, server, id)
  met.add("protect_prompt_label")
  await tell("set_prompt_label", { id, label: "production", revision: 2, expectedRevision: 1 })
  await tell("delete_prompt", { id, expectedRevision: 2 })

  const { id: copy } = await tell("copy_prompt", { id, name: "Greeting, mine" })
  await tell("list_prompts", { limit: 1 })
  await tell("get_prompt", { id, revision: 1 })
  await tell("get_prompt_history", { id })
  await tell("restore_prompt", { id, revision: 1 })
  await tell("get_prompt_dependencies", { id })
  await tell("delete_prompt", { id: copy, expectedRevision: 1 })
  await tell("list_deleted_prompts", {})
  await tell("recover_prompt", { id: copy })
  return met
}
