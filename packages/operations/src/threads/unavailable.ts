import { Unavailable } from "@agent-operations/error-envelope"
import { Effect } from "effect"

/**
 * The answer where no thread can be started, as in a bundle that has no worker. `cause` goes to the log with `log`, which
 * tells the operator what to do; `message` tells the caller what can't be done. It may be retried after 60 seconds.
 *
 * @example
 * Effect.catchTag(pool.run(job), "NotStarted", ({ cause }) =>
 *   cannotStart({ cause, log: "worker.js has to be beside the code.", message: "Reports can't be made." })
 * )
 */
export const cannotStart = (told: {
  readonly cause: unknown
  readonly log: string
  readonly message: string
}): Effect.Effect<never, Unavailable> =>
  Effect.andThen(
    Effect.logError(told.log, told.cause),
    new Unavailable({
      message: told.message,
      hint: "Tell the operator of the server, whose log says what to do. Nothing was changed.",
      retryAfter: 60
    })
  )
