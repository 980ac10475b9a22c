import type { Access } from "@agent-operations/auth"
import { datasets as family } from "@agent-operations/contract/datasets"
import { Invoker, makeCalls } from "@agent-operations/operations"
import { Effect } from "effect"

const capitals: ReadonlyArray<readonly [country: string, capital: string, continent: string]> = [
  ["Argentina", "Buenos Aires", "America"],
  ["Australia", "Canberra", "Oceania"],
  ["Austria", "Vienna", "Europe"],
  ["Brazil", "Brasília", "America"],
  ["Canada", "Ottawa", "America"],
  ["Chile", "Santiago", "America"],
  ["China", "Beijing", "Asia"],
  ["Denmark", "Copenhagen", "Europe"],
  ["Egypt", "Cairo", "Africa"],
  ["Ethiopia", "Addis Ababa", "Africa"],
  ["France", "Paris", "Europe"],
  ["Ghana", "Accra", "Africa"],
  ["India", "New Delhi", "Asia"],
  ["Indonesia", "Jakarta", "Asia"],
  ["Italy", "Rome", "Europe"],
  ["Japan", "Tokyo", "Asia"],
  ["Kenya", "Nairobi", "Africa"],
  ["Mexico", "Mexico City", "America"],
  ["Morocco", "Rabat", "Africa"],
  ["New Zealand", "Wellington", "Oceania"],
  ["Norway", "Oslo", "Europe"],
  ["Peru", "Lima", "America"],
  ["South Korea", "Seoul", "Asia"],
  ["Türkiye", "Ankara", "Asia"]
]

/** A dataset of 24 items in two versions, of which the second corrects one, and its ID. */
export const createDatasets = Effect.fnUntraced(function* (access: Access) {
  const { invoke } = yield* Invoker
  const { datasets } = makeCalls([family], (id, input) => invoke(id, input, access))
  const { id: datasetId } = yield* datasets.create({
    name: "Capitals",
    description: "Countries, and the capital that an agent has to name.",
    source: { type: "items" },
    settings: { inputSchema: { type: "string" }, expectedSchema: { type: "string" }, metadataSchema: null, extra: {} },
    references: {}
  })
  const items = capitals.map(([country, capital, continent]) => ({
    externalId: country,
    input: `What is the capital of ${country}?`,
    expected: country === "Australia" ? "Sydney" : capital,
    metadata: { continent },
    split: "test"
  }))
  yield* datasets.put({ datasetId, items })
  yield* datasets.put({ datasetId, items: [{ externalId: "Australia", expected: "Canberra" }] })
  return datasetId
})
