const line = (cells: ReadonlyArray<string>) =>
  `|${cells.map((cell) => (cell === "" ? " " : ` ${cell.replaceAll("|", "\\|")} `)).join("|")}|\n`

/** A table of Markdown. */
export const tableOf = (header: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  `${line(header)}|${"---|".repeat(header.length)}\n${rows.map(line).join("")}`

/** A document with a table in the place of the one that has its header. Throws if not exactly one has. */
export const withTable = (document: string, table: string): string => {
  const [header = ""] = table.split("\n")
  const parts = document.split(`\n${header}\n`)
  const [before, after] = parts
  if (before === undefined || after === undefined || parts.length > 2) {
    throw new Error(`${parts.length - 1} tables have the header ${header}`)
  }
  return `${before}\n${table}${after.replace(/^(?:\|.*\n)+/, "")}`
}
