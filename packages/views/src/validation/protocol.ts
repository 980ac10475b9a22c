import type { UnreadGraph, ValidationResult } from "./model.ts"

/** What a thread is started with. */
export interface ThreadData {
  readonly allowedImports: ReadonlyArray<string>
}

export type Job = UnreadGraph

export type Result = ValidationResult
