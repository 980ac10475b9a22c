import { describeConformance } from "@agent-operations/conformance/vitest"
import { customFields } from "@agent-operations/contract"
import { families as savedSearches } from "../../kit/examples/saved-searches/searches.ts"
import { startExample } from "./start-example.ts"

// What stands between these and the same kit sees headers, bodies and connections, and nothing of kinds: one is enough.
for (const name of ["node", "hono", "express", "fastify"]) {
  describeConformance(`the kit in a ${name} server`, () => startExample(name), {
    families: [customFields],
    laws: ["A1", "E3", "E4", "P5", "R4"],
    scale: 0.1
  })
}

describeConformance("a product without page views", () => startExample("saved-searches/server", ""), {
  families: savedSearches,
  scale: 0.3
})
