import type { Graph, ValidationResult } from "./model.ts"

/** What a thread is started with. */
export interface ThreadData {
  readonly allowedImports: ReadonlyArray<string>
  /** One 32-bit integer, which tells the definition that is being checked: 0 the root, n the graph's node n - 1. */
  readonly progress: SharedArrayBuffer
}

export interface Job {
  readonly graph: Graph
}

export interface Answer {
  readonly result: ValidationResult
  /** Whether the thread has grown so large that it should not be used again. */
  readonly spent: boolean
}
