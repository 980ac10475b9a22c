import type { Graph, ValidationResult } from "./model.ts"

/** What a thread is started with. */
export interface ThreadData {
  readonly allowedImports: ReadonlyArray<string>
}

export type Job = Graph

export type Result = ValidationResult
