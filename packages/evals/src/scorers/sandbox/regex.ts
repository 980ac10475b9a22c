/** The measure `regex`, as a scorer: its patterns are of others, and run where they can be ended. */
export const regexScorer = `export default ({ output, pattern, flags }) => {
  const text = typeof output === "string" ? output : JSON.stringify(output)
  if (typeof pattern !== "string") throw new TypeError("The pattern is no text: set one, or point at one with inputs.")
  return new RegExp(pattern, flags).test(text)
}
`
