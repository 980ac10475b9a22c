import { commandFieldsOf, resultNamesOf } from "@agent-operations/contract/calls"
import type { Family, Operation } from "@agent-operations/contract"
import { wholeOf } from "../whole/whole.ts"

/** A list that can be watched. */
export interface Watched {
  readonly list: Operation.Any
  /** The field that says when an item last changed: `trace.updatedAt`. */
  readonly changed: string
}

/** The list of a family that is read whole, where it can be narrowed to what changed. */
export const watchedOf = (family: Family.Any): Watched | undefined => {
  const whole = wholeOf(family)
  if (whole === undefined) return undefined
  const { list, record } = whole
  const isNarrowed =
    commandFieldsOf(list).some(({ name }) => name === "filters") && resultNamesOf(list).includes("updatedAt")
  return isNarrowed ? { list, changed: `${record}.updatedAt` } : undefined
}
