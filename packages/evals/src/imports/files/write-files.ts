import type { ItemDraft } from "./item.ts"

/**
 * Items as JSON Lines, one per line, as `readFiles` reads them again. Law: I3.
 *
 * @example
 * writeJsonl([{ externalId: null, input: "2 + 2", expected: "4", metadata: {}, split: null }])
 */
export const writeJsonl = (items: Iterable<ItemDraft>): string => {
  let text = ""
  for (const { id, externalId, input, expected, metadata, split, source } of items) {
    text += `${JSON.stringify({ id, externalId, input, expected, metadata, split, source })}\n`
  }
  return text
}

const columns = ["id", "externalId", "input", "expected", "metadata", "split", "source"] as const

/** The mapping that reads again what `writeCsv` writes. */
export const csvMapping = {
  id: "id",
  externalId: "externalId",
  input: { to: "input", as: "json" },
  expected: { to: "expected", as: "json" },
  metadata: { to: "metadata", as: "json" },
  split: "split",
  source: { to: "source", as: "json" }
} as const

/** A cell that no spreadsheet takes for a formula. */
const guarded = (cell: string) => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

const written = (cell: string) => `"${guarded(cell).replaceAll('"', '""')}"`

/**
 * Items as CSV: input, expected and metadata as JSON. A cell that begins with `=`, `+`, `-` or `@` gets a `'` before it, so
 * that no spreadsheet runs it; reading takes it away. Law: I3.
 */
export const writeCsv = (items: Iterable<ItemDraft>): string => {
  let text = `${columns.join(",")}\r\n`
  for (const { id = "", externalId, input, expected, metadata, split, source } of items) {
    const json = [input, expected, metadata, source].map((value) => JSON.stringify(value) ?? "")
    const cells = [id, externalId ?? "", json[0]!, json[1]!, json[2]!, split ?? "", json[3]!]
    text += `${cells.map(written).join(",")}\r\n`
  }
  return text
}
