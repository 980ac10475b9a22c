import { keysOf } from "@agent-operations/error-envelope/pointer"
import type { Inputs } from "../inputs.ts"
import { type Outcome, raw } from "../model.ts"
import { canonical } from "./canonical.ts"
import { jsonOf } from "./text.ts"

/** A value without the member that the keys lead to. */
const without = (value: unknown, [key, ...rest]: ReadonlyArray<string>): unknown => {
  if (key === undefined) return undefined
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return value
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      String(index) !== key ? [item] : rest.length === 0 ? [] : [without(item, rest)]
    )
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      name !== key ? [[name, member]] : rest.length === 0 ? [] : [[name, without(member, rest)]]
    )
  )
}

/** Whether output and expected are equal JSON. */
export const jsonEqual = (
  { output, expected }: Inputs,
  { ordered, ignore }: { readonly ordered: boolean; readonly ignore: ReadonlyArray<string> }
): Outcome => {
  const compared = (value: unknown) =>
    canonical(
      ignore.reduce((rest, pointer) => without(rest, keysOf(pointer)), value),
      ordered
    )
  // A text that is wanted as a text is not read as anything else.
  const read = typeof expected === "string" ? output : jsonOf(output)
  return raw({ value: compared(read) === compared(expected) })
}
