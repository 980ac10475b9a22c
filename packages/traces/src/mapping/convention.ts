import type { SpanType } from "../span.ts"

/**
 * Where a field may stand in a span: under the key of an attribute, or elsewhere. Data, not code, so that a convention can
 * be read as a table.
 */
export type Place =
  | string
  /** A member, by the first of its names that is there, of an attribute that is an object or the JSON text of one. */
  | { readonly member: ReadonlyArray<string>; readonly of: string }
  /** Attributes whose keys hold indexes, as an array, of what is under `item` in each: `llm.input_messages.0.message.role`. */
  | { readonly list: string; readonly item?: string }
  /** Attributes below a prefix, as an object: `langfuse.trace.metadata.tier`. */
  | { readonly below: string }
  /** The attributes of events with these names, in their order, each with the role that its name stands for. */
  | { readonly events: Readonly<Record<string, string>> }
  /** The sum of the numbers in an attribute that is an object, or the JSON text of one. */
  | { readonly sumOf: string }
  /** An attribute that is always the JSON text of a value, so that quotes around a text are not the text's own. */
  | { readonly json: string }
  /** A duration since the start, as the time that it leads to. */
  | { readonly after: string; readonly unit: "seconds" | "milliseconds" }
  /** Several values together, under names: none of them needs to be there, but one. */
  | { readonly together: Readonly<Record<string, Place>> }

/** The fields that conventions have places for. */
export const mappedFields = [
  "input",
  "output",
  "error",
  "model",
  "provider",
  "inputTokens",
  "outputTokens",
  "totalTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "reasoningTokens",
  "cost",
  "firstToken",
  "traceName",
  "userId",
  "sessionId",
  "environment",
  "release",
  "tags",
  "metadata"
] as const

export type MappedField = (typeof mappedFields)[number]

/** How a convention tells a span's type: by the value of an attribute, or by how it ends. */
export interface TypeRule {
  readonly key: string
  readonly values: Readonly<Record<string, SpanType>>
  /** Endings of the value, where it is none of `values`. */
  readonly endings?: Readonly<Record<string, SpanType>>
  /** The type under any other value. */
  readonly otherwise?: SpanType
}

/** How a convention tells that a span failed, whatever its status: by an attribute, in any case, with why in another. */
export interface FailureRule {
  readonly key: string
  /** In capitals. */
  readonly values: ReadonlyArray<string>
  readonly message: string
}

/** How one family of SDKs writes what it knows of a span. */
export interface Convention {
  readonly name: string
  /** What the keys of its attributes begin with, up to the first dot: without one of them it is not looked at. */
  readonly roots: ReadonlyArray<string>
  readonly type?: TypeRule
  readonly failure?: FailureRule
  /** Whether what a span does not have is looked for in its resource. */
  readonly ofResource?: true
  /** The places of each field: the first that has a value wins. */
  readonly fields: Readonly<Partial<Record<MappedField, ReadonlyArray<Place>>>>
}

/** A member of an attribute that is an object, or the JSON text of one. */
export const member = (of: string, ...names: ReadonlyArray<string>): Place => ({ member: names, of })
