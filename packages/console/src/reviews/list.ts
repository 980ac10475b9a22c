import { Effect } from "effect"
import type { ContentVisit } from "../context.ts"
import { badge } from "../html/badge.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { second } from "../traces/values.ts"
import { readOnly } from "../content/verbs.ts"
import { mayAsk, reviewsPath } from "./links.ts"
import { listSessions, type Session } from "./port.ts"

/** How far a session is, in words. */
export const progressOf = ({ counts, reviewersPerItem }: Session): string =>
  `${counts.reviews} of ${counts.items * reviewersPerItem}`

export const statusBadge = ({ status }: Pick<Session, "status">): Html =>
  badge(status, status === "open" ? "accent" : "neutral")

const row =
  (visit: ContentVisit) =>
  (session: Session): ReadonlyArray<Html | string> => [
    html`<a href="${reviewsPath(visit, session.id)}">${bdi(session.name)}</a>`,
    statusBadge(session),
    progressOf(session),
    second(session.createdAt),
    bdi(session.createdBy.name)
  ]

/** The review sessions of a project, newest first. */
export const sessionsPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const cursor = visit.query("cursor")
  const { items, nextCursor } = yield* readOnly(listSessions(cursor === undefined ? {} : { cursor }))
  const next = nextCursor === null ? null : `${reviewsPath(visit)}?${new URLSearchParams({ cursor: nextCursor })}`
  return {
    api: [{ operation: "list_review_sessions", input: {} }],
    title: "Reviews",
    primary: when(mayAsk(visit.access), () =>
      buttonLink("Create session", reviewsPath(visit, "new"), { kind: "primary", shortcut: "create" })
    ),
    body:
      items.length === 0 && cursor === undefined
        ? empty(
            html`There are no review sessions in this project yet. A session asks people about traces or targets of an
              evaluation run: create one here, or by <code>create_review_session</code>.`
          )
        : html`${table({
            caption: "Review sessions, newest first",
            columns: ["Session", "Status", "Reviews", "Created", "By"],
            rows: items.map(row(visit))
          })}
          ${nextPage(next)}`
  }
})
