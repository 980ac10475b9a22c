import { distance } from "fastest-levenshtein"
import type { Inputs } from "../inputs.ts"
import { failed, type Outcome, raw } from "../model.ts"
import { folded, textOf } from "./text.ts"

/** How long texts may be, in characters: their product is what comparing them takes. */
const maxLength = 20_000

/** How alike two texts are: 1 − edits ÷ length of the longer one. */
export const levenshtein = (
  { output, expected }: Inputs,
  { ignoreCase }: { readonly ignoreCase: boolean }
): Outcome => {
  const [a, b] = [folded(textOf(output), ignoreCase), folded(textOf(expected), ignoreCase)]
  const length = Math.max(a.length, b.length)
  if (length > maxLength) {
    return failed("INPUT_UNSUITABLE", "levenshtein compares texts of at most 20,000 characters: point at a part of it.")
  }
  const edits = distance(a, b)
  return raw({ value: length === 0 ? 1 : 1 - edits / length, metadata: { edits } })
}
