import { runSteps } from "@agent-operations/operations"
import { writeBody } from "./body.ts"
import { contentBySteps } from "./content.ts"
import type { Prices } from "./costs/prices.ts"
import { limits } from "./limits.ts"
import { type Mapping, mapSpan } from "./mapping/map-span.ts"
import { asCost, asCount, asName, asText, asTime } from "./mapping/read-field.ts"
import { type Tokens, withCached } from "./mapping/tokens.ts"
import { tooLong } from "./otlp/rejected.ts"
import { rankOf } from "./rank.ts"
import type { SentSpan, Span, SpanFacts, SpanType } from "./span.ts"
import { milliNanos } from "./time.ts"

/** Types whose tokens and costs count: others repeat those of their children. */
const usageTypes: ReadonlySet<SpanType> = new Set(["generation", "embedding"])

/** Whether a span's usage counts in that of its trace. */
export const countsUsage = (type: SpanType): boolean => usageTypes.has(type)

const tokensOf = ({ first }: Mapping): Tokens =>
  withCached({
    inputTokens: first("inputTokens", asCount) ?? null,
    outputTokens: first("outputTokens", asCount) ?? null,
    totalTokens: first("totalTokens", asCount) ?? null,
    cacheReadTokens: first("cacheReadTokens", asCount) ?? null,
    cacheWriteTokens: first("cacheWriteTokens", asCount) ?? null,
    reasoningTokens: first("reasoningTokens", asCount) ?? null
  })

const costOf = (sent: SentSpan, { type, first }: Mapping, tokens: Tokens, prices: Prices) => {
  const reported = first("cost", asCost)
  if (reported !== undefined) return { cost: reported, costSource: "reported" } as const
  const model = first("model", asText)
  const provider = first("provider", asText) ?? null
  const at = new Date(Number(sent.startNano / milliNanos))
  const cost = model === undefined || !countsUsage(type) ? undefined : prices.estimate({ model, provider, tokens, at })
  return cost === undefined ? ({ cost: null, costSource: null } as const) : ({ cost, costSource: "estimated" } as const)
}

const factsOf = (sent: SentSpan, mapping: Mapping, prices: Prices): SpanFacts => {
  const { first } = mapping
  const tokens = tokensOf(mapping)
  return {
    type: mapping.type,
    firstTokenNano: first("firstToken", asTime) ?? null,
    model: first("model", asText) ?? null,
    provider: first("provider", asText) ?? null,
    ...tokens,
    ...costOf(sent, mapping, tokens, prices),
    traceName: first("traceName", asName) ?? null,
    userId: first("userId", asText) ?? null,
    sessionId: first("sessionId", asText) ?? null,
    environment: first("environment", asText) ?? null,
    release: first("release", asText) ?? null
  }
}

/** What is left of the limit for facts and scores. */
const besideContent = 16 * 1024

/** A span is not too large whose body is no longer: no number becomes more than four times as long. */
const largeBytes = Math.floor((limits.spanBytes - besideContent) / 5)

/** How many bytes a number such as 9e15 takes at most, written out. */
const longestNumber = 22

/** How many numbers there may be in JSON that are written with an exponent. */
const exponentsIn = (json: Uint8Array): number => {
  let count = 0
  for (let at = 1; at < json.length; at++) {
    // E or e behind a digit.
    if ((json[at]! | 32) === 101 && json[at - 1]! >= 48 && json[at - 1]! <= 57) count++
  }
  return count
}

/** Whether a span as reads answer it is larger than its limit: what is derived of it repeats attributes at most. */
function* isTooLarge(sent: SentSpan, body: Uint8Array): Generator<void, boolean> {
  const most = limits.spanBytes - besideContent
  if (body.length > most) return true
  if (body.length * 2 + exponentsIn(body) * longestNumber <= most) return false
  const content = yield* contentBySteps(sent)
  yield
  return body.length + Buffer.byteLength(JSON.stringify(content)) > most
}

/** As `makeSpan`, by steps where a span is large. */
export const makeSpanBySteps = (prices: Prices) =>
  function* (sent: SentSpan): Generator<void, Span> {
    const body = writeBody(sent)
    if (body.length > largeBytes && (yield* isTooLarge(sent, body))) throw tooLong()
    const mapping = mapSpan(sent)
    const outcome = mapping.failure === undefined ? sent.outcome : "error"
    return {
      sent,
      status: sent.endNano === null ? "running" : outcome,
      facts: factsOf(sent, mapping, prices),
      body,
      rank: rankOf(sent, body)
    }
  }

/**
 * Makes spans of what was sent: facts by the conventions, costs by prices, and its body. Throws `Rejected`
 * where a span is too large.
 *
 * @example
 * readRequest(bytes, "application/x-protobuf", times, makeSpan(makePrices()))
 */
export const makeSpan = (prices: Prices): ((sent: SentSpan) => Span) => {
  const make = makeSpanBySteps(prices)
  return (sent) => runSteps(make(sent))
}
