import type { Started } from "./process.ts"

/** Every operation over scorers. Returns the operations that answered, and the codes that were met. */
export const exerciseScorers = async ({ url, apiKey, projectId }: Started): Promise<ReadonlySet<string>> => {
  const met = new Set<string>()
  const tell = async (operation: string, input: object) => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input)
    })
    const { data, error } = (await response.json()) as { data?: { id: string }; error?: { code: string } }
    met.add(error?.code ?? operation)
    return data ?? { id: "" }
  }
  const { id: checker } = await tell("create_scorer", {
    name: "Checker",
    source: { type: "builtin", name: "exact" },
    settings: {}
  })
  const references = { checker: { kind: "scorer", id: checker, revision: null } }
  const source = { type: "code", language: "javascript", code: "export default () => 1" }
  const { id } = await tell("create_scorer", { name: "One", source, settings: {}, references })
  await tell("validate_scorer", { id })
  await tell("validate_scorer", { draft: { source, references } })
  await tell("update_scorer", { id, expectedRevision: 1, description: "Always." })
  const { id: copy } = await tell("copy_scorer", { id, name: "One, mine" })
  await tell("list_scorers", { limit: 1 })
  await tell("get_scorer", { id, revision: 1 })
  await tell("get_scorer_history", { id })
  await tell("restore_scorer", { id, revision: 1 })
  await tell("get_scorer_dependencies", { id })
  await tell("delete_scorer", { id: copy, expectedRevision: 1 })
  await tell("list_deleted_scorers", {})
  await tell("recover_scorer", { id: copy })
  return met
}
