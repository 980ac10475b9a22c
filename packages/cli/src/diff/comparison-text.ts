import { type Json, unifiedDiff } from "@agent-operations/definition-diff"
import { shown } from "../output/people.ts"
import type { Style } from "../output/style.ts"
import type { Change, Comparison, PartChange } from "./comparison.ts"

const listed = new Intl.ListFormat("en")

/** A line of somebody else's text; a tab is just that. */
const shownLine = (line: string) => line.split("\t").map(shown).join("\t")

/** The lines of a unified diff, each in the colour of its sign; of a text of one line without its place. */
const unifiedLines = (text: string, { red, green, cyan, dim }: Style): ReadonlyArray<string> => {
  const styles: Readonly<Record<string, (line: string) => string>> = { "-": red, "+": green, "@": cyan, "\\": dim }
  const lines = text.trimEnd() === "" ? [] : text.replace(/\n$/, "").split("\n")
  const isOneLine = /^@@ -\d+,[01] \+\d+,[01] @@\n/.test(text)
  return lines
    .filter((line) => !isOneLine || /^[-+]/.test(line))
    .map((line) => (styles[line.charAt(0)] ?? String)(shownLine(line)))
}

const isText = (value: Json) => typeof value === "string" || value === null

/** The same of a text that is no file, which ends without a line feed. */
const textLines = (before: string, after: string, style: Style): ReadonlyArray<string> =>
  unifiedLines(unifiedDiff(before, after).replace(/^\\.*\n/gm, ""), style)

const jsonLines = (sign: "+" | "-", value: Json, { red, green }: Style, indent?: number): ReadonlyArray<string> =>
  JSON.stringify(value, null, indent)
    .split("\n")
    .map((line) => (sign === "+" ? green : red)(sign + shown(line)))

const changeLines = (change: Change, style: Style): ReadonlyArray<string> => {
  switch (change.type) {
    case "added":
      return jsonLines("+", change.after, style, 2)
    case "removed":
      return jsonLines("-", change.before, style, 2)
    case "changed": {
      const { path, before, after } = change
      const lines = isText(before) && isText(after) ? textLines(before ?? "", after ?? "", style) : []
      const isByLines = path === "" || lines.length > 2
      return isByLines && lines.length > 0
        ? lines
        : [...jsonLines("-", before, style, 2), ...jsonLines("+", after, style, 2)]
    }
    case "items":
      return change.items.flatMap(({ type, value }) => jsonLines(type === "added" ? "+" : "-", value, style))
  }
}

const said = { added: "added", removed: "removed", changed: "changed", items: "items changed" } as const

const partLines = ({ part, text, changes }: PartChange, style: Style): ReadonlyArray<string> => [
  style.bold(part.charAt(0).toUpperCase() + part.slice(1)),
  ...changes.flatMap((change) => [
    ...(change.path === "" ? [] : [`${shown(change.path)} ${said[change.type]}`]),
    ...changeLines(change, style)
  ]),
  ...(text === undefined ? [] : unifiedLines(text, style)),
  ""
]

/** A comparison as people read it: what changed of each part, with signs, and code as `diff -u` shows it. */
export const comparisonText = ({ parts, unchanged, isCut }: Comparison, style: Style): string => {
  if (parts.length === 0) return "Their content is identical."
  return [
    ...parts.flatMap((part) => partLines(part, style)),
    ...(isCut ? ["More differs than is shown here."] : []),
    ...(unchanged.length === 0 ? [] : [style.dim(`Unchanged: ${listed.format(unchanged)}.`)])
  ]
    .join("\n")
    .trimEnd()
}
