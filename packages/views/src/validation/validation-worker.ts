import { workerData } from "node:worker_threads"
import { serve } from "@agent-operations/operations/threads/serve"
import { analyse } from "./analyse.ts"
import type { Job, Result, ThreadData } from "./protocol.ts"
import { readGraph } from "./unread.ts"

const { allowedImports } = workerData as ThreadData

// A thread is spent when its heap is half full: the CEL library keeps every type that it ever met.
serve<Job, Result>((job, reached) => {
  const graph = readGraph(job)
  return analyse(graph, {
    allowedImports,
    onDefinition: (definition) => reached(graph.nodes.findIndex((node) => node === definition) + 1)
  })
})
