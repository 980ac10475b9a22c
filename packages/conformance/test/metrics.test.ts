import { describeConformance } from "@agent-operations/conformance/vitest"
import { metrics as ofMetrics, metricsCharts } from "@agent-operations/contract/metrics"
import { metrics } from "@agent-operations/metrics"
import { traces } from "@agent-operations/traces"
import { databases, startKit } from "./kit.ts"

/** Metrics, and charts as definitions like any other: names, revisions, races, pages, deletion. */
describeConformance(
  "the in-process handler with metrics on PGlite",
  async () => {
    const recorded = traces()
    const { kit, credentials, close } = await startKit(databases[0]!, { families: [recorded, metrics(recorded)] })
    return { url: "http://in-process.test", fetch: kit.fetch, ...credentials, close }
  },
  { families: [ofMetrics, metricsCharts], quick: process.env["LAW_SCALE"] === undefined, scale: 0.02 }
)
