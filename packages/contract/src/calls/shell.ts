/**
 * A word as a shell reads it.
 *
 * @example
 * shellWord("it's") // "'it'\\''s'"
 */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
