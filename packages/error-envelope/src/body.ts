/**
 * Reading a body of which no more than so many bytes are wanted.
 *
 * @packageDocumentation
 */

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** How many chunks are kept as they come, from which length on one always is, and into how much the others are copied. */
const [fewChunks, largeChunk, bufferBytes] = [16, 16 * 1024, 64 * 1024]

/**
 * The bytes of a body, as they come. Many small chunks are copied into larger ones: one of a byte takes two hundred.
 *
 * @example
 * const chunks = new Chunks()
 * stream.on("data", (chunk) => chunks.add(chunk))
 */
export class Chunks {
  readonly #all: Array<Uint8Array> = []
  #buffer = new Uint8Array(0)
  /** What of the buffer is not among all yet. */
  #start = 0
  #end = 0

  add(chunk: Uint8Array): void {
    if (chunk.length >= largeChunk || this.#all.length < fewChunks) {
      this.#flush()
      this.#all.push(chunk)
      return
    }
    if (chunk.length > this.#buffer.length - this.#end) {
      this.#flush()
      this.#buffer = new Uint8Array(bufferBytes)
      this.#start = this.#end = 0
    }
    this.#buffer.set(chunk, this.#end)
    this.#end += chunk.length
  }

  /** Everything that came so far, in order. */
  all(): ReadonlyArray<Uint8Array> {
    this.#flush()
    return this.#all
  }

  #flush(): void {
    if (this.#end === this.#start) return
    this.#all.push(this.#buffer.subarray(this.#start, this.#end))
    this.#start = this.#end
  }
}

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
  const chunks = new Chunks()
  let left = limitBytes
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    left -= next.value.length
    if (left < 0 || !isWanted()) return undefined
    chunks.add(next.value)
  }
  return chunks.all()
}

/**
 * An answer whose body was read, of at most `limitBytes` as they are unpacked; rejects where it is larger, or breaks off. For
 * servers that are trusted with what they say, and may say too much all the same.
 *
 * @example
 * const keys = await (await readWhole(await fetch(url), 256 * 1024)).json()
 */
export const readWhole = async (response: Response, limitBytes: number): Promise<Response> => {
  const { body, status, statusText, headers } = response
  if (body === null) return response
  const reader = body.getReader()
  const chunks = await takeChunks(reader, limitBytes)
  if (chunks === undefined) {
    await reader.cancel()
    throw new Error(`it answers with more than ${limitBytes} bytes`)
  }
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const chunk of chunks) {
    bytes.set(chunk, end)
    end += chunk.length
  }
  return new Response(bytes, { status, statusText, headers })
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
