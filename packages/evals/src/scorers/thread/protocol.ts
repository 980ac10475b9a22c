import type { Builtin, Code, Failed } from "../model.ts"

/** What a scorer says, as a thread tells it: what others wrote crosses it as JSON text. */
export type Said = { readonly _tag: "Said"; readonly json: string; readonly logs: string } | Failed

export type Job =
  /** Loads what the rest needs. */
  | { readonly type: "ready" }
  | {
      readonly type: "score"
      readonly source: Builtin | Code
      /** What the scorer is given, as JSON text. */
      readonly inputs: string
      readonly seed: string
      /** When it is for the scorer, in milliseconds since 1970. */
      readonly now: number
      readonly timeoutMs: number
    }
  /** Reads code, and runs nothing. */
  | { readonly type: "check"; readonly language: Code["language"]; readonly code: string }
  /** Reads a JSON Schema, as JSON text. */
  | { readonly type: "checkSchema"; readonly schema: string }

/** What is wrong with code. */
export interface Fault {
  readonly code: "SYNTAX_ERROR" | "NO_DEFAULT_EXPORT" | "IMPORT_NOT_ALLOWED" | "NOT_ERASABLE"
  readonly message: string
  readonly position?: { readonly line: number; readonly column: number }
}

export type Result =
  | { readonly type: "ready" }
  | { readonly type: "score"; readonly said: Said }
  | { readonly type: "check"; readonly faults: ReadonlyArray<Fault> }
  | { readonly type: "checkSchema"; readonly faults: ReadonlyArray<string> }
