import { headSpanBySteps } from "../head-span.ts"
import type { Span } from "../span.ts"
import { headOf } from "../trace-head.ts"
import { encodedBytes } from "./fact-columns.ts"
import type { HeadSpanTexts, HeadWrite } from "./head-columns.ts"
import type { TraceSpans } from "./SpanStorage.ts"

/** What is written of a head span, a text at each step. */
export function* headSpanTexts(span: Span): Generator<void, HeadSpanTexts> {
  const { input, output, error, tags, attributes, metadata, ...rest } = yield* headSpanBySteps(span)
  const texts: Array<string | null> = []
  for (const value of [input, output, error, tags, attributes, metadata]) {
    yield
    texts.push(value === null ? null : JSON.stringify(value))
  }
  return {
    ...rest,
    input: texts[0]!,
    output: texts[1]!,
    error: texts[2]!,
    tags: texts[3]!,
    attributes: texts[4]!,
    metadata: texts[5]!
  }
}

/** What some spans make of the head of their trace; `made` is of more of them, whose head span may be theirs too. */
export function* headWrite(
  { traceId, spans }: Pick<TraceSpans, "traceId" | "spans">,
  made?: HeadWrite
): Generator<void, HeadWrite> {
  const { headSpan, ...summary } = headOf(spans)
  const isMade = made?.summary.headKey === summary.headKey
  return {
    traceId,
    summary,
    headSpan: isMade ? made.headSpan : yield* headSpanTexts(headSpan),
    encodedBytes: spans.reduce((sum, span) => sum + encodedBytes(span), 0)
  }
}

/** The same of several traces, by trace. */
export function* headWrites(traces: ReadonlyArray<TraceSpans>): Generator<void, ReadonlyMap<string, HeadWrite>> {
  const writes = new Map<string, HeadWrite>()
  for (const trace of traces) {
    writes.set(trace.traceId, yield* headWrite(trace))
    yield
  }
  return writes
}

/** How many characters of heads a statement writes, but for its last head: others have their turn between two. */
const charactersOfStatement = 4 * 1024 * 1024

const charactersOf = ({ headSpan: { input, output, error, tags, attributes, metadata } }: HeadWrite): number =>
  [input, output, error, tags, attributes, metadata].reduce((sum, text) => sum + (text?.length ?? 0), 0)

/** Heads in the parts that statements write. */
export const partsOf = <Row extends HeadWrite>(heads: ReadonlyArray<Row>): ReadonlyArray<ReadonlyArray<Row>> => {
  const parts: Array<Array<Row>> = []
  let characters = Infinity
  for (const head of heads) {
    if (characters >= charactersOfStatement) {
      parts.push([])
      characters = 0
    }
    parts.at(-1)!.push(head)
    characters += charactersOf(head)
  }
  return parts
}
