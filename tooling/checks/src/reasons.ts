import type { parse } from "@babel/parser"
import type { Node } from "./departures.ts"

type Comments = NonNullable<ReturnType<typeof parse>["comments"]>

/** The line that each comment `// <word>: <reason>` excepts, after all lines of it, and whether it has excepted anything. */
const linesOf = (comments: Comments, word: string): Map<number, boolean> => {
  const begins = new RegExp(`^ ${word}: \\S`)
  const ends = new Map<number, boolean>()
  let open = -1
  for (const { value, loc } of comments) {
    const line = loc!.end.line
    if (begins.test(value)) open = line
    else if (open !== line - 1) continue
    else ends.delete(open++)
    ends.set(line, false)
  }
  return ends
}

/** The line that a node begins on. */
export const lineOf = (node: Node): number => (node["loc"] as { readonly start: { readonly line: number } }).start.line

/**
 * What is found in a file, but for what a comment of this word excepts, at the line or above it; and the comments that
 * except nothing.
 *
 * @example
 * const excepting = makeExcepting("a.test.ts", comments, "clock")
 * excepting([{ line: 3, message: "It waits." }]) // ["a.test.ts:3: It waits."]
 */
export const makeExcepting = (file: string, comments: Comments, word: string) => {
  const reasons = linesOf(comments, word)
  return (found: ReadonlyArray<{ readonly line: number; readonly message: string }>): ReadonlyArray<string> => {
    const told = new Set<string>()
    for (const { line, message } of found) {
      const at = [line, line - 1].find((one) => reasons.has(one))
      if (at === undefined) told.add(`${file}:${line}: ${message}`)
      else reasons.set(at, true)
    }
    for (const [line, used] of reasons) if (!used) told.add(`${file}:${line}: This reason excepts nothing. Remove it.`)
    return [...told]
  }
}

/** The dotted name of what is called or read, such as `Effect.sleep`; empty of what has none. */
export const nameOf = (node: Node | undefined): string => {
  if (node?.type === "Identifier") return String(node["name"])
  if (node?.type === "TSNonNullExpression") return nameOf(node["expression"] as Node)
  if (node?.type !== "MemberExpression" || node["computed"] === true) return ""
  return `${nameOf(node["object"] as Node)}.${nameOf(node["property"] as Node)}`
}
