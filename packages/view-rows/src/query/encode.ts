import type { ReadRow } from "@agent-operations/traces/store"
import { type Cell, largestRow, rowFull } from "../formulas/protocol.ts"
import type { Plan, PlanField } from "../view/plan.ts"

/** A row that is shown, with the cells of custom fields by their places. */
export interface ShownRow {
  readonly row: ReadRow
  readonly cells: (place: number) => Cell
}

const tooLarge = { code: "TOO_LARGE", message: "The value is larger than 256 KiB." } as const

interface EncodedCell {
  /** JSON. */
  readonly text: string
  readonly error?: { readonly code: string; readonly message: string }
}

/** The cell of a field as JSON. What is JSON in the database goes on as it is. */
const cellOf = (on: PlanField, { row, cells }: ShownRow, at: ReadonlyMap<string, number>): EncodedCell => {
  if ("custom" in on) {
    const cell = cells(on.custom)
    return "error" in cell ? { text: "null", error: cell.error } : { text: JSON.stringify(cell.value) }
  }
  const value = row.values[at.get(on.path)!]!
  if (value === false) return { text: "null", error: tooLarge }
  if (value === null) return { text: "null" }
  return { text: on.type === "json" || on.type === "strings" ? String(value) : JSON.stringify(value) }
}

/**
 * Writes rows of a plan as JSON, given where in a row the value of each built-in path is. Of the cells behind as many bytes as
 * the largest row has, there is an error in place of the value.
 */
export const makeEncoder = (plan: Plan, paths: ReadonlyArray<string>, traceId: string | undefined) => {
  const at = new Map(paths.map((path, n) => [path, n]))
  const fields = new Map(plan.columns.map(({ on }) => [on.name, on]))
  return (shown: ShownRow): string => {
    const errors: Record<string, object> = Object.create(null)
    let bytes = 0
    const encoded = (on: PlanField): string => {
      // Once it is full nothing is written that is not told.
      const isFull = bytes > largestRow
      const { text, error } = isFull ? { text: "null", error: rowFull } : cellOf(on, shown, at)
      bytes += Buffer.byteLength(text)
      const told = error ?? (bytes > largestRow ? rowFull : undefined)
      if (told !== undefined) errors[on.name] = told
      return told === undefined ? text : "null"
    }
    const parts = [`"id":${JSON.stringify(shown.row.id)}`]
    if (traceId !== undefined) parts.push(`"traceId":${JSON.stringify(traceId)}`)
    if (plan.group !== null) parts.push(`"group":${encoded(plan.group)}`)
    const values = [...fields.values()].map((on) => `${JSON.stringify(on.name)}:${encoded(on)}`)
    parts.push(`"values":{${values.join(",")}}`)
    if (Object.keys(errors).length > 0) parts.push(`"errors":${JSON.stringify(errors)}`)
    return `{${parts.join(",")}}`
  }
}
