import type { Worker } from "node:worker_threads"
import { Data, Deferred, Effect, Exit } from "effect"
import type { Answer, Request } from "./protocol.ts"

/** The thread ran out of memory on a job, and is gone. */
export class OutOfMemory extends Data.TaggedError("OutOfMemory") {}

/** The thread was stopped during a job. */
export class Stopped extends Data.TaggedError("Stopped") {}

/** The module of the thread could not be loaded: it is missing, or it threw. */
export class NotStarted extends Data.TaggedError("NotStarted")<{ readonly cause: unknown }> {}

/** A thread that does one job at a time. */
export interface Thread<Job, Result> {
  /** Ends once the module is loaded, and jobs may be done. */
  readonly load: Effect.Effect<void, OutOfMemory | Stopped | NotStarted>
  /** Does a job. Where this fails or is interrupted, the thread can't be used again, and has to be stopped. */
  readonly run: (job: Job) => Effect.Effect<Answer<Result>, OutOfMemory | Stopped>
  /** What the job told last of how far it has come; 0 if nothing. */
  readonly reached: () => number
  readonly alive: () => boolean
  readonly stop: Effect.Effect<void>
}

/** A thread of a worker whose module calls `serve`. It keeps the process alive only while it loads or works. */
export const makeThread = <Job, Result>(worker: Worker): Thread<Job, Result> => {
  const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const step = new Int32Array(progress)
  const loading = Deferred.makeUnsafe<void, OutOfMemory | Stopped | NotStarted>()
  let alive = true
  worker.unref()
  worker.once("message", () => Deferred.doneUnsafe(loading, Exit.void))
  // An idle thread's error would otherwise be uncaught; `alive` tells of it.
  worker.on("error", (cause: unknown) =>
    Deferred.doneUnsafe(loading, Exit.fail(isOutOfMemory(cause) ? new OutOfMemory() : new NotStarted({ cause })))
  )
  worker.on("exit", () => {
    alive = false
    Deferred.doneUnsafe(loading, Exit.fail(new Stopped()))
  })

  const load = Effect.suspend(() => {
    worker.ref()
    return Effect.ensuring(
      Deferred.await(loading),
      Effect.sync(() => worker.unref())
    )
  })

  const run = (job: Job) =>
    Effect.callback<Answer<Result>, OutOfMemory | Stopped>((resume) => {
      // Nothing more comes from it.
      if (!alive) return resume(Effect.fail(new Stopped()))
      const onMessage = (answer: Answer<Result>) => settle(Effect.succeed(answer))
      const onError = (cause: unknown) =>
        settle(isOutOfMemory(cause) ? Effect.fail(new OutOfMemory()) : Effect.die(cause))
      const onExit = () => settle(Effect.fail(new Stopped()))
      const forget = () => {
        worker.off("message", onMessage).off("error", onError).off("exit", onExit)
        worker.unref()
      }
      const settle = (outcome: Effect.Effect<Answer<Result>, OutOfMemory | Stopped>) => {
        forget()
        resume(outcome)
      }
      Atomics.store(step, 0, 0)
      worker.on("message", onMessage).on("error", onError).on("exit", onExit)
      worker.ref()
      try {
        worker.postMessage({ job, progress } satisfies Request<Job>)
      } catch {
        // Plain data fails to be copied only where it is nested deeper than the stack.
        settle(Effect.fail(new OutOfMemory()))
      }
      return Effect.sync(forget)
    })

  return {
    load,
    run,
    reached: () => Atomics.load(step, 0),
    alive: () => alive,
    stop: Effect.promise(() => worker.terminate())
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
