import { inTurns } from "@agent-operations/operations"
import { Effect } from "effect"

/** How many bytes are copied at once. */
const fewBytes = 1024 * 1024

function* joinBySteps(chunks: ReadonlyArray<Uint8Array>, length: number): Generator<void, Uint8Array> {
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
    yield
  }
  return bytes
}

/** Chunks as one, which are so many bytes together: in turns with others where they are many, since memory is made as it is filled. */
export const joinChunks = (chunks: ReadonlyArray<Uint8Array>, length: number): Effect.Effect<Uint8Array> => {
  const [first, second] = chunks
  if (first !== undefined && second === undefined) return Effect.succeed(first)
  return length <= fewBytes ? Effect.sync(() => Buffer.concat(chunks, length)) : inTurns(joinBySteps(chunks, length))
}
