/**
 * Reading a body of which no more than so many bytes are wanted.
 *
 * @packageDocumentation
 */

type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * Takes the chunks of a stream until it ends; undefined where they are more than `limitBytes`, or nobody wants them any
 * more. Rejects where it breaks off. It is never cancelled: on `node:http` that would end the connection before the answer.
 *
 * @example
 * const chunks = await takeChunks(stream.getReader(), 1024 * 1024)
 */
export const takeChunks = async (
  reader: Pick<Reader, "read">,
  limitBytes: number,
  isWanted: () => boolean = () => true
): Promise<ReadonlyArray<Uint8Array> | undefined> => {
  const chunks: Array<Uint8Array> = []
  let left = limitBytes
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    left -= next.value.length
    if (left < 0 || !isWanted()) return undefined
    chunks.push(next.value)
  }
  return chunks
}

/** How much of what nobody wants is read away, in bytes, and for how long, in milliseconds. */
export interface MostAway {
  readonly bytes: number
  readonly millis: number
}

/**
 * Reads and drops the rest of a stream, and says whether that was all: a connection that closes on unread bytes is reset,
 * and who writes on before they read would never see their answer. It never rejects.
 *
 * @example
 * const isOver = await readAway(reader, { bytes: 16 * 1024 * 1024, millis: 2000 })
 */
export const readAway = async (reader: Reader, { bytes, millis }: MostAway): Promise<boolean> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, millis, undefined)
  })
  try {
    for (let left = bytes; left > 0;) {
      const next = await Promise.race([reader.read(), late])
      if (next === undefined) return false
      if (next.done) return true
      left -= next.value.length
    }
    return false
  } catch {
    // It broke off, and nobody waits for it.
    return true
  } finally {
    clearTimeout(timer)
  }
}
