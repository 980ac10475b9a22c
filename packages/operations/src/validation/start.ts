import { Worker } from "node:worker_threads"
import type { ThreadData } from "./protocol.ts"

/** The memory of one thread. Nesting that needs more stack ends in a RangeError, which the parsers' callers catch. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

const entry = new URL(import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js", import.meta.url)

/** Starts a worker that checks graphs. */
export const start = (allowedImports: ReadonlyArray<string>): Worker => {
  const workerData: ThreadData = { allowedImports }
  // Not the process's own flags and environment: a loader, inspector or secret of the host is no business of a check.
  return new Worker(entry, { workerData, resourceLimits, execArgv: [], env: {}, name: "validation" })
}
