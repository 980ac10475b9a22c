import type { CustomFieldTarget, PageViewTarget, ValueType } from "./targets.ts"

/** What a definition says it uses. `revision: null` follows the current one, a number pins one. */
export interface Reference {
  readonly kind: Kind
  readonly id: string
  readonly revision: number | null
}

export type Kind = "page_view" | "custom_field"

interface Node {
  /** `null` for a draft. */
  readonly id: string | null
  readonly revision: number | null
  readonly references: Readonly<Record<string, Reference>>
}

export type Operator = "eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "contains" | "in" | "exists"

export interface Filter {
  readonly field: string
  readonly operator: Operator
  readonly value?: unknown
}

/** A page view, as far as validation looks. Source: the wire, "A definition". */
export interface PageViewNode extends Node {
  readonly kind: "page_view"
  readonly source: { readonly type: "table" } | { readonly type: "react"; readonly code: string }
  readonly settings: {
    readonly target: PageViewTarget
    readonly columns?: ReadonlyArray<{ readonly field: string }>
    readonly filters?: ReadonlyArray<Filter>
    readonly sort?: ReadonlyArray<{ readonly field: string }>
    readonly groupBy?: string | null
    readonly extra?: unknown
  }
}

/** A custom field, as far as validation looks. Source: the wire, "A definition". */
export interface CustomFieldNode extends Node {
  readonly kind: "custom_field"
  readonly source:
    | { readonly type: "formula"; readonly language: "cel"; readonly expression: string }
    | { readonly type: "attribute"; readonly pointer: string }
  readonly settings: { readonly target: CustomFieldTarget; readonly valueType: ValueType }
}

export type DefinitionNode = PageViewNode | CustomFieldNode

/** A definition that a reference resolved to, with the reference that was asked for. */
export type Resolved = DefinitionNode & { readonly requested: Reference }

/**
 * A definition and everything that it reaches through references, as the store resolved them. A reference that has no
 * entry in `nodes` resolves to nothing. Plain data: it crosses to another thread.
 *
 * @example
 * const requested = { kind: "custom_field", id: cost.id, revision: null } as const
 * const graph: Graph = { root: draft, nodes: [{ ...cost, requested }] }
 */
export interface Graph {
  readonly root: DefinitionNode
  readonly nodes: ReadonlyArray<Resolved>
}

/** A definition whose settings may still be the JSON text that is stored: what checks it reads it, off the event loop. */
type Unread<N extends DefinitionNode> = N extends unknown
  ? Omit<N, "settings"> & { readonly settings: N["settings"] | string }
  : never

export type UnreadNode = Unread<DefinitionNode>

/** A graph as it comes from the store. */
export interface UnreadGraph {
  readonly root: UnreadNode
  readonly nodes: ReadonlyArray<Unread<Resolved>>
}

export type IssueCode =
  | "SYNTAX_ERROR"
  | "NO_DEFAULT_EXPORT"
  | "IMPORT_NOT_ALLOWED"
  | "UNKNOWN_FIELD"
  | "UNKNOWN_ALIAS"
  | "UNUSED_REFERENCE"
  | "TYPE_ERROR"
  | "REFERENCE_CYCLE"
  | "TARGET_MISMATCH"

/** A place in the text at an issue's path. Both count from 1; a column is a UTF-16 code unit, as in editors. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** One finding about one definition. */
export interface Finding {
  readonly severity: "error" | "warning"
  readonly code: IssueCode
  readonly message: string
  /** An RFC 6901 JSON Pointer into the definition: `/settings/columns/2/field`. */
  readonly path: string
  readonly position?: Position
}

/** A finding as the wire has it. Source: the wire, "The 18 operations". */
export interface Issue extends Finding {
  /** The definition that has the issue, where it is not the root. */
  readonly definition?: { readonly kind: Kind; readonly id: string; readonly revision: number }
}

export interface ValidationResult {
  /** Whether no issue is an error. */
  readonly valid: boolean
  /** Errors first, then by definition (the root first) and place; at most `maxIssues`. */
  readonly issues: ReadonlyArray<Issue>
  /** How many definitions, at one revision each, were checked beside the root. */
  readonly checked: { readonly dependencies: number }
}
