import { Dataset } from "@agent-operations/contract/datasets"
import { definitionsOf } from "./definitions.ts"
import { ask, call, type Case, own, type Project } from "./project.ts"
import { traceId } from "./traces.ts"

const bodyOf = { source: { type: "items" }, settings: {} }

/** Datasets with items of several versions, and an import of which a part is missing. */
export const datasetsOf = async (project: Project): Promise<ReadonlyArray<Case>> => {
  const { tell } = project
  const { free, make, cases } = await definitionsOf(project, Dataset, bodyOf)
  const datasetId = await make("Sums")
  const item = (n: number, more: object = {}) => ({
    externalId: own(`item ${n}`),
    input: own(`${n} + ${n}`),
    expected: 2 * n,
    ...(n === 1 && { split: "test" }),
    ...more
  })
  const { items } = await tell("put_dataset_items", { datasetId, items: [1, 2, 3, 4].map((n) => item(n)) })
  const [first, second, third, fourth] = (items as ReadonlyArray<{ id: string }>).map(({ id }) => id)
  await tell("put_dataset_items", { datasetId, items: [{ id: first, expected: 3 }] })
  await tell("delete_dataset_items", { datasetId, ids: [fourth] })
  const page = await tell("list_dataset_items", { datasetId, limit: 1, includeTotal: true })
  const content = "question,answer\nFrance?,Paris\nJapan?,Tokyo\n"
  const file = { path: "capitals.csv", content }
  const imported = {
    files: [file],
    into: { datasetId: free },
    mapping: { question: "input", answer: "expected" },
    mode: "add"
  }
  const report = await tell("import_resources", { ...imported, importKey: own("whole") })
  const part = (index: number) => ({ ...imported, importKey: own("parts"), part: { index, count: 2 } })
  await tell("import_resources", part(1))
  return [
    ...cases,
    call("put_dataset_items", { datasetId, items: [item(5)] }),
    call("put_dataset_items", { datasetId, items: [item(2, { expected: 5 })] }),
    call("put_dataset_items", {
      datasetId,
      items: [
        { id: second, expected: 4.5 },
        { id: third, input: "more" }
      ]
    }),
    call("put_dataset_items", { datasetId, items: [item(5)], expectedVersion: 1 }),
    call("put_dataset_items", { datasetId, items: [{ id: fourth, input: "again" }] }),
    call("put_dataset_items", { datasetId, items: [item(6, { source: { traceId: traceId(1), spanId: null } })] }),
    call("delete_dataset_items", { datasetId, ids: [second, third] }),
    call("list_dataset_items", { datasetId }),
    call("list_dataset_items", { datasetId, limit: 1, cursor: page.nextCursor }),
    call("list_dataset_items", { datasetId, version: 1, split: "test", includeTotal: true }),
    call("get_dataset_item", { id: first }),
    call("get_dataset_item", { id: first, version: 1 }),
    call("get_dataset_item", { id: fourth }),
    call("list_dataset_versions", { datasetId }),
    call("list_dataset_versions", { datasetId, before: 3 }),
    call("compare_dataset_versions", { datasetId, from: 1, to: 3 }),
    call("restore_dataset_version", { datasetId, version: 1 }),
    call("purge_dataset_item", { id: fourth, reason: "Asked for." }, "ada"),
    call("add_traces_to_dataset", { datasetId, traceIds: [traceId(1), traceId(2)] }),
    call("add_traces_to_dataset", { datasetId: free, traceIds: [traceId(1)], split: "test" }),
    call("import_resources", { ...imported, importKey: "another" }),
    call("import_resources", { ...imported, importKey: "by name", into: { datasetName: own("Sums") } }),
    call("import_resources", { ...imported, importKey: own("whole") }),
    call("import_resources", part(2)),
    call("get_import", { id: report.id }),
    ...[1, 2, 3].map((version) => ask("list_dataset_items", { datasetId, version, includeTotal: true })),
    ask("list_dataset_items", { datasetId, split: "test" }),
    ask("list_dataset_versions", { datasetId, limit: 1 }),
    ask("list_dataset_versions", { datasetId: free }),
    ...[
      [1, 2],
      [2, 3],
      [3, 1],
      [2, 2]
    ].map(([from, to]) => ask("compare_dataset_versions", { datasetId, from, to })),
    ask("compare_dataset_versions", { datasetId, from: 1, to: 3, limit: 1 }),
    ask("put_dataset_items", {
      datasetId,
      items: [item(7, { metadata: { level: 2 }, split: "train" }), item(3, { split: null })]
    }),
    ask("put_dataset_items", { datasetId, items: [{ id: first, expected: 3 }], expectedVersion: 3 }),
    ask("put_dataset_items", {
      datasetId,
      items: [item(8, { source: { traceId: traceId(11), spanId: "0000000000000002" } })]
    }),
    ask("delete_dataset_items", { datasetId, ids: [second], expectedVersion: 2 }),
    ask("delete_dataset_items", { datasetId, ids: [fourth] }),
    ask("restore_dataset_version", { datasetId, version: 3 }),
    ask("restore_dataset_version", { datasetId, version: 2, expectedVersion: 3 }),
    ask("restore_dataset_version", { datasetId, version: 1, expectedVersion: 2 }),
    ask("add_traces_to_dataset", {
      datasetId,
      traceIds: [traceId(11)],
      inputPointer: "/input/messages/0/content",
      expectedPointer: "/output/messages/0/content"
    }),
    ask("add_traces_to_dataset", { datasetId, traceIds: [11, 12, 31].map(traceId) }),
    ...[2, 3].map((expectedVersion) =>
      ask("add_traces_to_dataset", { datasetId, traceIds: [traceId(11)], expectedVersion })
    ),
    ask("create_dataset", {
      name: "Typed",
      source: { type: "items" },
      settings: {
        inputSchema: { type: "string" },
        expectedSchema: { type: "number" },
        metadataSchema: { type: "object", properties: { level: { type: "integer" } } },
        extra: { team: "a" }
      }
    }),
    ask("update_dataset", { id: datasetId, expectedRevision: 1, settings: { expectedSchema: { type: "string" } } }),
    ...[
      { path: "one.jsonl", content: '{"question":"Peru?","answer":"Lima"}\n\n{"question":"Mali?","answer":7}\n' },
      { path: "one.json", content: '[{"question":"Peru?","answer":"Lima"}]' },
      { path: "one.yaml", content: "- question: Peru?\n  answer: Lima\n" },
      { path: "one.txt", format: "csv", content: 'question,answer\n"Peru, all?",Lima\n' }
    ].flatMap((one) => [
      ask("import_resources", {
        ...imported,
        importKey: one.path,
        files: [{ format: one.path.split(".")[1], ...one }]
      }),
      ask("import_resources", { ...imported, importKey: one.path, files: [one], mode: "replace", dryRun: true })
    ]),
    ...["4", "four"].map((four) =>
      ask("import_resources", {
        ...imported,
        importKey: four,
        files: [{ path: "numbers.csv", content: `sum,result,why\n1 + 1,2,"{""a"":1}"\n2 + 2,${four},{}\n` }],
        mapping: {
          sum: { to: "input", as: "string" },
          result: { to: "expected", as: "number" },
          why: { to: "metadata", as: "json" }
        }
      })
    )
  ]
}
