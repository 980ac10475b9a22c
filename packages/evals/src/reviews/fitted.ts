/** The first texts that fit, which may be none. */
export const fitted = (texts: ReadonlyArray<string>, maxBytes: number) => {
  let bytes = 0
  const end = texts.findIndex((text) => (bytes += Buffer.byteLength(text) + 1) > maxBytes)
  return end === -1 ? texts : texts.slice(0, end)
}
