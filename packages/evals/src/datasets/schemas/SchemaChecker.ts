import { Unavailable } from "@agent-operations/error-envelope"
import { inTurns } from "@agent-operations/operations"
import { cannotStart, conditionsOf, makePool, makeThread } from "@agent-operations/operations/threads"
import { Context, Duration, Effect, Layer } from "effect"
import { Worker, type WorkerOptions } from "node:worker_threads"
import { type PackedJob, packed } from "./packed.ts"
import type { Finding, JobToPack } from "./protocol.ts"

/** How items are checked by the schemas of their dataset. */
export interface SchemaCheckerOptions {
  /** How long the items of one write may take. Default: 5 seconds. */
  readonly deadline?: Duration.Input
  /**
   * Starts the worker, for a host whose bundler moves it away from `schema-worker.js` beside the code.
   *
   * @example
   * worker: (options) => new Worker(new URL("./my-worker.js", import.meta.url), options)
   */
  readonly worker?: (options: WorkerOptions) => Worker
}

const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

// Bundlers know a worker by just these words.
const fromBeside = (options: WorkerOptions) => new Worker(new URL("./schema-worker.js", import.meta.url), options)

const start = (startWorker = fromBeside) =>
  startWorker({ resourceLimits, execArgv: conditionsOf(import.meta.url), env: {}, name: "schemas" })

const notStarted = (cause: unknown) =>
  cannotStart({
    cause,
    log:
      "The worker that checks items can't be started. In a bundle, schema-worker.js must be next to the code, or be started by " +
      'the option `worker` of datasets: see "In a bundle" in the README of @agent-operations/kit.',
    message: "Items can't be checked: the worker can't be started."
  })

const busy = () =>
  new Unavailable({
    message: "Too many items are being checked.",
    hint: "Wait the number of seconds in the Retry-After header, then retry. Nothing was changed.",
    retryAfter: 2
  })

/** What a schema takes too long, or too much memory, for is told at the item that was being checked. */
const tooExpensive = (reached: number, message: string): ReadonlyArray<Finding> => [
  reached === 0 ? { index: -1, pointer: "", message } : { index: reached - 1, pointer: "", message }
]

/**
 * Checks items on a thread, which is started when the first is and ended where a schema takes too long or too much memory:
 * a pattern that never ends holds up nobody, and the validator is loaded by nobody else.
 */
export class SchemaChecker extends Context.Service<
  SchemaChecker,
  { readonly check: (job: JobToPack) => Effect.Effect<ReadonlyArray<Finding>, Unavailable> }
>()("@agent-operations/evals/SchemaChecker") {
  static readonly layer = (options: SchemaCheckerOptions = {}): Layer.Layer<SchemaChecker> =>
    Layer.effect(
      SchemaChecker,
      Effect.gen(function* () {
        const deadline = Duration.fromInputUnsafe(options.deadline ?? "5 seconds")
        const pool = yield* makePool<PackedJob, ReadonlyArray<Finding>>({
          // Long work of one organization has one of them while another waits.
          size: 2,
          queueLimit: 32,
          deadline,
          warmUp: { schemas: { input: "true", expected: null, metadata: null }, pages: [] },
          start: () => makeThread(start(options.worker))
        })
        const isOpen = ({ schemas: { input, expected, metadata } }: JobToPack) =>
          input === null && expected === null && metadata === null
        const check = (job: JobToPack) =>
          isOpen(job)
            ? Effect.succeed([])
            : Effect.flatMap(inTurns(packed(job)), pool.run).pipe(
                Effect.catchTags({
                  Busy: () => Effect.fail(busy()),
                  NotStarted: ({ cause }) => notStarted(cause),
                  TooSlow: ({ reached }) =>
                    Effect.succeed(
                      tooExpensive(reached, "The schema takes too long to check it. Make the schema simpler.")
                    ),
                  TooLarge: ({ reached }) =>
                    Effect.succeed(
                      tooExpensive(reached, "The schema takes too much memory to check it. Make the schema simpler.")
                    )
                })
              )
        return { check }
      })
    )
}
