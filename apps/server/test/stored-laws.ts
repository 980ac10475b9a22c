import type { Law } from "@agent-operations/conformance"

/**
 * The laws of what is stored and who reaches it: what another process, a pooler or another database could break. Bodies,
 * bounds, headers and the document are one process's alone, and are looked at where the whole kit runs.
 */
export const storedLaws: ReadonlyArray<Law> = [
  ...(["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"] as const),
  ...(["P1", "P2", "P3", "P4", "P5", "P6", "P7"] as const),
  ...(["A2", "A3", "A5"] as const)
]
