import type { Effort } from "./effort.ts"
import { fold, type Line } from "./fold.ts"
import { numberValues } from "./number.ts"
import { diffSequences } from "./sequences.ts"

const signs = { kept: " ", removed: "-", added: "+" } as const

/** Lines with what ends them: the last one may end without a line feed, and is another line then. */
const endedLines = (text: string): ReadonlyArray<string> => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

const shown = ({ type, item }: Line<string>) =>
  signs[type] + (item.endsWith("\n") ? item : `${item}\n\\ No newline at end of file\n`)

/** The part of a list that a hunk is about: of none of its lines, the one before them. */
const range = (start: number, count: number) => `${count === 0 ? start : start + 1},${count}`

const hunk = (lines: ReadonlyArray<Line<string>>, before: number, after: number): string => {
  const ofBefore = lines.filter(({ type }) => type !== "added").length
  const ofAfter = lines.filter(({ type }) => type !== "removed").length
  return `@@ -${range(before, ofBefore)} +${range(after, ofAfter)} @@\n${lines.map(shown).join("")}`
}

/**
 * How one text becomes another as a unified diff, which `patch` applies, but for the two lines that name files. Empty where
 * they are the same.
 *
 * @example
 * unifiedDiff("a\nb\n", "a\nc\n") // "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
 */
export const unifiedDiff = (before: string, after: string, effort?: Effort): string => {
  if (before === after) return ""
  let [atBefore, atAfter] = [0, 0]
  let text = ""
  let open: Array<Line<string>> = []
  const close = () => {
    if (open.length > 0) text += hunk(open, atBefore, atAfter)
    atBefore += open.filter(({ type }) => type !== "added").length
    atAfter += open.filter(({ type }) => type !== "removed").length
    open = []
  }
  for (const { folded, lines } of fold(diffSequences(endedLines(before), endedLines(after), numberValues(), effort))) {
    if (folded) {
      close()
      atBefore += lines.length
      atAfter += lines.length
    } else for (const line of lines) open.push(line)
  }
  close()
  return text
}
