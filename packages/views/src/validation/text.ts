import type { Position } from "./model.ts"

const maxLength = 400

/** A message that is safe to send: of bounded length, and without the half of a surrogate pair. Law: E4. */
export const clip = (message: string): string =>
  (message.length > maxLength ? `${message.slice(0, maxLength - 1)}…` : message).toWellFormed()

/**
 * Turns an offset in a text into a line and column. Lines end as in ECMAScript: LF, CR, CRLF, U+2028, U+2029. An offset
 * outside the text is moved to its nearest end.
 *
 * @example
 * positionsIn("a\nbc")(3) // { line: 2, column: 2 }
 */
export const positionsIn = (text: string): ((offset: number) => Position) => {
  let starts: Array<number> | undefined
  return (offset) => {
    starts ??= lineStarts(text)
    const at = Math.min(Math.max(offset, 0), text.length)
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 }
  }
}

const lineStarts = (text: string) => {
  const starts = [0]
  for (const { index, 0: terminator } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/gu))
    starts.push(index + terminator.length)
  return starts
}
