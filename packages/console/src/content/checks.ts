import type { Caller } from "@agent-operations/auth"
import type { AgentError } from "@agent-operations/error-envelope"
import type { Effect } from "effect"
import type { ContentServices } from "../context.ts"
import type { JsonObject } from "./form/control.ts"
import type { Content } from "./Section.ts"

/** Something wrong with a definition, or with one that it uses. */
export interface Issue {
  readonly severity: "error" | "warning"
  readonly code: string
  readonly message: string
  /** An RFC 6901 JSON Pointer into the definition. */
  readonly path: string
  /** In the text at the path, from 1. */
  readonly position?: { readonly line: number; readonly column: number }
  /** The definition that has the issue, where it is another one. */
  readonly definition?: { readonly kind: string; readonly id: string; readonly revision: number }
}

/** The result of a check. */
export interface Checked {
  readonly valid: boolean
  readonly issues: ReadonlyArray<Issue>
  readonly checked: { readonly dependencies: number }
}

/** A definition to check, saved or not. Stored settings may stay JSON text. */
export interface Draft extends Pick<Content, "source" | "references"> {
  readonly settings: JsonObject | string
}

/** Reports what is wrong with a definition and with the definitions that it uses. It runs and saves nothing. */
export type CheckDefinition = (draft: Draft) => Effect.Effect<Checked, AgentError, ContentServices | Caller>
