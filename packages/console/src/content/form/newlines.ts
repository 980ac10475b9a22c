/** A text as a form gives it back: each line break is one line feed. */
const seen = (text: string) => text.replace(/\r\n?/g, "\n")

const endsEveryLineWithCrLf = (text: string) => text.includes("\r\n") && !/[\r\n]/.test(text.replaceAll("\r\n", ""))

/**
 * The text that was meant by what a form gives back. Line breaks stay those of the text that was edited, so that saving
 * changes nothing that nobody touched.
 *
 * @example
 * textMeant("a\nb\nc", "a\r\nb") // "a\r\nb\r\nc"
 */
export const textMeant = (typed: string, edited: string | undefined): string => {
  const text = seen(typed)
  if (edited === undefined) return text
  if (text === seen(edited)) return edited
  return endsEveryLineWithCrLf(edited) ? text.replaceAll("\n", "\r\n") : text
}
