import { runSteps } from "@agent-operations/operations"
import { contentBySteps } from "./content.ts"
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

/** As `headSpanOf`, by steps where JSON texts are long. */
export function* headSpanBySteps({ sent, facts, status }: Span): Generator<void, HeadSpan> {
  const rootEnded = sent.parentId === null && sent.endNano !== null
  return {
    ...(yield* contentBySteps(sent)),
    name: facts.traceName ?? sent.name,
    rootEnded,
    rootError: rootEnded && status === "error",
    attributes: Object.assign(emptyObject(), sent.origin.resource, shownAttributes(sent))
  }
}

/** What a trace takes from its head span. */
export const headSpanOf = (span: Span): HeadSpan => runSteps(headSpanBySteps(span))
