import { Postgres } from "@agent-operations/database"
import { ImportStore } from "@agent-operations/evals"
import { dropDue } from "@agent-operations/testing/drop-due"
import { Effect, Redacted } from "effect"
import type { Started } from "./process.ts"

/** Every operation over imports, and their upkeep. Returns the operations that answered, and the codes that were met. */
export const exerciseImports = async (
  { url, apiKey, projectId }: Started,
  databaseUrl: string
): Promise<ReadonlySet<string>> => {
  const met = new Set<string>()
  const tell = async (operation: string, input: object) => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input)
    })
    const { data, error } = (await response.json()) as {
      data?: { readonly id: string | null; readonly report?: { readonly datasets: ReadonlyArray<{ id: string }> } }
      error?: { code: string }
    }
    met.add(error?.code ?? operation)
    return data
  }
  const send = (importKey: string, content: string, more: object = {}) => {
    const files = [{ path: "sums.csv", content }]
    return tell("import_resources", { importKey, files, into: { datasetName: "Sums, imported" }, mode: "add", ...more })
  }
  const first = await send("first", "externalId,input\na,1 + 1\nb,2 + 2\n")
  await send("first", "externalId,input\na,1 + 1\nb,2 + 2\n")
  await send("first", "externalId,input\na,1 + 1\n")
  await send("checked", "externalId,input\na,1 + 3\n", { dryRun: true, mode: "replace" })
  await send("refused", "externalId\na\n")
  const into = { datasetId: first!.report!.datasets[0]!.id }
  await send("parts", "externalId,input\na,1 +", { into, part: { index: 1, count: 2 } })
  const staged = await send("parts", "externalId,input\na,1 +", { into, part: { index: 1, count: 2 } })
  await tell("get_import", { id: staged!.id })
  await send("parts", " 4\nc,2\n", { into, part: { index: 2, count: 2 }, mode: "replace" })
  await send("parts", " 4\nc,2\n", { into, part: { index: 2, count: 2 } })
  await send("wrong parts", "x", { part: { index: 1, count: 2 } })
  await send("wrong parts", "y", { part: { index: 2, count: 2 } })
  const bundle = '{"datasets":[{"name":"Sums, imported","description":"Of numbers.","items":[]}]}'
  await tell("import_resources", { importKey: "bundle", files: [{ path: "b.json", content: bundle }], mode: "add" })
  await tell("get_import", { id: first!.id })
  await ImportStore.use(({ removals }) => Effect.forEach([removals.parts, removals.reports], dropDue)).pipe(
    Effect.provide(ImportStore.layer),
    Effect.provide(Postgres.layer({ url: Redacted.make(databaseUrl) })),
    Effect.runPromise
  )
  return met
}
