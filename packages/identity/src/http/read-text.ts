import { Data, Effect } from "effect"

/** Why a body could not be read as text. */
export class UnreadableBody extends Data.TaggedError("UnreadableBody")<{
  readonly reason: "too large" | "cut off" | "not UTF-8"
}> {}

const unreadable = (reason: UnreadableBody["reason"]) => new UnreadableBody({ reason })

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
    if (size > limitBytes) return undefined
    chunks.push(value)
  }
}

/**
 * Reads a body as text, of at most so many bytes and in whatever framing it comes. The request is not copied, as
 * `new Request` does not take those that adapters of `node:http` make.
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
