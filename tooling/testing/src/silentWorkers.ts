import { EventEmitter } from "node:events"
import type { Worker, WorkerOptions } from "node:worker_threads"
import { Clock, Effect, Exit, Fiber, type Layer } from "effect"
import { TestClock } from "effect/testing"

type StartWorker = (options: WorkerOptions) => Worker

/** Workers that answer their first jobs with some results, and then nothing; and how each was started. */
export const silentWorkers = (results: ReadonlyArray<unknown> = []) => {
  const started: Array<WorkerOptions> = []
  const worker: StartWorker = (options) => {
    started.push(options)
    const answers = [...results]
    const silent: EventEmitter = Object.assign(new EventEmitter(), {
      ref: () => {},
      unref: () => {},
      terminate: () => Promise.resolve(0),
      postMessage: () => {
        if (answers.length > 0) queueMicrotask(() => silent.emit("message", { result: answers.shift(), spent: false }))
      }
    })
    return silent as Worker
  }
  return { started, worker }
}

/** What becomes of jobs that come at once, where no thread ever answers one. */
export interface Crowd {
  /** How many threads were started for them. */
  readonly threads: number
  /** How many were refused at once. */
  readonly refused: number
  /** After how many milliseconds the first was ended. */
  readonly millis: number
}

/** Sends 50 jobs at once to a pool of threads that never answer, and ends the first of them. */
export const crowdOf = <R, E>(
  layerWith: (worker: StartWorker) => Layer.Layer<R, E>,
  job: Effect.Effect<unknown, unknown, R>,
  results?: ReadonlyArray<unknown>
): Promise<Crowd> => {
  const { started, worker } = silentWorkers(results)
  const ended = Effect.andThen(Effect.exit(job), Clock.currentTimeMillis)
  return Effect.gen(function* () {
    const first = yield* Effect.forkChild(ended)
    const others = yield* Effect.forEach(Array.from({ length: 49 }), () => Effect.forkChild(ended))
    yield* Effect.promise(() => new Promise(setImmediate))
    const refused = others.filter((fiber) => Exit.isExit(fiber.pollUnsafe())).length
    const threads = started.length
    yield* TestClock.adjust("1 hour")
    return { threads, refused, millis: yield* Fiber.join(first) }
  }).pipe(
    Effect.provide(layerWith(worker)),
    Effect.provide(TestClock.layer({ warningDelay: "10 minutes" })),
    Effect.scoped,
    Effect.runPromise
  )
}
