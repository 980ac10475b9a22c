import { holds } from "../content/may.ts"
import type { ContentVisit } from "../context.ts"
import { badge } from "../html/badge.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { table } from "../html/table.ts"
import { reviewsPath } from "../reviews/links.ts"
import type { RunPage } from "./port.ts"
import { figure, interval } from "./values.ts"

type Session = NonNullable<RunPage["reviews"]>[number]

const saidIn = ({ statistics }: Session): Html =>
  statistics === null
    ? html`<span class="quiet">shown when the session is closed</span>`
    : html`<ul class="scores">
        ${Object.entries(statistics).map(
          ([alias, { mean, ci95 }]) => html`<li>${bdi(alias)} ${figure(mean)} ${interval(ci95)}</li>`
        )}
      </ul>`

const row =
  (visit: ContentVisit) =>
  (session: Session): ReadonlyArray<Html | string> => [
    visit.site.hasReviews && holds(visit.access, "reviews:read")
      ? html`<a href="${reviewsPath(visit, session.sessionId)}">${bdi(session.name)}</a>`
      : bdi(session.name),
    badge(session.status, session.status === "open" ? "accent" : "neutral"),
    saidIn(session)
  ]

/** What people say of a run's targets, in the sessions about it; nothing where there are none. */
export const peoplePart = (visit: ContentVisit, { reviews = [] }: RunPage): Html | "" =>
  when(
    reviews.length > 0,
    () =>
      html`<h2>What people say</h2>
        ${table({
          caption: "Review sessions about the run, newest first",
          columns: ["Session", "Status", "Means (95 %)"],
          rows: reviews.map(row(visit))
        })}`
  )
