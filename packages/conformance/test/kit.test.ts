import { type Law, laws } from "@agent-operations/conformance"
import { describeKit } from "./kits.ts"
import { storedLaws } from "./stored-laws.ts"

// Everything, in many random cases, is a long run's.

describeKit("kinds of its own", "PostgreSQL", { scale: 0.1 })
describeKit("kinds of its own", "PGlite", { quick: true, laws: storedLaws })

describeKit("traces", "PGlite", { quick: true })
describeKit("traces", "PostgreSQL", {
  quick: true,
  laws: Object.keys(laws).filter((law): law is Law => law.startsWith("T"))
})

// Names, revisions, races, pages and deletion, of charts as of any kind.
describeKit("charts", "PGlite", { quick: true })

// What every kind is held to is held of others.
describeKit("prompts", "PGlite", {
  quick: true,
  laws: ["M1", "M3", "R4", "R7", "R8", "R11", "A2", "A3", "A7"]
})
describeKit("datasets", "PostgreSQL", {
  quick: true,
  laws: ["D1", "D2", "D3", "E3", "E4", "A2", "A3", "C2"]
})
