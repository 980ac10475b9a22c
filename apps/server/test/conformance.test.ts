import { describeConformance } from "@agent-operations/conformance/vitest"
import { customFields } from "@agent-operations/contract"
import { startOnPglite, startWorkers } from "./conformance-targets.ts"

// What the server adds to the kit knows nothing of kinds, and where the kit is in the test's process all laws are held on
// each database. A few cases show what is around the kit: all are a long run's. processes.test.ts holds what is stored.

describeConformance("the server on PGlite", startOnPglite, {
  families: [customFields],
  laws: ["R1", "R4", "A3"],
  quick: true
})
describeConformance("the server with two workers on PostgreSQL", startWorkers, {
  families: [customFields],
  laws: ["A1", "A2", "A5", "C1", "R4"],
  quick: true
})
