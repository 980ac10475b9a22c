import type { Inputs } from "../inputs.ts"
import { failed, type Outcome, raw } from "../model.ts"
import { canonical } from "./canonical.ts"
import { jsonOf } from "./text.ts"

/** How many values two lists have in common, each as often as it is in both. */
const common = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): number => {
  const left = new Map<string, number>()
  for (const item of b) left.set(item, (left.get(item) ?? 0) + 1)
  return a.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count > 0
  }).length
}

/** A share, where nothing of nothing is all of it. */
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole)

/** How far two lists have the same values in them, 0 to 1. */
export const listOverlap = (
  { output, expected }: Inputs,
  { measure }: { readonly measure: "f1" | "precision" | "recall" | "jaccard" }
): Outcome => {
  const [given, wanted] = [jsonOf(output), jsonOf(expected)]
  if (!Array.isArray(wanted)) return failed("INPUT_UNSUITABLE", "expected is no list: point at one with inputs.")
  if (!Array.isArray(given)) return raw({ value: 0, explanation: "The output is no list." })
  const [a, b] = [given.map((item) => canonical(item)), wanted.map((item) => canonical(item))]
  const both = common(a, b)
  const values = {
    precision: share(both, a.length),
    recall: share(both, b.length),
    f1: share(2 * both, a.length + b.length),
    jaccard: share(both, a.length + b.length - both)
  }
  return raw({ value: values[measure], metadata: { both, output: a.length, expected: b.length } })
}
