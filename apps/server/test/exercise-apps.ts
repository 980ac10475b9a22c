import type { Started } from "./process.ts"

/** Every operation over apps and their secrets. Returns the operations that answered, and the codes that were met. */
export const exerciseApps = async ({ url, apiKey, projectId }: Started): Promise<ReadonlySet<string>> => {
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
  const at = (address: string) => ({ source: { type: "http", url: address } })
  const { id } = await tell("register_app", { name: "Agent", ...at("https://agent.example.com/run"), settings: {} })
  await tell("register_app", { name: "Inside", ...at("http://127.0.0.1:1/"), settings: {} })
  await tell("update_app", { id, expectedRevision: 1, ...at("https://agent.example.com/answer") })
  await tell("update_app", { id, expectedRevision: 2, ...at("https://localhost/answer") })
  await tell("set_app_secret", { id, name: "token", value: "Bearer x7Qf-x7Qf" })
  await tell("set_app_secret", { id, name: "token", value: "Bearer x7Qf-0000" })
  await tell("list_app_secrets", { id })
  await tell("set_app_secret", { id, name: "token", value: null })
  await tell("list_model_connections", {})

  const { id: copy } = await tell("copy_app", { id, name: "Agent, mine" })
  await tell("list_apps", { limit: 1 })
  await tell("get_app", { id, revision: 1 })
  await tell("get_app_history", { id })
  await tell("restore_app", { id, revision: 1 })
  await tell("get_app_dependencies", { id })
  await tell("delete_app", { id: copy, expectedRevision: 1 })
  await tell("list_deleted_apps", {})
  await tell("recover_app", { id: copy })
  return met
}
