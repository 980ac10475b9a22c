const blank = /(?:[\s;]|--[^\n\r]*)*/y
const bracket = /\/\*|\*\//g

/** The end of a comment in brackets, which others may stand in. */
const endOfComment = (text: string, begin: number): number => {
  let depth = 0
  bracket.lastIndex = begin
  for (let found = bracket.exec(text); found !== null; found = bracket.exec(text)) {
    depth += found[0] === "/*" ? 1 : -1
    if (depth === 0) return bracket.lastIndex
  }
  return text.length
}

/** A statement from its first word on: without comments and empty statements before it. */
const fromFirstWord = (text: string): string => {
  let at = 0
  while (true) {
    blank.lastIndex = at
    at += blank.exec(text)?.[0].length ?? 0
    if (!text.startsWith("/*", at)) return text.slice(at)
    at = endOfComment(text, at)
  }
}

const faults: ReadonlyArray<readonly [pattern: RegExp, message: string]> = [
  [
    /^(?:begin|start\s+transaction|commit|end|rollback|abort|prepare\s+transaction|savepoint|release)\b/i,
    "kit.transaction begins and ends the transaction itself: return to commit it, throw to roll it back."
  ],
  [
    /^set\s+(?!local\b|transaction\b|constraints\b)/i,
    "What SET changes stays on the connection, for whoever has it next: write SET LOCAL."
  ],
  [
    /^deallocate\s+(?:prepare\s+)?all\b/i,
    "Statements are prepared on the connection that are not the host's: name those that DEALLOCATE is to end."
  ]
]

/**
 * Why a statement is not to be run in `kit.transaction`, if it is not. It guards against mistakes: what a function of the
 * database does, no text tells.
 */
export const statementFault = (text: unknown): string | undefined => {
  if (typeof text !== "string") return "A statement must be text, its values beside it: query(text, values)."
  const statement = fromFirstWord(text)
  return faults.find(([pattern]) => pattern.test(statement))?.[1]
}
