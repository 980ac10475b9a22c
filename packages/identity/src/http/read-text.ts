import { Effect } from "effect"

/** The body as text; undefined where it is larger than so many bytes, or not UTF-8. */
export const readText = (request: Request, limitBytes: number): Effect.Effect<string | undefined> =>
  Effect.promise(async () => {
    if (Number(request.headers.get("content-length") ?? 0) > limitBytes) return undefined
    const chunks: Array<Uint8Array> = []
    let size = 0
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > limitBytes) return undefined
      chunks.push(chunk)
    }
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks))
    } catch {
      return undefined
    }
  })
