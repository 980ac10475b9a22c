import type { IncomingMessage } from "node:http"
import { PayloadTooLarge, type Unavailable, ValidationError } from "@agent-operations/error-envelope"
import { Chunks, readAway, takeChunks } from "@agent-operations/error-envelope/body"
import { Effect } from "effect"
import { tooBusy } from "./bytes-in-flight.ts"
import { joinChunks } from "./join-chunks.ts"
import { lingerBytes, lingerMillis } from "./linger.ts"

export const tooLarge = (limitBytes: number) =>
  new PayloadTooLarge({ message: `The body is larger than ${limitBytes} bytes.`, details: { limitBytes } })

const cutOff = new ValidationError({
  message: "The body is incomplete: it ended early.",
  details: { issues: [{ path: "", message: "The body is incomplete: it ended early." }] }
})

/** Whether a request announces more than it may send. */
export const announcesTooMuch = (contentLength: string | undefined | null, limitBytes: number) =>
  contentLength != null && Number(contentLength) > limitBytes

type Bytes = Effect.Effect<Uint8Array, PayloadTooLarge | ValidationError | Unavailable>

/** Takes the bytes of a piece of a body, or tells that they may not be held. */
type Take = (bytes: number) => boolean

const always: Take = () => true

/** Reads on for a while, and ends the stream then: left alone, it would keep a server from taking what is still sent. */
const drop = async (reader: ReadableStreamDefaultReader<Uint8Array>) => {
  const isOver = await readAway(reader, { bytes: lingerBytes, millis: lingerMillis })
  if (!isOver) await reader.cancel().catch(() => {})
}

/** Reads a web stream until it ends, is too long, or is given up. What comes after that is not kept. */
export const readStream = (stream: ReadableStream<Uint8Array>, limitBytes: number, take = always): Bytes =>
  Effect.flatMap(
    Effect.tryPromise({
      try: async (signal) => {
        const reader = stream.getReader()
        signal.addEventListener("abort", () => void drop(reader), { once: true })
        let isTaken = true
        const taking = {
          read: async () => {
            const next = await reader.read()
            if (!next.done && !signal.aborted) isTaken = take(next.value.length)
            return next
          }
        }
        const chunks = await takeChunks(taking, limitBytes, () => isTaken && !signal.aborted)
        if (chunks === undefined && !signal.aborted) void drop(reader)
        return isTaken ? chunks : tooBusy
      },
      catch: () => cutOff
    }),
    (chunks): Bytes => {
      if (chunks === undefined) return Effect.fail(tooLarge(limitBytes))
      if ("_tag" in chunks) return Effect.fail(chunks)
      return joinChunks(
        chunks,
        chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      )
    }
  )

/**
 * The body of a message as a stream. Nothing of it flows before it is read, and what nobody reads stays the message's, for
 * whoever answers to read away or to leave.
 */
export const bodyStream = (message: IncomingMessage): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull: (controller) =>
        new Promise<void>((resolve, reject) => {
          const stop = () => message.pause().off("data", take).off("end", end).off("error", lost).off("close", lost)
          const take = (chunk: Uint8Array) => {
            stop()
            controller.enqueue(chunk)
            resolve()
          }
          const end = () => {
            stop()
            controller.close()
            resolve()
          }
          const lost = () => {
            stop()
            reject(new Error("The body ended before it was whole."))
          }
          if (message.readableEnded) return end()
          if (message.destroyed) return lost()
          message.on("data", take).on("end", end).on("error", lost).on("close", lost).resume()
        })
    },
    { highWaterMark: 0 }
  )

/** Reads a message until it ends or is too long, by its events: iterating over it costs several times as much. */
export const readMessage = (message: IncomingMessage, limitBytes: number, hold = always): Bytes =>
  Effect.callback((resume) => {
    if (message.readableEnded) return resume(joinChunks([], 0))
    if (message.destroyed) return resume(Effect.fail(cutOff))
    const chunks = new Chunks()
    let length = 0
    const stop = () => message.off("data", take).off("end", end).off("error", lost).off("close", lost)
    const finish = (bytes: Bytes) => {
      stop()
      resume(bytes)
    }
    const take = (chunk: Uint8Array) => {
      length += chunk.length
      if (length > limitBytes) finish(Effect.fail(tooLarge(limitBytes)))
      else if (!hold(chunk.length)) finish(Effect.fail(tooBusy))
      else chunks.add(chunk)
    }
    const end = () => finish(joinChunks(chunks.all(), length))
    const lost = () => finish(Effect.fail(cutOff))
    message.on("data", take).on("end", end).on("error", lost).on("close", lost)
    return Effect.sync(stop)
  })
