import type { IncomingHttpHeaders } from "node:http"
import { Chunks } from "@agent-operations/error-envelope/body"
import { Effect, type Scope, Stream } from "effect"
import { EgressError } from "./EgressError.ts"
import type { EgressRequest, EgressStream } from "./open.ts"

/** A request whose answer is read completely. */
export interface EgressExchange extends EgressRequest {
  /** The statuses whose answer is read, 200 alone by default. Any other is an `EgressError`. */
  readonly statuses?: ReadonlyArray<number>
}

/** An answer, read completely. Its body is as it was sent: no content encoding is accepted. */
export interface EgressAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Reads an answer to its end, if its status was asked for. */
export const collect = (
  answer: Effect.Effect<EgressStream, EgressError, Scope.Scope>,
  statuses: ReadonlyArray<number> = [200]
): Effect.Effect<EgressAnswer, EgressError> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { status, headers, body } = yield* answer
      if (!statuses.includes(status)) {
        return yield* new EgressError({ reason: "answer", message: `it answers with ${status}`, sent: true })
      }
      const chunks = new Chunks()
      yield* Stream.runForEach(body, (chunk) => Effect.sync(() => chunks.add(chunk)))
      return { status, headers, body: Buffer.concat(chunks.all()) }
    })
  )
