/** Draws the spans of a window as a tree, with a bar for when each ran. */
import { clip, counted } from "../../content/words.ts"
import type { InProject } from "../../content/parts/links.ts"
import { badge } from "../../html/badge.ts"
import { bdi, type Html, html, made, when } from "../../html/html.ts"
import { spanPath } from "../links.ts"
import { costOf, recorded, scoresOf } from "../parts.ts"
import type { SpanFacts, Trace } from "../port.ts"
import { count, elapsed, visible } from "../values.ts"
import { type Detached, type Row, treeOf } from "./tree.ts"
import type { Window } from "./window.ts"

/** How deep the markup nests: browsers stop at 512 elements, and lines become too narrow long before. */
const mostNested = 16

/** The time that the bars are drawn over. */
interface Scale {
  readonly start: bigint
  /** In nanoseconds, at least 1. */
  readonly length: bigint
}

const end = ({ startNano, endNano }: Pick<SpanFacts, "startNano" | "endNano">) => BigInt(endNano ?? startNano)

const scaleOf = (trace: Trace, spans: ReadonlyArray<SpanFacts>): Scale => {
  const start = BigInt(trace.startNano)
  const last = spans.reduce((last, span) => (end(span) > last ? end(span) : last), end(trace))
  return { start, length: last > start ? last - start : 1n }
}

const units = 1000

const along = ({ start, length }: Scale, nano: bigint): number =>
  Number(((nano - start) * BigInt(units * 10)) / length) / 10

const bar = (scale: Scale, { startNano, endNano, type, status }: SpanFacts): Html => {
  const from = Math.min(Math.max(along(scale, BigInt(startNano)), 0), units - 3)
  const to = endNano === null ? units : along(scale, BigInt(endNano))
  const width = Math.max(Math.min(to, units) - from, 3)
  const kind = status === "error" ? "failed" : endNano === null ? "open" : `of-${type}`
  return html`<svg class="bar" viewBox="0 0 ${units} 10" preserveAspectRatio="none" aria-hidden="true">
    <rect class="${kind}" x="${from.toFixed(1)}" width="${width.toFixed(1)}" height="10" rx="2" />
  </svg>`
}

const detachedWords: Readonly<Record<Detached, string>> = {
  orphan: "Its parent is not in the trace",
  cycle: "It is below itself",
  elsewhere: "Its parent is further up"
}

const facts = (span: SpanFacts): Html =>
  html`${when(span.model, (model) => html`<span>${recorded(model, 60)}</span>`)}
  ${when(span.totalTokens, (tokens) => html`<span>${count(tokens)} tokens</span>`)}
  ${when(span.cost !== null && span, (span) => html`<span>${costOf(span)}</span>`)}
  ${when(Object.keys(span.scores).length > 0 && span.scores, scoresOf)}`

interface Drawing {
  readonly at: InProject
  readonly scale: Scale
  readonly context: ReadonlySet<string>
}

const line = ({ at, scale, context }: Drawing, { span, depth, below, detached }: Row<SpanFacts>): Html => {
  const isContext = context.has(span.id)
  return html`<div class="span ${isContext ? "context" : ""}">
    <div class="what">
      <span class="type of-${span.type}">${span.type}</span>
      <a href="${spanPath(at, span.traceId, span.id)}">${bdi(visible(clip(span.name, 120)))}</a>
      ${when(span.status === "error", () => badge("error", "bad"))}
      ${when(isContext, () => html`<span class="quiet">from before</span>`)}
      ${when(depth > mostNested, () => html`<span class="quiet">level ${depth + 1}</span>`)}
      ${when(detached, (detached) => badge(detachedWords[detached], "warning"))}
      <span class="facts-line">${facts(span)}</span>
      ${when(below > 0, () => html`<span class="below quiet">${counted(below, "span")} below</span>`)}
    </div>
    <div class="took">
      ${span.durationMs === null ? html`<span class="quiet">running</span>` : elapsed(span.durationMs)}
    </div>
    ${bar(scale, span)}
  </div>`
}

const ticks = ({ length }: Scale): Html =>
  html`<div class="span scale">
    <div class="what">Span</div>
    <div class="took">Duration</div>
    <div class="ticks">
      ${[0n, 1n, 2n, 3n].map((n) => html`<span>${elapsed(Number((length * n) / 4n) / 1e6)}</span>`)}
    </div>
  </div>`

/** Lists within lists, without recursion: rows in order, and what opens and closes between them. */
const nested = (drawing: Drawing, rows: ReadonlyArray<Row<SpanFacts>>, isOpen: boolean): Html => {
  const parts: Array<string> = []
  const level = (row: Row<SpanFacts> | undefined) => Math.min(row?.depth ?? 0, mostNested)
  for (const [n, row] of rows.entries()) {
    const [own, next] = [level(row), level(rows[n + 1])]
    const content = String(line(drawing, row))
    if (next > own) {
      const summary = `${counted(row.below, "span")} below`
      parts.push(
        `<li>${content}<details${isOpen || own === 0 ? " open" : ""}><summary><span class="unseen">${summary}</span></summary><ul>`
      )
    } else {
      parts.push(`<li>${content}</li>`, "</ul></details></li>".repeat(own - next))
    }
  }
  return made(parts.join("\n"))
}

/** The spans of a window under their parents. Closed, only what is at the top and right below it is in sight. */
export const waterfall = (at: InProject, trace: Trace, window: Window, isOpen: boolean): Html => {
  const { spans, context, missing } = window
  const all = [...context, ...spans]
  const drawing = { at, scale: scaleOf(trace, all), context: new Set(context.map(({ id }) => id)) }
  const rows = treeOf(all, (parentId) => !missing.has(parentId))
  return html`<div class="waterfall">
    ${ticks(drawing.scale)}
    <ul>
      ${nested(drawing, rows, isOpen)}
    </ul>
  </div>`
}
