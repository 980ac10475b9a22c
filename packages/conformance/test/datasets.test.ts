import { describeConformance } from "@agent-operations/conformance/vitest"
import { datasets as ofDatasets } from "@agent-operations/contract/datasets"
import { datasets } from "@agent-operations/evals"
import { databases, startKit } from "./kit.ts"

/** Datasets, as definitions like any other and by their items, on the database where writes race. */
describeConformance(
  "the in-process handler with datasets on PostgreSQL",
  async () => {
    const { kit, credentials, close } = await startKit(databases.at(-1)!, { families: [datasets()] })
    return { url: "http://in-process.test", fetch: kit.fetch, ...credentials, close }
  },
  {
    families: [ofDatasets],
    // What every kind is held to is held of others.
    laws: ["D1", "D2", "D3", "R7", "R8", "R11", "E3", "E4", "A2", "A3", "C2"],
    quick: process.env["LAW_SCALE"] === undefined,
    scale: 0.02
  }
)
