/** What is allocated at once: a buffer for each text would be one for the collector to trace, outside of its heap. */
const slabBytes = 256 * 1024

/** The most bytes of UTF-8 that a UTF-16 unit takes. */
const bytesPerUnit = 3

let slab = Buffer.alloc(0)
let used = 0

/**
 * Parts of a text, one after the other, in UTF-8: without the text between, of which each is kilobytes. In memory that is
 * shared with other texts, for what does not live long.
 */
export const encodeText = (...parts: ReadonlyArray<string>): Uint8Array => {
  let most = 0
  for (const part of parts) most += part.length * bytesPerUnit
  if (slab.length - used < most) {
    slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, most))
    used = 0
  }
  const start = used
  for (const part of parts) used += slab.write(part, used, "utf8")
  return slab.subarray(start, used)
}
