import { describeConformance } from "@agent-operations/conformance/vitest"
import { keepFigures } from "./conformance-figures.ts"
import { startInTurns, startOnPglite, startWorkers } from "./conformance-targets.ts"
import { describeHeld } from "./describe-held.ts"
import { byChanceOnWorkers } from "./not-checked.ts"
import { storedLaws } from "./stored-laws.ts"

// Where the kit is in the test's process, as many random cases as by default are held.
const scale = 0.1

describeHeld("the server on PGlite", startOnPglite, { scale }, keepFigures("PGlite", scale))
describeHeld(
  "the server with two workers on PostgreSQL",
  startWorkers,
  { scale, byChance: byChanceOnWorkers },
  keepFigures("PostgreSQL, two workers", scale)
)
describeConformance("two processes that take turns", startInTurns, { laws: storedLaws, scale: 0.2 })
