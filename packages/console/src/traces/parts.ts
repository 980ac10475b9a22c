/** What several pages of traces show. */
import type { InProject } from "../content/parts/links.ts"
import { clip, counted } from "../content/words.ts"
import { badge } from "../html/badge.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { sessionPath, tracesPath, userPath } from "./links.ts"
import type { SpanFacts, Trace } from "./port.ts"
import { count, dollars, elapsed, none, number, visible } from "./values.ts"

/** A text that somebody recorded, which may hold anything. */
export const recorded = (text: string, most = 500): Html => bdi(visible(clip(text, most)))

const badgeRoles = {
  success: "good",
  ok: "good",
  error: "bad",
  running: "accent",
  incomplete: "warning",
  unset: "neutral"
} as const

/** How a trace or a span goes on. */
export const statusBadge = (status: keyof typeof badgeRoles): Html => badge(status, badgeRoles[status])

/** The status of a trace, and how many of its spans failed. */
export const traceStatus = ({ status, errorCount }: Trace): Html =>
  html`${statusBadge(status)}
  ${when(errorCount > 0 && errorCount, (errors) => html`<span class="quiet">${counted(errors, "error")}</span>`)}`

export const traceName = ({ name }: Pick<Trace, "name">): string => visible(name ?? "(no name)")

/** A trace by its name, which leads to it. */
export const traceLink = (at: InProject, trace: Pick<Trace, "id" | "name">): Html =>
  html`<a href="${tracesPath(at, trace.id)}">${bdi(clip(traceName(trace), 120))}</a>`

export const durationOf = ({ durationMs }: Pick<Trace, "durationMs">): Html | string =>
  durationMs === null ? html`<span class="quiet">not ended</span>` : elapsed(durationMs)

export const tokensOf = ({ totalTokens }: Pick<SpanFacts, "totalTokens">): Html | string =>
  totalTokens === null ? none : count(totalTokens)

export const costOf = ({ cost }: Pick<Trace, "cost">): Html | string => (cost === null ? none : dollars(cost))

export const userLink = (at: InProject, userId: string | null): Html =>
  userId === null ? none : html`<a href="${userPath(at, userId)}">${recorded(userId, 60)}</a>`

export const sessionLink = (at: InProject, sessionId: string | null): Html =>
  sessionId === null ? none : html`<a href="${sessionPath(at, sessionId)}">${recorded(sessionId, 60)}</a>`

/** The newest score under each name. */
export const scoresOf = (scores: Trace["scores"]): Html => {
  const entries = Object.entries(scores)
  if (entries.length === 0) return none
  const shown = entries.slice(0, 5).map(([name, value]) => html`<li>${recorded(name, 40)} ${number(value)}</li>`)
  const more = entries.length - shown.length
  return html`<ul class="scores">
    ${shown} ${when(more > 0, () => html`<li class="quiet">and ${more} more</li>`)}
  </ul>`
}
