import type { Filter } from "@agent-operations/traces"
import {
  countSortKeys,
  type ReadRow,
  type ReadRows,
  type RowCondition,
  type RowPosition,
  type Space,
  type TraceRef,
  type TraceStore
} from "@agent-operations/traces/store"
import { Effect } from "effect"
import type { Condition, RawColumns, RecordName } from "../formulas/protocol.ts"
import type { ListFailure } from "../listed/list.ts"
import type { Plan, PlanField } from "../view/plan.ts"

/** Of which rows a page view is asked for. */
export interface Scope {
  readonly space: Space
  readonly from: bigint | undefined
  readonly to: bigint | undefined
  readonly search: string
  /** The trace whose spans are the rows. */
  readonly trace: TraceRef | undefined
}

/** Which of the rows, and what of them. */
export interface Reading {
  readonly limit: number
  readonly paths: ReadonlyArray<string>
  readonly after?: RowPosition | undefined
  readonly sorted: boolean
  /** Only those with these IDs. */
  readonly ids?: ReadonlyArray<string>
}

/** Where rows come from: traces, the spans of one, or what another family lists. */
export interface Source {
  /** The records of each row that formulas read. */
  readonly records: ReadonlyArray<RecordName>
  /** How many keys tell where a row is among those that are read sorted. */
  readonly sortKeys: number
  readonly read: (reading: Reading) => Effect.Effect<ReadRows, ListFailure>
  /** The record that all rows have in common, and some values of it. */
  readonly shared:
    | {
        readonly record: RecordName
        readonly read: (names: ReadonlyArray<string>) => Effect.Effect<RawColumns, ListFailure>
      }
    | undefined
}

const none: ReadRows = { rows: [], more: false }

/** The rows that a plan is about, narrowed by what its filters imply. */
export const sourceOf = (
  store: TraceStore["Service"],
  scope: Scope,
  plan: Plan,
  implied: ReadonlyArray<Condition>
): Source => {
  const { space, trace, search, ...range } = scope
  const record = plan.target === "trace" ? "span" : "trace"
  const sortKeys = countSortKeys(record, plan.sorts)
  const conditions: ReadonlyArray<RowCondition> = [...plan.inDatabase, ...implied]
  const options = ({ limit, paths, after, sorted, ids }: Reading) => ({
    ...range,
    limit,
    paths,
    after,
    sorts: sorted ? plan.sorts : [],
    conditions: ids === undefined ? conditions : [...conditions, anyIs(`${record}.id`, ids)]
  })
  if (trace === undefined) {
    return {
      records: [record],
      sortKeys,
      read: (reading) =>
        reading.ids?.length === 0 ? Effect.succeed(none) : store.traceRows(space, { ...options(reading), search }),
      shared: undefined
    }
  }
  const bodyFilters: ReadonlyArray<Filter> = plan.here.filter(({ on }) => "path" in on)
  return {
    records: [record],
    sortKeys,
    read: (reading) =>
      reading.ids?.length === 0
        ? Effect.succeed(none)
        : store.spanRows(space, { ...options(reading), trace, bodyFilters, search }),
    shared: {
      record: "trace",
      read: (names) =>
        Effect.map(
          store.traceRows(space, {
            limit: 1,
            sorts: [],
            conditions: [anyIs("trace.id", [trace.traceId])],
            paths: names.map((name) => `trace.${name}`)
          }),
          ({ rows: [row] }) => Object.fromEntries(names.map((name, n) => [name, [row?.values[n] ?? null]]))
        )
    }
  }
}

/** That a field has one of some values: each by an equality, which an index finds. */
export const anyIs = (field: string, values: ReadonlyArray<string>): RowCondition => ({
  any: values.map((value) => ({ field, operator: "eq", value }))
})

/** The values of some rows that formulas read, by the name of a field, given where in a row that of each path is. */
export const columnsOf = (
  rows: ReadonlyArray<ReadRow>,
  paths: ReadonlyArray<string>,
  record: RecordName,
  names: ReadonlyArray<string>
): RawColumns => {
  const places = new Map(paths.map((path, n) => [path, n]))
  return Object.fromEntries(
    names.map((name) => {
      const n = places.get(`${record}.${name}`)!
      return [name, rows.map(({ values }) => values[n]!)]
    })
  )
}

/** The built-in paths of some fields. */
export const pathsOf = (fields: Iterable<PlanField>): ReadonlyArray<string> =>
  [...fields].flatMap((field) => ("path" in field ? [field.path] : []))
