import { hash } from "node:crypto"
import type { CallTarget } from "../../apps/index.ts"
import { type Claim, targetIdOf } from "../../runs/index.ts"

/** The trace of all attempts at a target, in hexadecimal digits: fixed with its ID. Law: G3. */
export const traceIdOf = (targetId: string): string => hash("sha256", targetId, "hex").slice(0, 32)

/** What a call says of the target that it is for. Law: G3. */
export const callTargetOf = ({ runId, ordinal, itemId, repetition, attempt }: Claim): CallTarget => {
  const id = targetIdOf(runId, ordinal)
  const spanId = hash("sha256", `${id}/${attempt}`, "hex").slice(0, 16)
  return { id, runId, itemId, repetition, attempt, traceId: traceIdOf(id), spanId }
}
