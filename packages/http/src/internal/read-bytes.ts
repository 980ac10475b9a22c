import type { IncomingMessage } from "node:http"
import { PayloadTooLarge, ValidationError } from "@agent-operations/error-envelope"
import { Effect } from "effect"

export const tooLarge = (limitBytes: number) =>
  new PayloadTooLarge({ message: `The body is larger than ${limitBytes} bytes.`, details: { limitBytes } })

const cutOff = new ValidationError({
  message: "The body ended before it was whole.",
  details: { issues: [{ path: "", message: "The body ended before it was whole." }] }
})

/** Whether a request announces more than it may send. */
export const announcesTooMuch = (contentLength: string | undefined | null, limitBytes: number) =>
  contentLength != null && Number(contentLength) > limitBytes

const whole = (chunks: ReadonlyArray<Uint8Array>, length: number) =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length)

type Bytes = Effect.Effect<Uint8Array, PayloadTooLarge | ValidationError>

/** Reads a web stream until it ends or is too long. What comes after that is not kept. */
export const readStream = (stream: ReadableStream<Uint8Array>, limitBytes: number): Bytes =>
  Effect.flatMap(
    Effect.tryPromise({
      try: async () => {
        const chunks: Array<Uint8Array> = []
        let length = 0
        for await (const chunk of stream) {
          length += chunk.length
          if (length > limitBytes) return undefined
          chunks.push(chunk)
        }
        return whole(chunks, length)
      },
      catch: () => cutOff
    }),
    (bytes) => (bytes === undefined ? Effect.fail(tooLarge(limitBytes)) : Effect.succeed(bytes))
  )

/** Reads a message until it ends or is too long, by its events: iterating over it costs several times as much. */
export const readMessage = (message: IncomingMessage, limitBytes: number): Bytes =>
  Effect.callback((resume) => {
    if (message.readableEnded) return resume(Effect.succeed(whole([], 0)))
    if (message.destroyed) return resume(Effect.fail(cutOff))
    const chunks: Array<Uint8Array> = []
    let length = 0
    const stop = () => message.off("data", take).off("end", end).off("error", lost).off("close", lost)
    const finish = (bytes: Bytes) => {
      stop()
      resume(bytes)
    }
    const take = (chunk: Uint8Array) => {
      length += chunk.length
      if (length > limitBytes) finish(Effect.fail(tooLarge(limitBytes)))
      else chunks.push(chunk)
    }
    const end = () => finish(Effect.succeed(whole(chunks, length)))
    const lost = () => finish(Effect.fail(cutOff))
    message.on("data", take).on("end", end).on("error", lost).on("close", lost)
    return Effect.sync(stop)
  })
