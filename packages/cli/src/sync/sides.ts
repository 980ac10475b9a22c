import { diffJson, diffLines, type Json, type JsonChange } from "@agent-operations/definition-diff"
import { type Content, sortKeys } from "./content.ts"

/** What a conflict of a definition is between. */
export interface Sides {
  /** The revision that was pulled, where the server still has it. */
  readonly base: Content | undefined
  readonly here: Content | undefined
  readonly there: Content | undefined
}

const mostLines = 20
const mostLength = 200

const cut = (text: string) => (text.length > mostLength ? `${text.slice(0, mostLength)}…` : text)

const valueText = (value: Json | undefined) => cut(value === undefined ? "nothing" : JSON.stringify(value))

const limited = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length > mostLines ? [...lines.slice(0, mostLines), `… and ${lines.length - mostLines} more lines`] : lines

const runLines = <T>(
  runs: ReadonlyArray<{ readonly type: "kept" | "removed" | "added"; readonly items: ReadonlyArray<T> }>,
  text: (item: T) => string
): ReadonlyArray<string> =>
  limited(
    runs.flatMap(({ type, items }) =>
      type === "kept" ? [] : items.map((item) => `  ${type === "removed" ? "-" : "+"} ${cut(text(item))}`)
    )
  )

const changeLines = (change: JsonChange): ReadonlyArray<string> => {
  const path = change.path.join(".")
  if (change.type === "items") return [`${path}:`, ...runLines(change.runs, (item) => JSON.stringify(item))]
  const before = change.type === "added" ? undefined : change.before
  const after = change.type === "removed" ? undefined : change.after
  const isText = typeof before === "string" && typeof after === "string" && `${before}${after}`.includes("\n")
  return isText
    ? [`${path}:`, ...runLines(diffLines(before, after), (line) => line)]
    : [`${path}: ${valueText(before)} -> ${valueText(after)}`]
}

const jsonOf = (content: Content): Json => ({
  name: content.name,
  description: content.description,
  source: sortKeys(content.source),
  settings: sortKeys(content.settings),
  references: content.references
})

/** Where one content differs from another: `settings.groupBy`. */
export const changedPaths = (before: Content, after: Content): ReadonlyArray<string> =>
  diffJson(jsonOf(before), jsonOf(after)).map(({ path }) => path.join("."))

const linesOf = (before: Content, after: Content): ReadonlyArray<string> =>
  diffJson(jsonOf(before), jsonOf(after)).flatMap(changeLines)

const labelled = (label: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.map((line, index) => `  ${(index === 0 ? label : "").padEnd(6)} ${line}`)

/** What each side changed, in lines; where they have nothing in common, how what is there becomes what is here. */
export const sideLines = ({ base, here, there }: Sides): ReadonlyArray<string> => {
  if (base === undefined) return here && there ? labelled("there -> here:", linesOf(there, here)) : []
  return [
    ...(here === undefined ? ["  here   deleted"] : labelled("here", linesOf(base, here))),
    ...(there === undefined ? ["  there  deleted"] : labelled("there", linesOf(base, there)))
  ]
}
