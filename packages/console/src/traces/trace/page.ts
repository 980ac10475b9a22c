import { Effect } from "effect"
import { holds } from "../../content/may.ts"
import { readOnly } from "../../content/verbs.ts"
import { counted } from "../../content/words.ts"
import type { ContentVisit } from "../../context.ts"
import { badge } from "../../html/badge.ts"
import { buttonLink } from "../../html/form.ts"
import { type Html, html, when } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { facts, nextPage } from "../../html/table.ts"
import { contentOf, errorOf, jsonOf } from "../content.ts"
import { mayAsk, newSessionPath } from "../../reviews/links.ts"
import { addToDatasetPath, mayAddToDatasets, spanPath, tracesPath, withQuery } from "../links.ts"
import { costOf, durationOf, recorded, sessionLink, traceName, traceStatus, userLink } from "../parts.ts"
import { listScores, readTrace, type SpanFacts, type Trace } from "../port.ts"
import { scoresTable } from "../scores/table.ts"
import { count, instant, none } from "../values.ts"
import { waterfall } from "./waterfall.ts"
import { readWindow, type Window, windowSize } from "./window.ts"

const tokensInWords = ({ inputTokens, outputTokens, totalTokens }: Trace): Html | string =>
  totalTokens === null ? none : `${count(totalTokens)} (${count(inputTokens ?? 0)} in, ${count(outputTokens ?? 0)} out)`

const optional = (label: string, value: string | null): ReadonlyArray<readonly [string, Html]> =>
  value === null ? [] : [[label, recorded(value, 200)]]

const header = (visit: ContentVisit, trace: Trace): Html =>
  html`<div class="header">
    ${facts([
      ["Status", traceStatus(trace)],
      ["Started", instant(trace.startedAt)],
      ["Duration", durationOf(trace)],
      ["Spans", count(trace.spanCount)],
      ["Tokens", tokensInWords(trace)],
      ["Cost", costOf(trace)],
      ["User", userLink(visit, trace.userId)],
      ["Session", sessionLink(visit, trace.sessionId)],
      ...optional("Environment", trace.environment),
      ...optional("Release", trace.release),
      ...(trace.tags.length === 0
        ? []
        : ([["Tags", html`${trace.tags.map((tag) => html`${badge(recorded(tag, 60))} `)}`]] as const)),
      ["ID", html`<code>${trace.id}</code>`]
    ])}
  </div>`

/** The span that a trace has its input and output of, where it is on the page: the first that has no parent. */
const headSpan = ({ spans }: Window): SpanFacts | undefined =>
  spans.find(({ parentId }) => parentId === null) ?? spans[0]

const content = (visit: ContentVisit, trace: Trace, window: Window): Html => {
  const head = headSpan(window)
  const cut = (field: "input" | "output") => trace.truncated.includes(field)
  const whole = (field: "input" | "output") =>
    when(
      cut(field) && head,
      (head) =>
        html`<p class="quiet">
          This is the beginning.
          <a href="${spanPath(visit, trace.id, head.id)}">All of it is in ${recorded(head.name, 60)}.</a>
        </p>`
    )
  return html`${when(trace.error, (error) => errorOf("trace-error", error))}
    <div class="pair">
      ${contentOf({ id: "input", label: "Input", value: trace.input, more: whole("input") })}
      ${contentOf({ id: "output", label: "Output", value: trace.output, more: whole("output") })}
    </div>
    ${jsonOf({ id: "metadata", label: "Metadata", value: trace.metadata })}`
}

const spansSection = (visit: ContentVisit, trace: Trace, window: Window): Html => {
  const isOpen = visit.query("tree") !== "closed"
  const cursor = visit.query("cursor")
  const here = (more: Readonly<Record<string, string>>) => `${withQuery(tracesPath(visit, trace.id), more)}#spans`
  const at = cursor === undefined ? {} : { cursor }
  const shown = window.spans.length
  const partly = cursor !== undefined || window.nextCursor !== null
  return html`<h2 id="spans">Spans</h2>
    <p class="quiet">
      ${partly ? `${counted(shown, "span")} of ${count(trace.spanCount)}, by start.` : `${counted(shown, "span")}.`}
      ${isOpen ? html`<a href="${here({ ...at, tree: "closed" })}">Collapse all</a>` : html`<a href="${here(at)}">Expand all</a>`}
      ${when(cursor !== undefined, () => html` <a href="${here({})}">Back to the first ${windowSize}</a>`)}
    </p>
    ${waterfall(visit, trace, window, isOpen)}
    ${nextPage(window.nextCursor === null ? null : here({ cursor: window.nextCursor, ...(!isOpen && { tree: "closed" }) }), "Later spans")}`
}

const readScores = (visit: ContentVisit, traceId: string) => {
  const cursor = visit.query("scores")
  return readOnly(listScores({ traceId, ...(cursor !== undefined && { cursor }) }))
}

/** A trace: what is known of it, what went in and out, its spans by when they ran, and its scores. */
export const tracePage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const trace = yield* readTrace(visit.param("trace"))
  const [window, scores] = yield* Effect.all(
    [readOnly(readWindow(trace.id, visit.query("cursor"))), readScores(visit, trace.id)],
    { concurrency: 2 }
  )
  const writes = holds(visit.access, "traces:write")
  const to = (...rest: ReadonlyArray<string>) => tracesPath(visit, trace.id, ...rest)
  return {
    api: [
      { operation: "get_trace", input: { id: trace.id } },
      { operation: "list_trace_spans", input: { traceId: trace.id, fields: "facts" } },
      { operation: "list_trace_scores", input: { traceId: trace.id } }
    ],
    title: traceName(trace),
    primary: when(writes, () => buttonLink("Add score", to("scores", "new"), { kind: "primary" })),
    more: [
      ...(visit.site.hasReviews && mayAsk(visit.access)
        ? [{ label: "Ask people about it", href: newSessionPath(visit, [trace.id]), icon: "users" } as const]
        : []),
      ...(mayAddToDatasets(visit)
        ? [{ label: "Add to a dataset", href: addToDatasetPath(visit, [trace.id]), icon: "plus" } as const]
        : []),
      { label: "Download JSON", href: to("download"), icon: "download" as const },
      ...(holds(visit.access, "traces:delete")
        ? [{ label: "Delete trace", href: to("delete"), icon: "trash-2", destructive: true } as const]
        : [])
    ],
    wide: true,
    notices: {
      scored: "The score was saved.",
      unscored: "The score was deleted."
    },
    body: html`${when(trace.status === "incomplete", () =>
        notice("warning", "The trace has not ended, and nothing came for a while: its program may have stopped.")
      )}
      ${header(visit, trace)} ${content(visit, trace, window)} ${spansSection(visit, trace, window)}
      <h2 id="scores">Scores</h2>
      ${scoresTable(visit, scores)}`
  }
})
