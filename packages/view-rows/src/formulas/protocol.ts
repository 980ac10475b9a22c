import type { FieldType } from "@agent-operations/contract/records"
import type { RowValue } from "@agent-operations/traces/store"

/** Why a cell has no value. Source: `cellErrorCodes` of the contract. */
export type CellErrorCode = "TYPE_ERROR" | "ARITHMETIC" | "TOO_EXPENSIVE" | "TOO_LARGE" | "BAD_PATTERN"

/** What a custom field is computed for. Source: `customFieldTargets` of the contract. */
export type FieldTarget = "trace" | "span" | "evaluation_run" | "evaluation_case"

/** The record that a field is computed of, by what it is for. */
export const recordOf = {
  trace: "trace",
  span: "span",
  evaluation_run: "run",
  evaluation_case: "case"
} as const satisfies Record<FieldTarget, string>

/** The records that formulas read. */
export type RecordName = (typeof recordOf)[FieldTarget]

export const recordNames: ReadonlyArray<RecordName> = Object.values(recordOf)

/** A type that custom fields have. */
export type ValueType = Exclude<FieldType, "strings">

/** A custom field as threads compute it. */
export interface FieldSpec {
  readonly target: FieldTarget
  readonly valueType: ValueType
  readonly source:
    | { readonly type: "formula"; readonly expression: string }
    | { readonly type: "attribute"; readonly pointer: string }
  /** Of each alias, the place among the fields of a job of what it leads to: before this one's. */
  readonly aliases: Readonly<Record<string, number>>
}

/** What JSON says. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | ReadonlyArray<JsonValue>
  | { readonly [key: string]: JsonValue }

/** Stands for a value that is too large to be given to a formula. */
export const withheld = false satisfies RowValue

/** A value of a record as it crosses to a thread: as the store reads it. */
export type RawValue = RowValue

/** Values of some fields of records, by field, each of as many records. */
export type RawColumns = Readonly<Record<string, ReadonlyArray<RawValue>>>

/** Asks which fields of records some custom fields read, and what must hold of a record where they are what filters say. */
export interface PlanJob {
  readonly type: "plan"
  readonly fields: ReadonlyArray<FieldSpec>
  readonly filters: ReadonlyArray<FieldFilter>
}

/** A filter on a custom field, by its place among the fields of a job. */
export interface FieldFilter {
  readonly field: number
  readonly operator: string
  readonly value?: JsonValue
}

/** Which fields of each record are read, by name. */
export type Uses = Readonly<Record<RecordName, ReadonlyArray<string>>>

/** A condition that built-in filters make. */
export type Condition =
  | { readonly all: ReadonlyArray<Condition> }
  | { readonly any: ReadonlyArray<Condition> }
  | {
      readonly field: string
      readonly operator: "eq" | "lt" | "lte" | "gt" | "gte"
      readonly value: string | number | boolean
    }

export interface PlanResult {
  /** What each custom field reads itself. */
  readonly uses: ReadonlyArray<Uses>
  /** What holds of each row that passes the filters: it leaves rows out, and never decides. Law: T14. */
  readonly implied: ReadonlyArray<Condition>
}

/** Asks for the values of custom fields of some rows, in order, for as long as there is time. */
export interface RunJob {
  readonly type: "run"
  readonly fields: ReadonlyArray<FieldSpec>
  /** The places of those that are computed, with all that they use, in order. */
  readonly wanted: ReadonlyArray<number>
  /** The fields that take too long, and are not computed. */
  readonly excluded: ReadonlyArray<number>
  readonly count: number
  /** The values of each row; of a record that all rows share, one. */
  readonly columns: Readonly<Partial<Record<RecordName, RawColumns>>>
  readonly shared: RecordName | null
  /** After so many milliseconds no further row is begun. */
  readonly budgetMs: number
}

/** A cell: its value, or why it has none. */
export type Cell =
  | { readonly value: JsonValue }
  | { readonly value: null; readonly error: { readonly code: CellErrorCode; readonly message: string } }

/** How much the cells of a row may have; so much, and a row more, a thread answers at once. Of characters, or bytes of JSON. */
export const largestRow = 4 * 1024 * 1024

/** The error of a cell behind the largest row. */
export const rowFull = { code: "TOO_LARGE", message: "The cells of this row before it are 4 MiB already." } as const

export interface RunResult {
  /** By the place of a field, its cells, of the rows that there was time and room for: at least one. */
  readonly cells: ReadonlyArray<ReadonlyArray<Cell>>
  readonly done: number
  /** How many characters the cells have, about. */
  readonly length: number
}

export type Job = PlanJob | RunJob

export type Result = PlanResult | RunResult
