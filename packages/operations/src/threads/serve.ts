/**
 * The worker's side of a thread pool. It imports nothing but Node's own modules, so that a worker starts quickly.
 *
 * @packageDocumentation
 */
import { getHeapStatistics } from "node:v8"
import { parentPort } from "node:worker_threads"
import { type Answer, loaded, type Request } from "./protocol.ts"

/**
 * Answers the jobs of a pool, one at a time. Called once, by the module that a worker runs. `reached` tells how far a
 * job has come, as an integer that `TooSlow` and `TooLarge` carry. After `retire`, the thread is not used again once the job
 * is answered. What `run` throws, or rejects with, ends the thread.
 *
 * @example
 * serve((text: string) => text.length)
 */
export const serve = <Job, Result>(
  run: (job: Job, reached: (step: number) => void, retire: () => void) => Result | Promise<Result>
): void => {
  let isRetired = false
  const retire = () => {
    isRetired = true
  }
  const answer = (result: Result) => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    parentPort!.postMessage({ result, spent: isRetired || used > limit / 2 } satisfies Answer<Result>)
  }
  parentPort?.on("message", ({ job, progress }: Request<Job>) => {
    const current = new Int32Array(progress)
    const result = run(job, (step) => void Atomics.store(current, 0, step), retire)
    // A promise that is rejected ends the thread too, as what nobody handles.
    if (result instanceof Promise) void result.then(answer)
    else answer(result)
  })
  parentPort?.postMessage(loaded)
}
