/** Shows what a review is about: a trace with what went in and out, and its spans, or a target of a run. */
import type { Json } from "@agent-operations/contract"
import { counted } from "../content/words.ts"
import { type Room, roomOf } from "../content/render/room.ts"
import type { ContentVisit } from "../context.ts"
import { badge } from "../html/badge.ts"
import { type Html, html, when } from "../html/html.ts"
import { facts } from "../html/table.ts"
import { drawContent, drawError } from "../traces/content.ts"
import { tracesPath } from "../traces/links.ts"
import { durationOf, recorded, scoresOf, statusBadge, traceName, traceStatus } from "../traces/parts.ts"
import type { Span, Trace } from "../traces/port.ts"
import { second } from "../traces/values.ts"
import type { Evidence } from "./port.ts"
import { targetOf } from "./target.ts"

type Value = typeof Json.Type

/** What `get_trace` answers. */
interface TraceEvidence {
  readonly trace: Trace
  readonly spans: ReadonlyArray<Span>
}

/** How many spans are shown. */
const mostSpans = 100

const spanDetails = (room: Room, span: Span, n: number): Html =>
  html`<details class="span-said">
    <summary>
      ${recorded(span.name, 120)} ${badge(span.type)} ${when(span.status === "error", () => statusBadge("error"))}
    </summary>
    ${when(span.error as Value, (error) => drawError(room, `span-${n}-error`, error))}
    <div class="pair">
      ${drawContent(room, { id: `span-${n}-input`, label: "Input", value: span.input })}
      ${drawContent(room, { id: `span-${n}-output`, label: "Output", value: span.output })}
    </div>
  </details>`

const traceOf = (visit: ContentVisit, { evidence, blind }: Evidence): Html => {
  const { trace, spans } = evidence as Value & TraceEvidence
  const room = roomOf(600_000)
  const shown = spans.slice(0, mostSpans)
  const drawn = html`<div class="pair">
      ${drawContent(room, { id: "input", label: "Input", value: trace.input })}
      ${drawContent(room, { id: "output", label: "Output", value: trace.output })}
    </div>
    <h2>${counted(spans.length, "span")}</h2>
    ${shown.map((span, n) => (room.bytes > 0 ? spanDetails(room, span, n) : ""))}`
  const isCut = room.isCut || room.bytes <= 0 || shown.length < spans.length
  return html`<div class="header">
    ${facts([
      [
        "Trace",
        blind
          ? recorded(traceName(trace), 120)
          : html`<a href="${tracesPath(visit, trace.id)}">${recorded(traceName(trace), 120)}</a>`
      ],
      ["Status", traceStatus(trace)],
      ["Started", second(trace.startedAt)],
      ["Duration", durationOf(trace)],
      ...(blind ? [] : ([["Scores", scoresOf(trace.scores)]] as const))
    ])}
    ${when(trace.error as Value, (error) => drawError(room, "trace-error", error))} ${drawn}
    ${when(isCut, () => html`<p class="quiet">The trace is long: this is the beginning of it.</p>`)}
   `
}

/** The evidence of a review, of which a page holds the beginning where it is long. */
export const evidenceOf = (visit: ContentVisit, evidence: Evidence): Html =>
  evidence.review.subject.type === "trace" ? traceOf(visit, evidence) : targetOf(visit, evidence)
