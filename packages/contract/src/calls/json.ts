/**
 * JSON that a terminal shows as it is: control characters that JSON leaves alone are escaped. `space` indents it.
 */
export const printableJson = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
  )
