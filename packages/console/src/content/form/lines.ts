/** The line, from 1, that a character is on. */
export const lineAt = (text: string, offset: number): number => {
  let line = 1
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", end + 1)) line++
  return line
}

/** Where the line of a character ends, before its line break and what is empty before that. */
export const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf("\n", offset)
  return text.slice(0, end === -1 ? text.length : end).trimEnd().length
}
