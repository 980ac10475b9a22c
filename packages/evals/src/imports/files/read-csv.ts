import { pointerOf } from "@agent-operations/error-envelope/pointer"
import { CsvError, parse } from "csv-parse/sync"
import { maxColumns } from "./limits.ts"
import type { Sink } from "./place.ts"

const lineBreaks = (cells: ReadonlyArray<string>) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)

const inexact = (cell: string): string | undefined =>
  cell.includes("\0") ? "The text contains a NUL character, which cannot be stored." : undefined

/** A cell as it was before it was written so that no spreadsheet runs it: see `writeCsv`. */
const unguarded = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)

const meanings: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "A quotation mark in this row is not closed.",
  CSV_INVALID_CLOSING_QUOTE: "A quotation mark in a quoted cell is not doubled, or something follows the cell.",
  INVALID_OPENING_QUOTE: "A quotation mark stands in a cell that is not quoted: quote the cell, and double the mark."
}

/** Goes no further: what is wrong with the header is so in every row. */
class WrongHeader extends Error {}

/**
 * Reads a CSV file, whose first row names the columns, as a record of texts per row. `checkHeader` tells what else is wrong
 * with the names. An empty line is no row. Where a cell begins with `'` before `=`, `+`, `-` or `@`, that is taken away.
 */
export const readCsv = (
  text: string,
  sink: Sink,
  checkHeader: (names: ReadonlyArray<string>) => ReadonlyArray<string>
): void => {
  let names: ReadonlyArray<string> | undefined
  let line = 1
  let count = 0

  const takeHeader = (cells: ReadonlyArray<string>) => {
    const repeated = () => new Set(cells.filter((name, index) => cells.indexOf(name) < index))
    const wrong =
      cells.length > maxColumns
        ? [`The header has ${cells.length} columns; at most ${maxColumns} are read.`]
        : [
            ...[...repeated()].map((name) => `The header has a column ${JSON.stringify(name)} twice: rename one.`),
            ...cells.flatMap((name) => inexact(name) ?? []),
            ...checkHeader(cells)
          ]
    for (const message of wrong) sink.fault({ line, pointer: "", code: "INVALID_HEADER", message })
    if (wrong.length > 0) throw new WrongHeader()
    names = cells
  }

  const takeRow = (header: ReadonlyArray<string>, cells: ReadonlyArray<string>) => {
    const at = { line }
    if (cells.length !== header.length) {
      const message = `The row has ${cells.length} cells, and the header ${header.length}. Quote a cell that has a comma in it.`
      return sink.fault({ ...at, pointer: "", code: "SYNTAX", message })
    }
    const wrong = cells.findIndex((cell) => inexact(cell) !== undefined)
    if (wrong !== -1) {
      const pointer = pointerOf([header[wrong]!])
      return sink.fault({ ...at, pointer, code: "NOT_EXACT", message: inexact(cells[wrong]!)! })
    }
    // Not by assignment: a column may be called __proto__.
    const value = Object.fromEntries(header.map((name, index) => [name, unguarded(cells[index]!)]))
    sink.record([count++], { value, pointer: "", positionOf: () => at })
  }

  try {
    parse(text, {
      relax_column_count: true,
      record_delimiter: ["\r\n", "\n", "\r"],
      on_record: (cells: Array<string>) => {
        const isEmpty = cells.length === 1 && cells[0] === ""
        if (!isEmpty && names === undefined) takeHeader(cells)
        else if (!isEmpty) takeRow(names!, cells)
        line += 1 + lineBreaks(cells)
        return null
      }
    })
  } catch (error) {
    if (error instanceof WrongHeader) return
    if (!(error instanceof CsvError)) throw error
    sink.fault({ line, pointer: "", code: "SYNTAX", message: meanings[error.code] ?? error.message })
    return
  }
  if (names === undefined) {
    sink.fault({ line: 1, pointer: "", code: "INVALID_HEADER", message: "The file has no header that names columns." })
  }
}
