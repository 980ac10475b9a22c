import { readDocument, sectionOf } from "./blocks.ts"
import { writeGenerated } from "./writeGenerated.ts"

/** A table of a page, which is found by its heads. */
export interface Table {
  /** The heading that it stands under, `### Prompts`, where the page has others of the same heads. */
  readonly under?: string
  readonly heads: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

const line = (cells: ReadonlyArray<string>) =>
  `|${cells.map((cell) => (cell === "" ? " " : ` ${cell.replaceAll("|", "\\|")} `)).join("|")}|\n`

const withTable = (text: string, { heads, rows }: Table): string => {
  const [before = "", after, ...others] = text.split(line(heads))
  if (after === undefined || others.length > 0) throw new Error(`There is no one table of ${heads.join(", ")}.`)
  const rest = after.replace(/^(?:\|.*\n)+/, "")
  return `${before}${line(heads)}|${"---|".repeat(heads.length)}\n${rows.map(line).join("")}${rest}`
}

/** A page with its tables as they are to be. Throws where it has no such table, or several. */
const withTables = (markdown: string, tables: ReadonlyArray<Table>): string =>
  tables.reduce((text, table) => {
    const section = table.under === undefined ? text : sectionOf(text, table.under)
    return text.replace(section, () => withTable(section, table))
  }, markdown)

/** Writes the tables of a page, or with `--check` fails the process if they are not what is committed. */
export const writeTables = (path: string, tables: ReadonlyArray<Table>): void =>
  writeGenerated(path, withTables(readDocument(path), tables))
