import { contentOf } from "./content.ts"
import { emptyObject, type JsonObject } from "./json.ts"
import { shownAttributes } from "./shown-attributes.ts"
import type { Span, SpanContent } from "./span.ts"

/** What a trace has of its head span alone. */
export interface HeadSpan extends SpanContent {
  readonly name: string
  /** It has no parent, and has ended. */
  readonly rootEnded: boolean
  readonly rootError: boolean
  /** Those of the resource lie beneath those of the span. */
  readonly attributes: JsonObject
}

/** What a trace takes from its head span. */
export const headSpanOf = ({ sent, facts, status }: Span): HeadSpan => {
  const rootEnded = sent.parentId === null && sent.endNano !== null
  return {
    ...contentOf(sent),
    name: facts.traceName ?? sent.name,
    rootEnded,
    rootError: rootEnded && status === "error",
    attributes: Object.assign(emptyObject(), sent.origin.resource, shownAttributes(sent))
  }
}
