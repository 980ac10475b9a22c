import type { FieldType } from "@agent-operations/contract/records"
import type { ReadRow, RowValue } from "@agent-operations/traces/store"
import { Clock, Effect } from "effect"
import { passes } from "@agent-operations/traces"
import { type Cell, type JsonValue, withheld } from "../formulas/protocol.ts"
import type { Plan, PlanField } from "../view/plan.ts"
import type { Computer } from "./cells.ts"
import type { After } from "./cursor.ts"
import type { ShownRow } from "./encode.ts"
import type { Source } from "./source.ts"

/** What a page is made with. */
export interface PageSetting {
  readonly plan: Plan
  readonly source: Source
  readonly computer: Computer
  readonly limit: number
  readonly after: After | undefined
  /** Whether rows that are read may be left out. */
  readonly decidesHere: boolean
}

/** A row that belongs on the page, and how many were looked at until it. */
interface PageRow extends ShownRow {
  readonly scanned: number
  /** What continues behind it. */
  readonly after: () => After
}

/** The rows of a page. */
export interface Page {
  readonly rows: ReadonlyArray<PageRow>
  readonly paths: ReadonlyArray<string>
  readonly scanned: number
  /** What the next page comes after; null where there is none. */
  readonly next: After | null
}

/** The places of the custom fields among some fields. */
export const customOf = (fields: Iterable<PlanField>): ReadonlyArray<number> =>
  [...fields].flatMap((field) => ("custom" in field ? [field.custom] : []))

/** What rows are shown with, in the order in which it is written. */
export const shownFields = ({ columns, group }: Plan): ReadonlyArray<PlanField> => [
  ...(group === null ? [] : [group]),
  ...columns.map(({ on }) => on)
]

/** Whether the cells of a row pass the filters on custom fields. One in error passes none. */
export const passesHere = ({ here }: Plan, cells: (place: number) => Cell): boolean =>
  here.every((filter) => {
    if (!("custom" in filter.on)) return true
    const cell = cells(filter.on.custom)
    return !("error" in cell) && passes(filter, filter.on.type, cell.value)
  })

/** The cells of one of some rows. */
export const cellsAt =
  (cells: ReadonlyMap<number, ReadonlyArray<Cell>>, row: number) =>
  (place: number): Cell =>
    cells.get(place)![row]!

/** A value that a row is sorted by: null where it is in error. */
export const sortedValue = (
  on: PlanField,
  row: ReadRow,
  at: ReadonlyMap<string, number>,
  cells: (place: number) => Cell
) => {
  if ("custom" in on) return cells(on.custom).value
  return jsonOf(on.type, row.values[at.get(on.path)!]!)
}

/** A value of a type as JSON says it: null where it is too large to be read. */
export const jsonOf = (type: FieldType, value: RowValue): JsonValue => {
  if (value === null || value === withheld) return null
  return type === "json" || type === "strings" ? (JSON.parse(String(value)) as JsonValue) : value
}

/** Whether some time has passed since now. */
export const timer = (millis: number) =>
  Effect.map(Clock.monotonicTimeNanos, (begun) =>
    Effect.map(Clock.monotonicTimeNanos, (now) => now - begun >= BigInt(millis) * 1_000_000n)
  )
