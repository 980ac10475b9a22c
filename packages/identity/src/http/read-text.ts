import { readAway, takeChunks } from "@agent-operations/error-envelope/body"
import { Data, Effect } from "effect"

/** Why a body could not be read as text. */
export class UnreadableBody extends Data.TaggedError("UnreadableBody")<{
  readonly reason: "too large" | "cut off" | "not UTF-8"
}> {}

const unreadable = (reason: UnreadableBody["reason"]) => new UnreadableBody({ reason })

/** Reads and drops the rest of a body, up to 16 MiB and 2 seconds. */
export const readBodyAway = async (body: ReadableStream<Uint8Array> | null): Promise<void> => {
  if (body !== null && !body.locked) await readAway(body.getReader(), { bytes: 16 * 1024 * 1024, millis: 2000 })
}

/** The rest of what is too large is left, for `readBodyAway`. */
const takeBody = async (body: ReadableStream<Uint8Array>, limitBytes: number) => {
  const reader = body.getReader()
  const chunks = await takeChunks(reader, limitBytes)
  if (chunks === undefined) reader.releaseLock()
  return chunks
}

/**
 * Reads a body as UTF-8 text of at most `limitBytes`, however it is framed. Fails with `UnreadableBody`. The request
 * is not cloned: `new Request` refuses those that adapters of `node:http` create.
 */
export const readText = Effect.fnUntraced(function* ({ headers, body }: Request, limitBytes: number) {
  if (Number(headers.get("content-length") ?? 0) > limitBytes) return yield* unreadable("too large")
  if (body === null) return ""
  const chunks = yield* Effect.tryPromise({
    try: () => takeBody(body, limitBytes),
    catch: () => unreadable("cut off")
  })
  if (chunks === undefined) return yield* unreadable("too large")
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)),
    catch: () => unreadable("not UTF-8")
  })
})
