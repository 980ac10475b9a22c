import { Egress } from "@agent-operations/egress"
import { Chunks } from "@agent-operations/error-envelope/body"
import { Clock, Effect, Stream } from "effect"
import type { Exchange } from "./exchange.ts"
import { type CallFailure, failureOfEgress, failureOfStatus } from "./failure.ts"
import { readText } from "./read-json.ts"

/** One request, sent once. */
export interface Post {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Of the origins that the server allows beside public ones, those that this call may ask: all by default. */
  readonly allow?: ReadonlyArray<string> | undefined
}

/** Reads a body as it comes, and notes when its first byte did. */
const read = Effect.fnUntraced(function* (
  body: Stream.Stream<Uint8Array, Parameters<typeof failureOfEgress>[0]>,
  since: Effect.Effect<number>,
  response: NonNullable<Exchange["response"]>
) {
  const chunks = new Chunks()
  yield* Stream.runForEach(body, (chunk) =>
    Effect.gen(function* () {
      if (response.firstByteMs === undefined) response.firstByteMs = yield* since
      chunks.add(chunk)
    })
  ).pipe(
    Effect.tapError((error) =>
      Effect.sync(() => {
        if (error.reason === "size") response.body = Buffer.concat(chunks.all()).toString()
      })
    )
  )
  response.endMs = yield* since
  return Buffer.concat(chunks.all())
})

/**
 * Sends a request once and reads the text of a 200. What is answered beside it is noted in the exchange, also where the
 * call fails.
 */
export const post = (
  { body, headers, url, ...limits }: Post,
  exchange: Exchange
): Effect.Effect<string, CallFailure, Egress> =>
  Effect.scoped(
    Effect.gen(function* () {
      const begin = yield* Clock.currentTimeMillis
      const since = Effect.map(Clock.currentTimeMillis, (now) => now - begin)
      const { allow } = limits
      const answer = yield* (yield* Egress)
        .send(url, {
          method: "POST",
          headers,
          body,
          maxBytes: limits.maxBytes,
          timeoutMillis: limits.timeoutMs,
          ...(allow && { allow })
        })
        .pipe(Effect.mapError(failureOfEgress))
      const response = { status: answer.status, headers: answer.headers, headMs: yield* since }
      exchange.response = response
      if (answer.status !== 200) {
        return yield* failureOfStatus(answer.status, answer.headers["retry-after"], yield* Clock.currentTimeMillis)
      }
      return yield* readText(yield* Effect.mapError(read(answer.body, since, response), failureOfEgress))
    })
  )
