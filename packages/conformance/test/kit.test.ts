import { type Law, laws } from "@agent-operations/conformance"
import { describeKit } from "./kits.ts"

// Everything, in many random cases and on both databases, is a long run's.

describeKit("kinds of its own", "PostgreSQL", { quick: true })
// What a database could break: histories, races, names, references, tenants and walks. Large pages and bodies are no other's.
describeKit("kinds of its own", "PGlite", {
  quick: true,
  laws: ["R1", "R3", "R4", "R5", "R6", "R7", "R8", "R11", "R12", "A3", "P9"]
})

describeKit("traces", "PGlite", { quick: true })
describeKit("traces", "PostgreSQL", {
  quick: true,
  laws: Object.keys(laws).filter((law): law is Law => law.startsWith("T"))
})

// What every kind is held to is held of others.
describeKit("charts", "PGlite", { quick: true, laws: ["A2", "C1", "E3"] })
describeKit("prompts", "PGlite", {
  quick: true,
  laws: ["M1", "M3", "R4", "R7", "R8", "R11", "A2", "A3", "A7"]
})
describeKit("datasets", "PostgreSQL", { quick: true, laws: ["D1", "D2", "D3", "E3", "A3"] })
