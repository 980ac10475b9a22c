import { runSteps } from "@agent-operations/operations"
import { readBodyBySteps } from "./body.ts"
import { contentBySteps } from "./content.ts"
import type { JsonObject } from "./json.ts"
import { shownAttributes } from "./shown-attributes.ts"
import type { SentSpan, Span, SpanContent, SpanFacts, SpanStatus } from "./span.ts"
import { millisBetween, toTime } from "./time.ts"

type Answered<F extends keyof SpanFacts> = Pick<SpanFacts, F>
type Scores = Readonly<Record<string, number>>

/** A span as reads answer it, without what it holds. */
export interface SpanFactsAnswer
  extends
    Pick<SentSpan, "traceId" | "parentId" | "name" | "kind" | "version">,
    Answered<"type" | "model" | "provider" | "cost" | "costSource">,
    Answered<
      "inputTokens" | "outputTokens" | "totalTokens" | "cacheReadTokens" | "cacheWriteTokens" | "reasoningTokens"
    > {
  readonly id: string
  readonly status: SpanStatus
  readonly startedAt: string
  readonly startNano: string
  readonly endedAt: string | null
  readonly endNano: string | null
  readonly durationMs: number | null
  readonly firstTokenAt: string | null
  readonly scores: Scores
}

/** A span as reads answer it. */
export interface SpanAnswer
  extends SpanFactsAnswer, SpanContent, Pick<SentSpan, "attributes" | "links" | "droppedAttributesCount"> {
  readonly resource: JsonObject
  readonly scope: JsonObject
  readonly events: ReadonlyArray<{
    readonly name: string
    readonly at: string
    readonly timeNano: string
    readonly attributes: JsonObject
  }>
}

/** What is stored of a span beside its body. */
export interface StoredFacts extends Pick<Span, "status"> {
  readonly sent: Pick<
    SentSpan,
    "traceId" | "spanId" | "parentId" | "name" | "kind" | "startNano" | "endNano" | "version"
  >
  readonly facts: Omit<SpanFacts, "traceName" | "userId" | "sessionId" | "environment" | "release">
}

/** What is stored of a span. */
export interface StoredSpan extends Pick<Span, "body">, Omit<StoredFacts, "sent"> {}

const none: Scores = {}

/** A span as it is read without its body. */
export const spanFactsAnswer = ({ sent, status, facts }: StoredFacts, scores = none): SpanFactsAnswer => {
  const { startNano, endNano } = sent
  return {
    id: sent.spanId,
    traceId: sent.traceId,
    parentId: sent.parentId,
    name: sent.name,
    kind: sent.kind,
    type: facts.type,
    status,
    startedAt: toTime(startNano),
    startNano: String(startNano),
    endedAt: endNano === null ? null : toTime(endNano),
    endNano: endNano === null ? null : String(endNano),
    durationMs: endNano === null ? null : millisBetween(startNano, endNano),
    firstTokenAt: facts.firstTokenNano === null ? null : toTime(facts.firstTokenNano),
    model: facts.model,
    provider: facts.provider,
    inputTokens: facts.inputTokens,
    outputTokens: facts.outputTokens,
    totalTokens: facts.totalTokens,
    cacheReadTokens: facts.cacheReadTokens,
    cacheWriteTokens: facts.cacheWriteTokens,
    reasoningTokens: facts.reasoningTokens,
    cost: facts.cost,
    costSource: facts.costSource,
    scores,
    version: sent.version
  }
}

/** As `spanAnswer`, by steps where JSON texts are long. */
export function* spanAnswerBySteps({ status, facts, body }: StoredSpan, scores = none): Generator<void, SpanAnswer> {
  const sent = yield* readBodyBySteps(body)
  return {
    ...spanFactsAnswer({ sent, status, facts }, scores),
    ...(yield* contentBySteps(sent)),
    attributes: shownAttributes(sent),
    resource: sent.origin.resource,
    scope: sent.origin.scope,
    events: sent.events.map(({ name, timeNano, attributes }) => ({
      name,
      at: toTime(timeNano),
      timeNano: String(timeNano),
      attributes
    })),
    links: sent.links,
    droppedAttributesCount: sent.droppedAttributesCount
  }
}

/** A span as it is read. Law: T10. */
export const spanAnswer = (span: StoredSpan, scores = none): SpanAnswer => runSteps(spanAnswerBySteps(span, scores))
