/** Markdown of values. */
import { type Family, type Operation, operationsOf } from "@agent-operations/contract"

/** A code block, closed by more backticks than it has in it. */
export const codeBlock = (language: string, code: string): string => {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  return `${fence}${language}\n${code}\n${fence}`
}

export const jsonBlock = (value: unknown): string => codeBlock("json", JSON.stringify(value, null, 2))

export const code = (text: string): string => `\`${text}\``

const cell = (text: string): string => text.replaceAll("\n", " ").replaceAll("|", "\\|")

/** A table, or nothing where it would have no rows. */
export const table = (columns: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.length === 0
    ? ""
    : [columns, columns.map(() => "---"), ...rows.map((row) => row.map(cell))]
        .map((row) => `| ${row.join(" | ")} |`)
        .join("\n")

/** Blocks of a page, without those that are empty. */
export const blocks = (...all: ReadonlyArray<string>): string => all.filter((block) => block !== "").join("\n\n")

/** A table of operations, each a link with what it does, or with what is to be said of it. */
export const operationTable = (
  operations: ReadonlyArray<Operation.Any>,
  root: string,
  heading = "Operation",
  say: (operation: Operation.Any) => string = ({ summary }) => summary
): string =>
  table(
    [heading, ""],
    operations.map((one) => [`[${code(one.id)}](${root}/operations/${one.id})`, say(one)])
  )

/** Some operations of some families, in a table for each family. */
export const operationTables = (
  families: ReadonlyArray<Family.Any>,
  isListed: (operation: Operation.Any) => boolean,
  root: string,
  say?: (operation: Operation.Any) => string
): string =>
  blocks(...families.map((family) => operationTable(operationsOf([family]).filter(isListed), root, family.title, say)))
