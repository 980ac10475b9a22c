/** What begins after an opening parenthesis and ends with the one that closes it; a whole text where none does. */
const untilClosed = (text: string): string => {
  let depth = 0
  const end = [...text].findIndex((character) => {
    if (character === "(") depth++
    return character === ")" && depth-- === 0
  })
  return end === -1 ? text : text.slice(0, end)
}

/** The functions by which a statement says what a row is set to where it was there already. */
export const setOnConflict = (statement: string): ReadonlyArray<string> =>
  statement
    .split(/\bdo\s+update\s+set\b/i)
    .slice(1)
    .map((rest) => untilClosed(rest).split(/\breturning\b/i)[0]!)
    .flatMap((clause) => [
      ...[...clause.matchAll(/\b([a-z_]\w*)\s*\(/gi)].map(([, name]) => name!.toLowerCase()),
      ...(clause.match(/\b(?:current_(?:timestamp|date|time|user)|localtime(?:stamp)?|session_user)\b/gi) ?? [])
    ])
