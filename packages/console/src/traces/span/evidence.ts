/** Draws what a span holds. What may be 4 MiB is drawn on a thread, from the text that the operation answers. */
import type { Rendered } from "../../content/render/jobs.ts"
import { type Room, roomOf, takeRoom } from "../../content/render/room.ts"
import { codeBlock } from "../../html/code.ts"
import { type Html, html, when } from "../../html/html.ts"
import { drawContent, drawError, drawJson } from "../content.ts"
import type { Span } from "../port.ts"
import { printJson } from "../../content/render/print.ts"
import { instant, visible, visibleJson } from "../values.ts"

/** What the content of a span takes at most, in markup. */
const maxBytes = 600_000

/** How many events, and how many links, are listed. */
const mostListed = 100

/** Where a span of another trace is, below a path that leads to traces. */
const linkedPath = (traces: string, traceId: string, spanId: string) =>
  `${traces}/${encodeURIComponent(traceId)}/spans/${encodeURIComponent(spanId)}`

const attributesOf = (room: Room, id: string, value: Span["attributes"]): Html | "" => {
  if (Object.keys(value).length === 0) return ""
  const { text, isCut } = printJson(value, { indent: 2, most: Math.min(8192, Math.max(0, room.bytes)) })
  room.isCut ||= isCut
  const made = codeBlock({ id, label: isCut ? "Attributes, the beginning" : "Attributes", text: visibleJson(text) })
  takeRoom(room, made)
  return made
}

const listed = <T>(
  room: Room,
  label: string,
  items: ReadonlyArray<T>,
  draw: (item: T, n: number) => Html
): Html | "" => {
  const shown: Array<Html> = []
  for (const [n, item] of items.slice(0, mostListed).entries()) {
    const made = draw(item, n)
    if (!takeRoom(room, made)) break
    shown.push(made)
  }
  const more = items.length - shown.length
  room.isCut ||= more > 0
  return when(
    items.length > 0,
    () =>
      html`<h2>${label}</h2>
        <ol class="listed">
          ${shown}
        </ol>
        ${when(more > 0, () => html`<p class="quiet">There are ${more} more.</p>`)}`
  )
}

const events = (room: Room, span: Span) =>
  listed(
    room,
    "Events",
    span.events,
    ({ name, at, attributes }, n) =>
      html`<li>
        <p>
          <b><bdi>${visible(name.slice(0, 200))}</bdi></b> <span class="quiet">${instant(at)}</span>
        </p>
        ${attributesOf(room, `event-${n}`, attributes)}
      </li>`
  )

const links = (room: Room, span: Span, traces: string) =>
  listed(
    room,
    "Links",
    span.links,
    ({ traceId, spanId, attributes }, n) =>
      html`<li>
        <p>
          <a href="${linkedPath(traces, traceId, spanId)}"
            >Span ${spanId.slice(0, 64)} of trace ${traceId.slice(0, 64)}</a
          >
        </p>
        ${attributesOf(room, `link-${n}`, attributes)}
      </li>`
  )

const draw = (room: Room, span: Span, traces: string): Html =>
  html`${when(span.error, (error) => drawError(room, "error", error))}
    <div class="pair">
      ${drawContent(room, { id: "input", label: "Input", value: span.input })}
      ${drawContent(room, { id: "output", label: "Output", value: span.output })}
    </div>
    ${events(room, span)} ${links(room, span, traces)}
    ${drawJson(room, { id: "attributes", label: "Attributes", value: span.attributes })}
    ${drawJson(room, { id: "metadata", label: "Metadata", value: span.metadata })}
    ${drawJson(room, { id: "resource", label: "Resource", value: span.resource })}
    ${drawJson(room, { id: "scope", label: "Scope", value: span.scope })}`

/** What the span of a page of one span holds. `traces` is the path that traces are below. */
export const renderSpan = (page: string, traces: string): Rendered => {
  const { items } = JSON.parse(page) as { readonly items: ReadonlyArray<Span> }
  const room = roomOf(maxBytes)
  const markup = String(items[0] === undefined ? html`` : draw(room, items[0], traces))
  return { markup, isCut: room.isCut }
}
