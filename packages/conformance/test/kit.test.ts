import { type Law, laws } from "@agent-operations/conformance"
import { describeConformance } from "@agent-operations/conformance/vitest"
import { metrics as ofMetrics } from "@agent-operations/contract/metrics"
import { traces as ofTraces } from "@agent-operations/contract/traces"
import { metrics } from "@agent-operations/metrics"
import { traces } from "@agent-operations/traces"
import { families } from "./families.ts"
import { databases, startKit } from "./kit.ts"

const scale = Number(process.env["LAW_SCALE"] ?? 0.4)

/** What is stored of traces: who may, and what an answer looks like, knows of no database. */
const storedOfTraces = Object.keys(laws).filter((law): law is Law => law.startsWith("T"))

for (const database of databases) {
  describeConformance(
    `the in-process handler on ${database.name}`,
    async () => {
      const { kit, credentials, close } = await startKit(database)
      return { url: "http://in-process.test", fetch: kit.fetch, ...credentials, close }
    },
    { families, scale }
  )

  describeConformance(
    `the in-process handler with traces on ${database.name}`,
    async () => {
      const recorded = traces()
      const { kit, credentials, close } = await startKit(database, { families: [recorded, metrics(recorded)] })
      return { url: "http://in-process.test", fetch: kit.fetch, ...credentials, close }
    },
    {
      families: [ofTraces, ofMetrics],
      quick: process.env["LAW_SCALE"] === undefined,
      scale: scale / 4,
      laws: database.name === "PGlite" ? undefined : storedOfTraces
    }
  )
}
