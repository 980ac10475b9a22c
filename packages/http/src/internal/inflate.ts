import type { Transform } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import { PayloadTooLarge, type Unavailable, type ValidationError } from "@agent-operations/error-envelope"
import type { ContentEncoding } from "@agent-operations/operations"
import { Effect } from "effect"
import { type Holding, tooBusy } from "./bytes-in-flight.ts"
import { joinChunks } from "./join-chunks.ts"
import { refusedHeader } from "./refused-header.ts"

const settings = { chunkSize: 64 * 1024 }

type Decompressor = Transform & { readonly bytesWritten: number }

const decompressors: Record<ContentEncoding, () => Decompressor> = {
  gzip: () => createGunzip(settings),
  deflate: () => createInflate(settings),
  br: () => createBrotliDecompress(settings)
}

const tooLarge = (limitBytes: number) =>
  new PayloadTooLarge({
    message: `The body is larger than ${limitBytes} bytes once it is decompressed.`,
    details: { limitBytes }
  })

const notEncoded = (encoding: ContentEncoding) =>
  Effect.fail(refusedHeader("/content-encoding", `The body is not ${encoding}, not whole, or has more behind its end.`))

/**
 * Decompresses a body on the threads of `node:zlib`, as far as its limit: of one that would become larger no more is
 * made, and what is given up is made no further. Law: E3.
 */
export const inflate = (
  bytes: Uint8Array,
  encoding: ContentEncoding,
  limitBytes: number,
  take: Holding["take"]
): Effect.Effect<Uint8Array, PayloadTooLarge | ValidationError | Unavailable> =>
  Effect.callback((resume) => {
    const chunks: Array<Uint8Array> = []
    let length = 0
    const decompressor = decompressors[encoding]()
    decompressor
      .on("data", (chunk: Uint8Array) => {
        length += chunk.length
        const refused = length > limitBytes ? tooLarge(limitBytes) : take(chunk.length) ? undefined : tooBusy
        if (refused === undefined) return void chunks.push(chunk)
        decompressor.destroy()
        resume(Effect.fail(refused))
      })
      // What stands behind the end of deflate and Brotli is left unread without a word.
      .on("end", () =>
        resume(decompressor.bytesWritten === bytes.length ? joinChunks(chunks, length) : notEncoded(encoding))
      )
      .on("error", () => resume(notEncoded(encoding)))
      .end(bytes)
    return Effect.sync(() => void decompressor.destroy())
  })
