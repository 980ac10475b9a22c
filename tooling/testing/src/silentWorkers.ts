import { EventEmitter } from "node:events"
import { setImmediate } from "node:timers/promises"
import type { Worker, WorkerOptions } from "node:worker_threads"
import { Clock, Duration, Effect, Fiber, type Layer, References } from "effect"
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
    const tell = (message: unknown) => queueMicrotask(() => silent.emit("message", message))
    const silent: EventEmitter = Object.assign(new EventEmitter(), {
      ref: () => {},
      unref: () => {},
      terminate: () => Promise.resolve(0),
      postMessage: () => {
        if (answers.length > 0) tell({ result: answers.shift(), spent: false })
      }
    })
    tell("loaded")
    return silent as Worker
  }
  return { started, worker }
}

/** How many jobs come at once to a pool: more than threads take and queues hold. */
const jobs = 50

/** Ends after more turns of the loop than all jobs take before they come to a pool. */
export const manyTurns = async () => {
  for (let turn = 0; turn < 20 * jobs; turn++) await setImmediate()
}

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
    // What a job does before it comes to the pool may let others have their turn, as often as it likes to on a busy machine.
    yield* Effect.promise(manyTurns)
    // As soon as time passes, whatever could begin or be refused at once has been.
    yield* TestClock.adjust(1)
    const threads = started.length
    yield* TestClock.adjust("1 hour")
    const [first, ...others] = yield* Fiber.joinAll(all)
    return { threads, refused: others.filter((millis) => millis === 0).length, millis: first! }
  }).pipe(
    Effect.provide(layerWith(worker)),
    Effect.provide(TestClock.layer({ warningDelay: "10 minutes" })),
    // That a thread does not answer is logged, again and again.
    Effect.provideService(References.MinimumLogLevel, "None"),
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
        crowds.map(({ millis }) => millis),
        [7000, Duration.toMillis(usual.default as Duration.Input)]
      )
    }
  }
}
