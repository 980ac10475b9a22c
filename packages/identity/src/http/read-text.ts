import { setTimeout as sleep } from "node:timers/promises"
import { Data, Effect } from "effect"

/** Why a body could not be read as text. */
export class UnreadableBody extends Data.TaggedError("UnreadableBody")<{
  readonly reason: "too large" | "cut off" | "not UTF-8"
}> {}

const unreadable = (reason: UnreadableBody["reason"]) => new UnreadableBody({ reason })

/** How much of a body that nobody wants is read away before the answer, in bytes, and for how long, in milliseconds. */
const awayBytes = 16 * 1024 * 1024
const awayMillis = 2000

/**
 * Reads and drops the rest of a body, up to 16 MiB and 2 seconds: a connection that closes on unread bytes is reset,
 * and the sender would never see the answer.
 */
export const readAway = async (stream: ReadableStream<Uint8Array> | null): Promise<void> => {
  if (stream === null || stream.locked) return
  const reader = stream.getReader()
  const over = new AbortController()
  const late = sleep(awayMillis, undefined, { signal: over.signal }).catch(() => undefined)
  try {
    for (let left = awayBytes; left > 0;) {
      const next = await Promise.race([reader.read(), late])
      if (next === undefined || next.done) return
      left -= next.value.byteLength
    }
  } catch {
    // It broke off, and nobody waits for it.
  } finally {
    over.abort()
  }
}

/** Takes a stream's chunks until it ends, or there are more bytes than so many. */
const takeChunks = async (stream: ReadableStream<Uint8Array>, limitBytes: number) => {
  const reader = stream.getReader()
  const chunks: Array<Uint8Array> = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    size += value.byteLength
    // Not cancelled: on `node:http` that would end the connection before the answer.
    if (size > limitBytes) {
      reader.releaseLock()
      return undefined
    }
    chunks.push(value)
  }
}

/**
 * Reads a body as UTF-8 text of at most `limitBytes`, however it is framed. Fails with `UnreadableBody`. The request
 * is not cloned: `new Request` refuses those that adapters of `node:http` create.
 */
export const readText = Effect.fnUntraced(function* ({ headers, body }: Request, limitBytes: number) {
  if (Number(headers.get("content-length") ?? 0) > limitBytes) return yield* unreadable("too large")
  if (body === null) return ""
  const chunks = yield* Effect.tryPromise({
    try: () => takeChunks(body, limitBytes),
    catch: () => unreadable("cut off")
  })
  if (chunks === undefined) return yield* unreadable("too large")
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)),
    catch: () => unreadable("not UTF-8")
  })
})
