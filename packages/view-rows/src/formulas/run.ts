import { Duration } from "@marcbachmann/cel-js/evaluator"
import { CellFailure } from "./failures.ts"
import { computer, type Scope } from "./program.ts"
import {
  type Cell,
  type FieldSpec,
  largestRow,
  recordNames,
  recordOf,
  rowFull,
  type RunJob,
  type RunResult,
  type ValueType
} from "./protocol.ts"
import { recordReader, type Values } from "./records.ts"

/** A cell as formulas see it: a value of CEL, or why there is none. */
const celOf = (cell: Cell, valueType: ValueType): unknown => {
  if ("error" in cell) return new CellFailure(cell.error.code, cell.error.message)
  if (typeof cell.value === "string" && valueType === "timestamp") return new Date(cell.value)
  return typeof cell.value === "number" && valueType === "duration" ? Duration.fromMilliseconds(cell.value) : cell.value
}

const excludedCell: Cell = {
  value: null,
  error: { code: "TOO_EXPENSIVE", message: "The formula took longer than a page may take." }
}

const fullCell: Cell = { value: null, error: rowFull }

/** About how many characters a cell has as JSON. */
const lengthOf = (cell: Cell): number => {
  if (typeof cell.value === "string") return cell.value.length
  return typeof cell.value === "object" && cell.value !== null ? JSON.stringify(cell.value).length : 8
}

/**
 * Computes custom fields row by row, each after those that it uses, until the time is over or the answer has as much as one
 * may: it is copied to the main thread, which others share. `reached` is told 1 and the place
 * of the field that is being computed.
 */
export const run = (job: RunJob, reached: (step: number) => void): RunResult => {
  const { fields, wanted, columns, count, budgetMs, shared } = job
  const excluded = new Set(job.excluded)
  const computers = new Map(
    wanted
      .filter((place) => !excluded.has(place))
      .map((place) => {
        reached(place + 1)
        return [place, computer(fields[place]!)] as const
      })
  )
  const readers = recordNames.flatMap((name) => {
    const read = columns[name] === undefined ? undefined : recordReader(name, columns[name])
    if (read === undefined) return []
    const once = name === shared ? read(0) : undefined
    return [{ name, read: once === undefined ? read : () => once }]
  })

  const cells: ReadonlyArray<Array<Cell>> = fields.map(() => [])
  const cellsOfShared: Array<Cell | undefined> = []
  const until = performance.now() + budgetMs

  let row = 0
  let length = 0
  while (row < count && (row === 0 || (length <= largestRow && performance.now() < until))) {
    const before = length
    const records: Record<string, ReturnType<ReturnType<typeof recordReader>>> = {}
    const values: Record<string, Values> = {}
    for (const { name, read } of readers) {
      records[name] = read(row)
      values[name] = records[name].values
    }
    const seen: Array<unknown> = []
    for (const place of wanted) {
      const field = fields[place]!
      const record = recordOf[field.target]
      let cell = record === shared ? cellsOfShared[place] : undefined
      if (length - before > largestRow) cell = fullCell
      else if (cell === undefined) {
        const compute = computers.get(place)
        if (compute !== undefined) reached(place + 1)
        const wire: Scope["wire"] = () => records[record]!.wire
        cell = compute?.({ values, wire, custom: customOf(field, seen) }) ?? excludedCell
        if (record === shared) cellsOfShared[place] = cell
      }
      length += lengthOf(cell)
      seen[place] = celOf(cell, field.valueType)
      cells[place]!.push(cell)
    }
    row++
  }
  return { cells, done: row, length }
}

const noCustom: Values = Object.freeze(Object.create(null) as Values)

const customOf = ({ aliases }: FieldSpec, seen: ReadonlyArray<unknown>): Values => {
  const names = Object.keys(aliases)
  if (names.length === 0) return noCustom
  const custom = Object.create(null) as Record<string, unknown>
  for (const name of names) custom[name] = seen[aliases[name]!]
  return custom
}
