import { Worker, type WorkerOptions } from "node:worker_threads"
import { conditionsOf } from "@agent-operations/operations/threads"

/** Starts the module `@agent-operations/view-rows/formula-worker` with these options, wherever a host keeps it. */
export type StartWorker = (options: WorkerOptions) => Worker

/** The memory of one thread. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 }

// Bundlers know a worker by just these words.
const fromBeside: StartWorker = (options) => new Worker(new URL("./formula-worker.js", import.meta.url), options)

/** Starts a worker that runs formulas. */
export const start = (startWorker = fromBeside): Worker =>
  // Not the process's own flags and environment: a formula has no business with a loader or a secret of the host.
  startWorker({ resourceLimits, execArgv: conditionsOf(import.meta.url), env: {}, name: "formulas" })
