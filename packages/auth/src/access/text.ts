/** How long an ID or a name may be, in characters. */
export const maximumText = 200

/**
 * Whether text is an ID or a name that both databases keep as it is: well-formed, without NUL, of `minimum` to 200
 * characters (code points).
 *
 * @example
 * isText("prj_main") // true
 * isText("") // false
 * isText("", 0) // true
 */
export const isText = (value: string, minimum = 1): boolean =>
  value.length >= minimum &&
  (value.length <= maximumText || [...value.slice(0, 2 * maximumText + 1)].length <= maximumText) &&
  !value.includes("\0") &&
  value.isWellFormed()
