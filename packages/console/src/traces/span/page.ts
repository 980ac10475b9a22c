import { Effect } from "effect"
import { holds } from "../../content/may.ts"
import { Renderer } from "../../content/render/Renderer.ts"
import { readOnly } from "../../content/verbs.ts"
import { clip } from "../../content/words.ts"
import type { ContentVisit } from "../../context.ts"
import { buttonLink } from "../../html/form.ts"
import { type Html, html, made, when } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { facts } from "../../html/table.ts"
import { spanPath, tracesPath, withQuery } from "../links.ts"
import { durationOf, recorded, statusBadge } from "../parts.ts"
import { listScores, listSpans, readSpan, type SpanFacts, spanText } from "../port.ts"
import { scoresTable } from "../scores/table.ts"
import { count, dollars, instant, none, visible } from "../values.ts"

/** How many spans right below one are named. */
const mostChildren = 50

const spanLink = (visit: ContentVisit, span: SpanFacts): Html =>
  html`<a href="${spanPath(visit, span.traceId, span.id)}">${recorded(span.name, 120)}</a>`

/** The span above, where it is there. */
const readParent = Effect.fnUntraced(function* ({ traceId, parentId }: SpanFacts) {
  if (parentId === null) return undefined
  const { items } = yield* readOnly(listSpans({ traceId, ids: [parentId] }))
  return items[0]
})

const parentOf = (visit: ContentVisit, { parentId }: SpanFacts, parent: SpanFacts | undefined): Html => {
  if (parentId === null) return none
  return parent === undefined
    ? html`<code>${parentId}</code> <span class="quiet">is not in the trace</span>`
    : spanLink(visit, parent)
}

const counts = (span: SpanFacts): ReadonlyArray<readonly [string, string]> =>
  (
    [
      ["Input tokens", span.inputTokens],
      ["of which read from a cache", span.cacheReadTokens],
      ["of which written to a cache", span.cacheWriteTokens],
      ["Output tokens", span.outputTokens],
      ["of which reasoning", span.reasoningTokens],
      ["Total tokens", span.totalTokens]
    ] as const
  ).flatMap(([label, number]) => (number === null ? [] : [[label, count(number)] as const]))

const header = (visit: ContentVisit, span: SpanFacts, parent: SpanFacts | undefined): Html =>
  html`<div class="header">
    ${facts([
      ["Type", html`<span class="type of-${span.type}">${span.type}</span>`],
      ["Status", statusBadge(span.status)],
      ["Started", instant(span.startedAt)],
      ["Duration", durationOf(span)],
      ...(span.firstTokenAt === null ? [] : ([["First token", instant(span.firstTokenAt)]] as const)),
      ...(span.model === null ? [] : ([["Model", recorded(span.model, 200)]] as const)),
      ...(span.provider === null ? [] : ([["Provider", recorded(span.provider, 200)]] as const)),
      ...counts(span),
      ...(span.cost === null ? [] : ([["Cost", `${dollars(span.cost)}, ${span.costSource ?? "reported"}`]] as const)),
      ["Kind", span.kind],
      ["Parent", parentOf(visit, span, parent)],
      ["ID", html`<code>${span.id}</code>`]
    ])}
  </div>`

const childrenOf = (visit: ContentVisit, children: ReadonlyArray<SpanFacts>, more: boolean): Html | "" =>
  when(
    children.length > 0,
    () =>
      html`<h2>Spans below</h2>
        <ul>
          ${children.map((child) => html`<li>${spanLink(visit, child)} <span class="quiet">${child.type}, ${durationOf(child)}</span></li>`)}
        </ul>
        ${when(more, () => html`<p class="quiet">There are more: the trace has all of them.</p>`)}`
  )

/** What a span holds, or why it is not shown. */
const evidenceOf = (visit: ContentVisit, span: SpanFacts) =>
  Effect.gen(function* () {
    const text = yield* spanText(span.traceId, span.id)
    const { markup, isCut } = yield* (yield* Renderer).span(text, tracesPath(visit))
    const file = html`<a href="${`${spanPath(visit, span.traceId, span.id)}/download`}">Download the span as JSON</a>`
    return html`${made(markup)}
    ${when(isCut, () => notice("plain", html`<p>There is more than is shown here. ${file}.</p>`))}`
  }).pipe(
    Effect.catchTags({
      TooSlow: () => Effect.succeed(tooLarge(visit, span)),
      TooLarge: () => Effect.succeed(tooLarge(visit, span))
    })
  )

const tooLarge = (visit: ContentVisit, { traceId, id }: SpanFacts) =>
  notice(
    "plain",
    html`<p>
      This is too large to be shown here.
      <a href="${`${spanPath(visit, traceId, id)}/download`}">Download the span as JSON</a>.
    </p>`
  )

/** A span with all that it holds, and what is above and below it. */
export const spanPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const span = yield* readSpan(visit.param("trace"), visit.param("span"))
  const { traceId, id } = span
  const cursor = visit.query("scores")
  const [parent, children, scores, evidence] = yield* Effect.all(
    [
      readParent(span),
      readOnly(listSpans({ traceId, parentId: id, limit: mostChildren })),
      readOnly(listScores({ traceId, spanId: id, ...(cursor !== undefined && { cursor }) })),
      evidenceOf(visit, span)
    ],
    { concurrency: 4 }
  )
  return {
    api: [{ operation: "list_trace_spans", input: { traceId, ids: [id] } }],
    title: visible(clip(span.name, 200)),
    trail: [{ label: "Trace", href: tracesPath(visit, traceId) }],
    primary: when(holds(visit.access, "traces:write"), () =>
      buttonLink("Add score", withQuery(tracesPath(visit, traceId, "scores", "new"), { span: id }))
    ),
    more: [{ label: "Download JSON", href: `${spanPath(visit, traceId, id)}/download`, icon: "download" as const }],
    wide: true,
    notices: { scored: "The score was saved.", unscored: "The score was deleted." },
    body: html`${header(visit, span, parent)} ${evidence}
      ${childrenOf(visit, children.items, children.nextCursor !== null)}
      <h2 id="scores">Scores</h2>
      ${scoresTable(visit, scores)}`
  }
})
