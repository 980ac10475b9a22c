import { describeConformance } from "@agent-operations/conformance/vitest"
import { customFields } from "@agent-operations/contract"
import { storedLaws } from "./stored-laws.ts"
import { startInTurns, startOnPglite, startWorkers } from "./conformance-targets.ts"

describeConformance("the server on PGlite", startOnPglite, { laws: storedLaws, scale: 0.1 })
describeConformance("the server with two workers on PostgreSQL", startWorkers, {
  families: [customFields],
  scale: 0.1
})
describeConformance("two processes that take turns", startInTurns, { laws: storedLaws, scale: 0.2 })
