import { EventEmitter } from "node:events"
import type { Worker, WorkerOptions } from "node:worker_threads"
import { Clock, Duration, Effect, Fiber, type Layer } from "effect"
import { TestClock } from "effect/testing"
import { assert } from "vitest"
import { type Described, numberOf } from "./options.ts"

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

/** How many jobs come at once to a pool: more than threads take and queues hold. */
const jobs = 50

/** What becomes of jobs that come at once, where no thread ever answers one. */
const crowdOf = <R, E>(
  layerWith: (worker: StartWorker) => Layer.Layer<R, E>,
  job: Effect.Effect<unknown, unknown, R>,
  results?: ReadonlyArray<unknown>
) => {
  const { started, worker } = silentWorkers(results)
  const ended = Effect.andThen(Effect.exit(job), Clock.currentTimeMillis)
  return Effect.gen(function* () {
    const all = yield* Effect.forEach(Array.from({ length: jobs }), () => Effect.forkChild(ended))
    // As soon as time passes, whatever could begin or be refused at once has been.
    yield* TestClock.adjust(1)
    const threads = started.length
    yield* TestClock.adjust("1 hour")
    const [first, ...others] = yield* Fiber.joinAll(all)
    return { threads, refused: others.filter((millis) => millis === 0).length, millis: first! }
  }).pipe(
    Effect.provide(layerWith(worker)),
    Effect.provide(TestClock.layer({ warningDelay: "10 minutes" })),
    Effect.scoped,
    Effect.runPromise
  )
}

interface PoolOptions {
  readonly worker: StartWorker
  readonly threads?: number
  readonly poolSize?: number
  readonly queueLimit?: number
  readonly deadline?: Duration.Input
}

/** The effects of the options of a pool of threads: each is given, and left out, where jobs come at once that none answers. */
export const poolEffects = <R, E>(pool: {
  readonly layerWith: (options: PoolOptions) => Layer.Layer<R, E>
  readonly job: Effect.Effect<unknown, unknown, R>
  /** What a thread answers before it is silent. */
  readonly results?: ReadonlyArray<unknown>
  /** By how many milliseconds the first job of a thread may take longer. */
  readonly startup?: number
}) => {
  const both = (options: Omit<PoolOptions, "worker">) =>
    Promise.all(
      [options, {}].map((one) => crowdOf((worker) => pool.layerWith({ worker, ...one }), pool.job, pool.results))
    )
  return {
    threads: async (usual: Described, option: "threads" | "poolSize" = "threads") => {
      const crowds = await both({ [option]: 3 })
      assert.deepStrictEqual(
        crowds.map(({ threads }) => threads),
        [3, numberOf(usual)]
      )
    },
    queueLimit: async (usual: Described, threads: number) => {
      const crowds = await both({ queueLimit: 3 })
      assert.deepStrictEqual(
        crowds.map(({ refused }) => refused),
        [3, numberOf(usual)].map((waiting) => jobs - threads - waiting)
      )
    },
    deadline: async (usual: Described) => {
      const crowds = await both({ deadline: "7 seconds" })
      assert.deepStrictEqual(
        crowds.map(({ millis }) => millis - (pool.startup ?? 0)),
        [7000, Duration.toMillis(usual.default as Duration.Input)]
      )
    }
  }
}
