/**
 * The texts of the first items that fit a page, and at least one, by steps: each is written at once, or by steps of its own.
 * What does not fit is not written. Laws: P5, K3.
 */
export function* fittingItems(
  items: ReadonlyArray<() => string | Generator<void, string>>,
  maxBytes: number
): Generator<void, ReadonlyArray<string>> {
  const texts: Array<string> = []
  let bytes = 0
  for (const write of items) {
    const written = write()
    const text = typeof written === "string" ? written : yield* written
    bytes += Buffer.byteLength(text) + 1
    if (bytes > maxBytes && texts.length > 0) break
    texts.push(text)
    yield
  }
  return texts
}
