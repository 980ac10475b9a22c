/** Whether a text that a person sent may be asked of the database, which has none with a NUL. */
export const isStorable = (...texts: ReadonlyArray<string>): boolean => texts.every((text) => !text.includes("\0"))
