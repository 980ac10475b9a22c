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

/** Reads chunks until they end or are too many. What comes after that is not kept. */
export const readBytes = (
  chunks: () => AsyncIterable<Uint8Array>,
  limitBytes: number
): Effect.Effect<Uint8Array, PayloadTooLarge | ValidationError> =>
  Effect.flatMap(
    Effect.tryPromise({
      try: async () => {
        const kept: Array<Uint8Array> = []
        let length = 0
        for await (const chunk of chunks()) {
          length += chunk.length
          if (length > limitBytes) return undefined
          kept.push(chunk)
        }
        return kept.length === 1 && kept[0] !== undefined ? kept[0] : Buffer.concat(kept, length)
      },
      catch: () => cutOff
    }),
    (bytes) => (bytes === undefined ? Effect.fail(tooLarge(limitBytes)) : Effect.succeed(bytes))
  )
