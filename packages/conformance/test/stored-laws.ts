import { laws } from "@agent-operations/conformance"
import type { Law } from "@agent-operations/conformance"

const ofOneProcess: ReadonlyArray<Law> = ["A1", "A4", "A7", "C1", "C2", "E1", "E2", "E3", "V1", "V2", "V3", "V4", "V5"]

/**
 * The laws of what is stored and who reaches it: what another process, a pooler or another database could break. The others,
 * of bodies, bounds, headers and the document, are one process's alone, and are looked at where the whole kit runs.
 */
export const storedLaws = Object.keys(laws).filter((law): law is Law => !ofOneProcess.includes(law as Law))
