import { getHeapStatistics } from "node:v8"
import { parentPort, workerData } from "node:worker_threads"
import { analyse } from "./analyse.ts"
import type { Answer, Job, ThreadData } from "./protocol.ts"

const { allowedImports, progress } = workerData as ThreadData
const current = new Int32Array(progress)

parentPort?.on("message", ({ graph }: Job) => {
  const result = analyse(graph, {
    allowedImports,
    onDefinition: (definition) => {
      Atomics.store(current, 0, graph.nodes.findIndex((node) => node === definition) + 1)
    }
  })
  // The CEL library keeps every type that it ever met, so that formulas made of new types fill the heap for good.
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
  parentPort?.postMessage({ result, spent: used > limit / 2 } satisfies Answer)
})
