import cluster, { type Worker } from "node:cluster"
import { Effect } from "effect"

const restartDelay = 1000

const once = (worker: Worker, event: "exit" | "listening") =>
  Effect.callback<void>((resume) => {
    if (worker.isDead()) resume(Effect.void)
    else worker.once(event, () => resume(Effect.void))
  })

const each = (workers: ReadonlyArray<Worker>, event: "exit" | "listening") =>
  Effect.forEach(workers, (worker) => once(worker, event), { concurrency: "unbounded", discard: true })

/**
 * Starts this command anew in several processes that share one port, and waits until all listen. One that ends is
 * started again; all are told to stop, and waited for, when the scope closes.
 */
export const superviseWorkers = Effect.fnUntraced(function* (count: number) {
  let stopping = false
  const workers = yield* Effect.acquireRelease(
    Effect.sync(() => {
      cluster.on("exit", () => {
        if (!stopping) setTimeout(() => stopping || cluster.fork(), restartDelay)
      })
      return Array.from({ length: count }, () => cluster.fork())
    }),
    () =>
      Effect.suspend(() => {
        stopping = true
        const living = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
        for (const worker of living) worker.process.kill("SIGTERM")
        return each(living, "exit")
      })
  )
  yield* each(workers, "listening")
})
