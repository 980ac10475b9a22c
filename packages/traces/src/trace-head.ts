import { toPico } from "./costs/pico.ts"
import { type HeadSpan, headSpanOf } from "./head-span.ts"
import { countsUsage } from "./make-span.ts"
import type { Span } from "./span.ts"

/** A value with the key of the span that it is of: of several the least counts. */
export interface Pick {
  readonly key: string
  readonly value: string
}

/**
 * What is stored of a trace: a function of the set of its winning spans. That of one span is its contribution, and
 * contributions add up in any order: so an insert costs the same however large a trace is.
 */
export interface TraceHead {
  /** The key of the head span, the least by (has a parent, start, ID), and itself. */
  readonly headKey: string
  readonly headSpan: Span
  readonly startNano: bigint
  readonly endNano: bigint | null
  readonly spanCount: number
  readonly errorCount: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  /** In 10^-12 US dollars: a sum of doubles would depend on its order. */
  readonly costPico: bigint | null
  readonly userId: Pick | null
  readonly sessionId: Pick | null
  readonly environment: Pick | null
  readonly release: Pick | null
}

/** The order of spans in their trace, as a text: (has a parent, start, ID). */
export const orderKey = ({ sent: { parentId, startNano, spanId } }: Span): string =>
  `${parentId === null ? 0 : 1}${String(startNano).padStart(20, "0")}${spanId}`

/** What one winning span adds to its trace. */
export const contributionOf = (span: Span): TraceHead => {
  const { sent, facts, status } = span
  const key = orderKey(span)
  const pick = (value: string | null): Pick | null => (value === null ? null : { key, value })
  const counts = countsUsage(facts.type)
  const counted = <A>(value: A | null): A | null => (counts ? value : null)
  return {
    headKey: key,
    headSpan: span,
    startNano: sent.startNano,
    endNano: sent.endNano,
    spanCount: 1,
    errorCount: status === "error" ? 1 : 0,
    inputTokens: counted(facts.inputTokens),
    outputTokens: counted(facts.outputTokens),
    totalTokens: counted(facts.totalTokens),
    costPico: counts && facts.cost !== null ? toPico(facts.cost) : null,
    userId: pick(facts.userId),
    sessionId: pick(facts.sessionId),
    environment: pick(facts.environment),
    release: pick(facts.release)
  }
}

type Combine<A> = (a: A, b: A) => A

/** A combination in which null adds nothing. */
const orNull =
  <A>(combine: Combine<A>): Combine<A | null> =>
  (a, b) =>
    a === null ? b : b === null ? a : combine(a, b)

const sum = orNull<number>((a, b) => a + b)
const sumPico = orNull<bigint>((a, b) => a + b)
const latest = orNull<bigint>((a, b) => (a > b ? a : b))
const least = orNull<Pick>((a, b) => (a.key < b.key ? a : b))

const headOfOne = ({ headKey, headSpan }: TraceHead) => ({ headKey, headSpan })

/** Two parts of a trace as one: in any order, as long as no span is in both. Law: T2. */
export const combine: Combine<TraceHead> = (a, b) => ({
  ...(a.headKey < b.headKey ? headOfOne(a) : headOfOne(b)),
  startNano: a.startNano < b.startNano ? a.startNano : b.startNano,
  endNano: latest(a.endNano, b.endNano),
  spanCount: a.spanCount + b.spanCount,
  errorCount: a.errorCount + b.errorCount,
  inputTokens: sum(a.inputTokens, b.inputTokens),
  outputTokens: sum(a.outputTokens, b.outputTokens),
  totalTokens: sum(a.totalTokens, b.totalTokens),
  costPico: sumPico(a.costPico, b.costPico),
  userId: least(a.userId, b.userId),
  sessionId: least(a.sessionId, b.sessionId),
  environment: least(a.environment, b.environment),
  release: least(a.release, b.release)
})

/** What all spans of a trace make of its head. */
export type TraceSummary = Omit<TraceHead, "headSpan">

/** The head of a trace as it is stored: sums of all spans, and the content of the head span. */
export interface StoredHead {
  readonly summary: TraceSummary
  readonly headSpan: HeadSpan
}

/** A head as it is stored. */
export const storedHead = ({ headSpan, ...summary }: TraceHead): StoredHead => ({
  summary,
  headSpan: headSpanOf(headSpan)
})

/** The head of a trace by its winning spans, of which there is at least one. Law: T5. */
export const headOf = (spans: ReadonlyArray<Span>): TraceHead => spans.map(contributionOf).reduce(combine)
