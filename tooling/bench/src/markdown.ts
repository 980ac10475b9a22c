/** A Markdown table: the first column is text, the others are figures. */
export const markdownTable = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map((_, n) => (n === 0 ? "---" : "---:")), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")
