import { laws } from "@agent-operations/conformance"
import type { Law } from "@agent-operations/conformance"

/** The laws of bodies, bounds, headers, the document and formulas, which one process answers for alone. */
export const ofOneProcess: ReadonlyArray<Law> = [
  "A1",
  "A4",
  "A7",
  "C1",
  "C2",
  "E1",
  "E2",
  "E3",
  "V1",
  "V2",
  "V3",
  "V4",
  "V5"
]

/**
 * The others, of what is stored and who reaches it: what another process, a pooler or another database could break.
 */
export const storedLaws = Object.keys(laws).filter((law): law is Law => !ofOneProcess.includes(law as Law))
