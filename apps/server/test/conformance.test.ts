import { describeConformance } from "@agent-operations/conformance/vitest"
import { customFields } from "@agent-operations/contract"
import { storedLaws } from "./stored-laws.ts"
import { startOnPglite, startWorkers } from "./conformance-targets.ts"

// What the server adds to the kit knows nothing of kinds. Both are held whole where the kit is in this process, and to
// what is stored where two processes share a database. A few cases of each law show what is around the kit: many are a
// long run's.

describeConformance("the server on PGlite", startOnPglite, { families: [customFields], laws: storedLaws, quick: true })
describeConformance("the server with two workers on PostgreSQL", startWorkers, {
  families: [customFields],
  quick: true
})
