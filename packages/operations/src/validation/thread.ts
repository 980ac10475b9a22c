import { Worker } from "node:worker_threads"
import { Data, Effect } from "effect"
import type { DefinitionNode, Graph } from "./model.ts"
import type { Answer, Job, ThreadData } from "./protocol.ts"

/** The thread ran out of memory on a job, and is gone. */
export class OutOfMemory extends Data.TaggedError("OutOfMemory") {}

/** The thread was stopped during a job. */
export class Stopped extends Data.TaggedError("Stopped") {}

/** A thread that checks one graph at a time. */
export interface Thread {
  /** Checks a graph. Where this fails or is interrupted, the thread can't be used again, and has to be stopped. */
  readonly run: (graph: Graph) => Effect.Effect<Answer, OutOfMemory | Stopped>
  /** The definition that the check of a graph has come to. */
  readonly reached: (graph: Graph) => DefinitionNode
  readonly alive: () => boolean
  readonly stop: Effect.Effect<void>
}

/** The memory of one thread. Nesting that needs more stack ends in a RangeError, which the parsers' callers catch. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

const entry = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url)

/** Starts a thread. It keeps the process alive only while it works. */
export const start = (allowedImports: ReadonlyArray<string>): Thread => {
  const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const current = new Int32Array(progress)
  const workerData: ThreadData = { allowedImports, progress }
  // Not the process's own flags and environment: a loader, inspector or secret of the host is no business of a check.
  const worker = new Worker(entry, { workerData, resourceLimits, execArgv: [], env: {}, name: "validation" })
  let alive = true
  worker.unref()
  worker.on("exit", () => {
    alive = false
  })
  // An idle thread's error would otherwise be uncaught; `alive` tells of it.
  worker.on("error", () => {})

  const run = (graph: Graph) =>
    Effect.callback<Answer, OutOfMemory | Stopped>((resume) => {
      const onMessage = (answer: Answer) => settle(Effect.succeed(answer))
      const onError = (error: unknown) =>
        settle(isOutOfMemory(error) ? Effect.fail(new OutOfMemory()) : Effect.die(error))
      const onExit = () => settle(Effect.fail(new Stopped()))
      const forget = () => {
        worker.off("message", onMessage).off("error", onError).off("exit", onExit)
        worker.unref()
      }
      const settle = (outcome: Effect.Effect<Answer, OutOfMemory | Stopped>) => {
        forget()
        resume(outcome)
      }
      Atomics.store(current, 0, 0)
      worker.on("message", onMessage).on("error", onError).on("exit", onExit)
      worker.ref()
      try {
        worker.postMessage({ graph } satisfies Job)
      } catch {
        // Plain data fails to be copied only where it is nested deeper than the stack.
        settle(Effect.fail(new OutOfMemory()))
      }
      return Effect.sync(forget)
    })

  return {
    run,
    reached: ({ root, nodes }) => nodes[Atomics.load(current, 0) - 1] ?? root,
    alive: () => alive,
    stop: Effect.promise(() => worker.terminate())
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
