import type { Inputs } from "../inputs.ts"
import { type Outcome, raw } from "../model.ts"
import { canonical } from "./canonical.ts"
import { folded } from "./text.ts"

/** Whether output and expected are equal, as JSON. */
export const exact = (
  { output, expected }: Inputs,
  { ignoreCase, trim }: { readonly ignoreCase: boolean; readonly trim: boolean }
): Outcome => {
  if (typeof output !== "string" || typeof expected !== "string") {
    return raw({ value: canonical(output) === canonical(expected) })
  }
  const compared = (text: string) => folded(trim ? text.trim() : text, ignoreCase)
  return raw({ value: compared(output) === compared(expected) })
}
