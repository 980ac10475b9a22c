import { Postgres } from "@agent-operations/database"
import { DatasetPurges, itemEvidence } from "@agent-operations/evals"
import { Effect, Redacted } from "effect"
import type { Started } from "./process.ts"

/** What people alone may do, on the database itself: the starter key is none. */
const asPerson = (databaseUrl: string, { organizationId, projectId }: Started, id: string) => {
  const actor = { type: "user", id: "usr_ada", name: "Ada" } as const
  const caller = { actor, organizationId, projectId, scopes: "all", credential: null } as const
  return DatasetPurges.use((purges) => purges.purge(caller, { id, reason: "Asked for." })).pipe(
    Effect.provide(DatasetPurges.layer({ administers: () => true })),
    Effect.provide(itemEvidence),
    Effect.provide(Postgres.layer({ url: Redacted.make(databaseUrl) })),
    Effect.runPromise
  )
}

/** Every operation over datasets and their items. Returns the operations that answered, and the codes that were met. */
export const exerciseDatasets = async (server: Started, databaseUrl: string): Promise<ReadonlySet<string>> => {
  const { url, apiKey, projectId } = server
  const met = new Set<string>()
  const tell = async (operation: string, input: object) => {
    const response = await fetch(`${url}/api/agent/${operation}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "x-project-id": projectId, "content-type": "application/json" },
      body: JSON.stringify(input)
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- an answer is looked at as this test knows it
    const { data, error } = (await response.json()) as { data?: any; error?: { code: string } }
    met.add(error?.code ?? operation)
    return data ?? {}
  }
  const settings = { inputSchema: { type: "string" } }
  const { id: datasetId } = await tell("create_dataset", { name: "Sums", source: { type: "items" }, settings })
  const put = (items: ReadonlyArray<object>, more = {}) => tell("put_dataset_items", { datasetId, items, ...more })
  await put([{ input: 1 }])
  const { items } = await put([
    { externalId: "a", input: "1 + 1", split: "test" },
    { externalId: "b", input: "2 + 2" }
  ])
  const [{ id }, { id: other }] = items
  await put(
    [
      { id, expected: 2 },
      { externalId: "c", input: "3 + 3" }
    ],
    { expectedVersion: 1 }
  )
  await put([{ id, expected: 3 }], { expectedVersion: 1 })
  await tell("delete_dataset_items", { datasetId, ids: [other] })
  await put([{ id: other, input: "again" }])
  const { nextCursor: cursor } = await tell("list_dataset_items", { datasetId, limit: 1, includeTotal: true })
  await tell("list_dataset_items", { datasetId, limit: 1, cursor })
  await tell("list_dataset_items", { datasetId, version: 1, split: "test", includeTotal: true })
  await tell("get_dataset_item", { id })
  await tell("get_dataset_item", { id, version: 1 })
  await tell("list_dataset_versions", { datasetId, limit: 1 })
  await tell("list_dataset_versions", { datasetId, before: 3 })
  await tell("compare_dataset_versions", { datasetId, from: 1, to: 4 })
  await tell("restore_dataset_version", { datasetId, version: 1 })
  const traceId = "d".repeat(32)
  const span = { name: "answer", startedAt: "2015-11-20T10:00:00Z", endedAt: "2015-11-20T10:00:01Z" }
  await tell("record_traces", { traces: [{ id: traceId, input: "4 + 4", output: 8, spans: [span] }] })
  await tell("add_traces_to_dataset", { datasetId, traceIds: [traceId] })
  await tell("add_traces_to_dataset", { datasetId, traceIds: [traceId], expectedPointer: "/metadata" })
  await tell("purge_dataset_item", { id: other, reason: "Asked for." })
  await asPerson(databaseUrl, server, other)
  met.add("purge_dataset_item")

  await tell("update_dataset", { id: datasetId, expectedRevision: 1, description: "Of numbers." })
  const { id: copy } = await tell("copy_dataset", { id: datasetId, name: "Sums, mine" })
  await tell("list_datasets", { limit: 1 })
  await tell("get_dataset", { id: datasetId, revision: 1 })
  await tell("get_dataset_history", { id: datasetId })
  await tell("restore_dataset", { id: datasetId, revision: 1 })
  await tell("get_dataset_dependencies", { id: datasetId })
  await tell("delete_dataset", { id: copy, expectedRevision: 1 })
  await tell("list_deleted_datasets", {})
  await tell("recover_dataset", { id: copy })
  return met
}
