import { Effect } from "effect"
import { readOnly } from "../../content/verbs.ts"
import { listSpans, type SpanFacts } from "../port.ts"

/** How many spans a page of a trace shows. */
export const windowSize = 200

/** How far up parents are looked for that began on an earlier page. */
const mostLevels = 12

/** A part of a trace: some spans in the order of their start, and what they hang from. */
export interface Window {
  readonly spans: ReadonlyArray<SpanFacts>
  /** Parents of theirs, and parents of those, that are not among them. */
  readonly context: ReadonlyArray<SpanFacts>
  /** Parents that were looked for, and are not in the trace. */
  readonly missing: ReadonlySet<string>
  readonly nextCursor: string | null
}

/** Reads the page of a trace's spans after a cursor, with what they hang from. */
export const readWindow = Effect.fnUntraced(function* (traceId: string, cursor: string | undefined) {
  const page = yield* listSpans({ traceId, limit: windowSize, ...(cursor !== undefined && { cursor }) })
  const known = new Set(page.items.map(({ id }) => id))
  const missing = new Set<string>()
  const context: Array<SpanFacts> = []
  let found = page.items
  for (let level = 0; level < mostLevels; level++) {
    const parents = found.flatMap(({ parentId }) => (parentId === null || known.has(parentId) ? [] : [parentId]))
    const ids = [...new Set(parents)].filter((id) => !missing.has(id)).slice(0, windowSize)
    if (ids.length === 0) break
    found = (yield* readOnly(listSpans({ traceId, ids, limit: windowSize }))).items
    for (const span of found) known.add(span.id)
    for (const id of ids) if (!known.has(id)) missing.add(id)
    context.push(...found)
  }
  return { spans: page.items, context, missing, nextCursor: page.nextCursor } satisfies Window
})
