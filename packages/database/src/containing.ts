/**
 * The `like` pattern that finds a part of a text, whatever signs it has.
 *
 * @example
 * containing("50%") // "%50\\%%"
 */
export const containing = (part: string): string => `%${part.replace(/[\\%_]/g, "\\$&")}%`
