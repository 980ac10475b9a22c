import { Worker, type WorkerOptions } from "node:worker_threads"
import { conditionsOf } from "@agent-operations/operations/threads"
import type { ThreadData } from "./protocol.ts"

/** Starts the module `@agent-operations/views/validation-worker` with these options, wherever a host keeps it. */
export type StartWorker = (options: WorkerOptions) => Worker

/** The memory of one thread. Nesting that needs more stack ends in a RangeError, which the parsers' callers catch. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

// Bundlers know a worker by just these words.
const fromBeside: StartWorker = (options) => new Worker(new URL("./validation-worker.js", import.meta.url), options)

/** Starts a worker that checks graphs. */
export const start = (allowedImports: ReadonlyArray<string>, startWorker = fromBeside): Worker => {
  const workerData: ThreadData = { allowedImports }
  // Not the process's own flags and environment: a loader, inspector or secret of the host is no business of a check.
  return startWorker({
    workerData,
    resourceLimits,
    execArgv: conditionsOf(import.meta.url),
    env: {},
    name: "validation"
  })
}
