import { hasPart } from "@agent-operations/operations/has-part"
import type { Inputs } from "../inputs.ts"
import { type Outcome, raw } from "../model.ts"
import { folded, textOf } from "./text.ts"

/** Whether the output has the expected text in it, or all or any of a list of them. */
export const contains = (
  { output, expected }: Inputs,
  { ignoreCase, mode }: { readonly ignoreCase: boolean; readonly mode: "all" | "any" }
): Outcome => {
  const text = folded(textOf(output), ignoreCase)
  const wanted = Array.isArray(expected) ? expected : [expected]
  const missing = wanted.map(textOf).filter((one) => !hasPart(text, folded(one, ignoreCase)))
  const value = mode === "all" ? missing.length === 0 : missing.length < wanted.length
  return raw({ value, ...(value ? {} : { explanation: `Not there: ${missing.join(", ")}` }) })
}
