import { readAway, takeChunks } from "@agent-operations/error-envelope/body"
import { Data, Effect } from "effect"
import { makeWhenLate } from "./late.ts"

/** Why a body could not be read as text. */
export class UnreadableBody extends Data.TaggedError("UnreadableBody")<{
  readonly reason: "too large" | "cut off" | "late" | "not UTF-8" | "no room"
}> {}

const unreadable = (reason: UnreadableBody["reason"]) => new UnreadableBody({ reason })

/** Reads and drops the rest of a body, up to 16 MiB and 2 seconds. */
export const readBodyAway = async (body: ReadableStream<Uint8Array> | null): Promise<void> => {
  if (body !== null && !body.locked) await readAway(body.getReader(), { bytes: 16 * 1024 * 1024, millis: 2000 })
}

/** How many bytes a process reads at once, by whomever they are sent, and of each body how many are not counted. */
const [mostAtOnce, uncounted] = [64 * 1024 * 1024, 16 * 1024]
let readingBytes = 0

/** The rest of what is not taken is left, for `readBodyAway`. */
const takeBody = async (body: ReadableStream<Uint8Array>, limitBytes: number, isWanted: () => boolean) => {
  const reader = body.getReader()
  let [come, counted] = [0, 0]
  const counting = {
    read: async () => {
      const next = await reader.read()
      come += next.value?.length ?? 0
      const more = Math.max(0, come - uncounted) - counted
      counted += more
      readingBytes += more
      return next
    }
  }
  try {
    const chunks = await takeChunks(counting, limitBytes, () => readingBytes <= mostAtOnce && isWanted())
    if (chunks === undefined) reader.releaseLock()
    return chunks ?? (come > limitBytes ? "too large" : "no room")
  } finally {
    readingBytes -= counted
  }
}

const whenLate = makeWhenLate()

/** The same, given up when it is late: what comes then is not kept. */
const takeInTime = (body: ReadableStream<Uint8Array>, limitBytes: number, signal: AbortSignal) => {
  const late = Promise.withResolvers<"late">()
  let isLate = false
  const forget = whenLate(() => {
    isLate = true
    late.resolve("late")
  })
  const taken = takeBody(body, limitBytes, () => !isLate && !signal.aborted)
  return Promise.race([taken, late.promise]).finally(forget)
}

/**
 * Reads a body as UTF-8 text of at most `limitBytes`, however it is framed. Fails with `UnreadableBody`, also where
 * it does not come whole in 10 seconds, or a process reads 64 MiB of such bodies already, of each its first 16 KiB not
 * counted. The request is not cloned: `new Request` refuses those that adapters of `node:http` create.
 */
export const readText = Effect.fnUntraced(function* ({ headers, body }: Request, limitBytes: number) {
  if (Number(headers.get("content-length") ?? 0) > limitBytes) return yield* unreadable("too large")
  if (body === null) return ""
  const chunks = yield* Effect.tryPromise({
    try: (signal) => takeInTime(body, limitBytes, signal),
    catch: () => unreadable("cut off")
  })
  if (typeof chunks === "string") return yield* unreadable(chunks)
  return yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)),
    catch: () => unreadable("not UTF-8")
  })
})
