import { Duration } from "@marcbachmann/cel-js/evaluator"
import { CellFailure } from "./failures.ts"
import { computer, type Scope } from "./program.ts"
import type { Cell, FieldSpec, RawColumns, RecordName, RunJob, RunResult, ValueType } from "./protocol.ts"
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

const noColumns: RawColumns = {}

/**
 * Computes custom fields row by row, each after those that it uses, until the time is over. `reached` is told 1 and the place
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
  const readers = {
    trace: recordReader("trace", columns.trace ?? noColumns),
    span: recordReader("span", columns.span ?? noColumns)
  }
  const rowOf = (record: RecordName, row: number) => readers[record](record === shared ? 0 : row)
  const once = shared === null ? undefined : rowOf(shared, 0)

  const cells: ReadonlyArray<Array<Cell>> = fields.map(() => [])
  const cellsOfShared: Array<Cell | undefined> = []
  const until = performance.now() + budgetMs

  let row = 0
  while (row < count && (row === 0 || performance.now() < until)) {
    const trace = shared === "trace" ? once! : rowOf("trace", row)
    const span = shared === null ? undefined : rowOf("span", row)
    const values: Readonly<Record<string, Values>> =
      span === undefined ? { trace: trace.values } : { trace: trace.values, span: span.values }
    const seen: Array<unknown> = []
    for (const place of wanted) {
      const field = fields[place]!
      let cell = field.target === shared ? cellsOfShared[place] : undefined
      if (cell === undefined) {
        const compute = computers.get(place)
        if (compute !== undefined) reached(place + 1)
        const wire: Scope["wire"] = () => (field.target === "trace" ? trace.wire : span!.wire)
        cell = compute?.({ values, wire, custom: customOf(field, seen) }) ?? excludedCell
        if (field.target === shared) cellsOfShared[place] = cell
      }
      seen[place] = celOf(cell, field.valueType)
      cells[place]!.push(cell)
    }
    row++
  }
  return { cells, done: row }
}

const noCustom: Values = Object.freeze(Object.create(null) as Values)

const customOf = ({ aliases }: FieldSpec, seen: ReadonlyArray<unknown>): Values => {
  const names = Object.keys(aliases)
  if (names.length === 0) return noCustom
  const custom = Object.create(null) as Record<string, unknown>
  for (const name of names) custom[name] = seen[aliases[name]!]
  return custom
}
