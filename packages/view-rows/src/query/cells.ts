import type { ReadRow } from "@agent-operations/traces/store"
import { Effect } from "effect"
import type { Excluded, FormulaRunner } from "../formulas/FormulaRunner.ts"
import type { Cell, PlanResult, RawColumns, RecordName } from "../formulas/protocol.ts"
import { neededFor, type Plan } from "../view/plan.ts"
import { columnsOf, type Source } from "./source.ts"

/** Computes the custom fields of rows, some of which all rows of a page share. */
export interface Computer {
  /** The built-in paths of rows that some custom fields read. */
  readonly paths: (wanted: ReadonlyArray<number>) => ReadonlyArray<string>
  /** The cells of the first rows, by the place of a field: of as many as there was time and room for, and of one at least. */
  readonly compute: (
    rows: ReadonlyArray<ReadRow>,
    paths: ReadonlyArray<string>,
    wanted: ReadonlyArray<number>,
    isOver: Effect.Effect<boolean>
  ) => ReturnType<typeof compute>
}

interface Setting {
  readonly runner: FormulaRunner["Service"]
  readonly plan: Plan
  readonly source: Source
  readonly uses: PlanResult["uses"]
  readonly excluded: Excluded
}

/** The names of the fields of a record that some custom fields read. */
const namesOf = ({ uses, plan }: Setting, record: RecordName, wanted: ReadonlyArray<number>) => [
  ...new Set(neededFor(plan.fields, wanted).flatMap((place) => uses[place]![record]))
]

/** How many rows a thread is sent at once, and how many characters: what a slice has no time for is sent again. */
const [mostRows, mostCharacters] = [200, 4 * 1024 * 1024]

/** How many characters the cells of rows have at most that are computed before any of them is let go. */
const mostOfCells = 64 * 1024 * 1024

/** The next rows to send, and at least one. */
const nextOf = (rows: ReadonlyArray<ReadRow>, from: number): ReadonlyArray<ReadRow> => {
  let characters = 0
  let to = from
  for (; to < rows.length && to < from + mostRows; to++) {
    for (const value of rows[to]!.values) characters += typeof value === "string" ? value.length : 8
    if (characters > mostCharacters && to > from) break
  }
  return rows.slice(from, to)
}

const compute = Effect.fnUntraced(function* (
  setting: Setting,
  shared: Partial<Record<RecordName, RawColumns>>,
  rows: ReadonlyArray<ReadRow>,
  paths: ReadonlyArray<string>,
  wanted: ReadonlyArray<number>,
  isOver: Effect.Effect<boolean>
) {
  const { runner, plan, source, excluded } = setting
  const needed = neededFor(plan.fields, wanted)
  const cells = new Map(needed.map((place) => [place, [] as Array<Cell>]))
  if (needed.length === 0) return { cells, done: rows.length }
  const names = source.records.map((record) => [record, namesOf(setting, record, wanted)] as const)
  let done = 0
  let length = 0
  while (done < rows.length && (done === 0 || (length <= mostOfCells && !(yield* isOver)))) {
    const some = nextOf(rows, done)
    const own = names.map(([record, all]) => [record, columnsOf(some, paths, record, all)] as const)
    const result = yield* runner.run(
      {
        fields: plan.fields,
        wanted: needed,
        count: some.length,
        columns: { ...shared, ...Object.fromEntries(own) },
        shared: source.shared?.record ?? null
      },
      excluded
    )
    for (const place of needed) cells.get(place)!.push(...result.cells[place]!)
    done += result.done
    length += result.length
  }
  return { cells, done }
})

/** What computes the custom fields of a page. */
export const makeComputer = Effect.fnUntraced(function* (setting: Setting) {
  const { plan, source } = setting
  const all = plan.fields.map((_, place) => place)
  const shared: Partial<Record<RecordName, RawColumns>> = {}
  if (source.shared !== undefined) {
    const { record, read } = source.shared
    const names = namesOf(setting, record, all)
    shared[record] = names.length === 0 ? {} : yield* read(names)
  }
  const computer: Computer = {
    paths: (wanted) =>
      source.records.flatMap((record) => namesOf(setting, record, wanted).map((name) => `${record}.${name}`)),
    compute: (rows, paths, wanted, isOver) => compute(setting, shared, rows, paths, wanted, isOver)
  }
  return computer
})
