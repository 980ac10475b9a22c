/** How many comparisons a search may take that compares again what it has compared, as that of the engine does. */
const fewComparisons = 32 * 1024 * 1024

/** The length, for each beginning of a text, of the longest shorter beginning that it ends with. */
const bordersOf = (part: string): Uint32Array => {
  const borders = new Uint32Array(part.length)
  let length = 0
  for (let at = 1; at < part.length; at++) {
    const code = part.charCodeAt(at)
    while (length > 0 && part.charCodeAt(length) !== code) length = borders[length - 1]!
    if (part.charCodeAt(length) === code) length++
    borders[at] = length
  }
  return borders
}

/**
 * Whether a text has a part, in a time that grows with the two lengths and never with their product: both may be a
 * stranger's. By Knuth, Morris and Pratt where `String.includes` might take long. Law: T15.
 *
 * @example
 * hasPart("checkout failed", "failed") // true
 */
export const hasPart = (text: string, part: string): boolean => {
  if (text.length * part.length <= fewComparisons) return text.includes(part)
  if (part.length > text.length) return false
  const borders = bordersOf(part)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    while (length > 0 && part.charCodeAt(length) !== code) length = borders[length - 1]!
    if (part.charCodeAt(length) === code && ++length === part.length) return true
  }
  return false
}
