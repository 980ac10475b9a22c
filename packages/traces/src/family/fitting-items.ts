/** The texts of the first items that fit a page, and at least one. What does not fit is not written. Law: P5. */
export const fittingItems = (items: ReadonlyArray<() => string>, maxBytes: number): ReadonlyArray<string> => {
  const texts: Array<string> = []
  let bytes = 0
  for (const write of items) {
    const text = write()
    bytes += Buffer.byteLength(text) + 1
    if (bytes > maxBytes && texts.length > 0) break
    texts.push(text)
  }
  return texts
}

/** A page of a list as JSON. */
export const textOf = (texts: ReadonlyArray<string>, nextCursor: string | null, more: object = {}): string =>
  `{"items":[${texts.join(",")}],${JSON.stringify({ nextCursor, ...more }).slice(1)}`
