import type { Inputs } from "../inputs.ts"
import { failed, type Outcome, raw } from "../model.ts"
import { textOf } from "./text.ts"

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? number : undefined
}

/** Whether two numbers differ by at most the tolerance, or, if relative, that part of the expected one. */
export const numeric = (
  { output, expected }: Inputs,
  { tolerance, relative }: { readonly tolerance: number; readonly relative: boolean }
): Outcome => {
  const wanted = numberOf(expected)
  if (wanted === undefined)
    return failed("INPUT_UNSUITABLE", `expected is no number: ${textOf(expected).slice(0, 200)}`)
  const number = numberOf(output)
  if (number === undefined) return raw({ value: false, explanation: "The output is no number." })
  const difference = Math.abs(number - wanted)
  return raw({
    value: difference <= (relative ? tolerance * Math.abs(wanted) : tolerance),
    metadata: { difference }
  })
}
