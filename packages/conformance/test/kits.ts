import type { Options } from "@agent-operations/conformance"
import { describeConformance } from "@agent-operations/conformance/vitest"
import { datasets as ofDatasets } from "@agent-operations/contract/datasets"
import { metrics as ofMetrics, metricsCharts } from "@agent-operations/contract/metrics"
import { prompts as ofPrompts } from "@agent-operations/contract/prompts"
import { traces as ofTraces } from "@agent-operations/contract/traces"
import { datasets } from "@agent-operations/evals"
import { metrics } from "@agent-operations/metrics"
import { prompts } from "@agent-operations/prompts"
import { traces } from "@agent-operations/traces"
import { families, modules } from "./families.ts"
import { databases, startKit } from "./kit.ts"

const recorded = traces()

/** The kits that the suite is run over: what each serves, and what it is held to. */
const kits = {
  "kinds of its own": { serves: modules, held: families },
  traces: { serves: [recorded, metrics(recorded)], held: [ofTraces, ofMetrics] },
  charts: { serves: [recorded, metrics(recorded)], held: [ofMetrics, metricsCharts] },
  prompts: { serves: [recorded, prompts(recorded)], held: [ofPrompts] },
  datasets: { serves: [datasets()], held: [ofDatasets] }
} as const

/** Declares a test for each check of the suite over a kit in this process. */
export const describeKit = (
  name: keyof typeof kits,
  database: (typeof databases)[number]["name"],
  options: Options = {}
): void => {
  const { serves, held } = kits[name]
  describeConformance(
    `a kit with ${name} on ${database}`,
    async () => {
      const on = databases.find(({ name }) => name === database)!
      const { kit, credentials, close } = await startKit(on, { families: serves })
      return { url: "http://in-process.test", fetch: kit.fetch, ...credentials, close }
    },
    { families: held, ...options }
  )
}

export const kitNames = Object.keys(kits) as ReadonlyArray<keyof typeof kits>
