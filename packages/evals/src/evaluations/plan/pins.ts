import type { EvalRun } from "@agent-operations/contract/evaluations"
import type { Scale } from "../../statistics/index.ts"
import type { Basis } from "./plan.ts"

/** What is told of what a run works with, and what its figures are computed by. Kept as JSON beside the run. */
export interface KeptPins extends Pick<EvalRun, "baseRunId"> {
  readonly pins: EvalRun["pins"]
  readonly scales: { readonly [alias: string]: Scale }
  readonly basis: Basis | null
}

/** The JSON that the store keeps of them; usage finds the IDs of scorers under `scorers`. */
export const pinsText = ({ pins, ...rest }: KeptPins): string => JSON.stringify({ ...pins, ...rest })

export const readPins = (text: string): KeptPins => {
  const { scales, basis, baseRunId, ...pins } = JSON.parse(text) as KeptPins["pins"] & Omit<KeptPins, "pins">
  return { pins, scales, basis, baseRunId }
}
