import type { ValidationError } from "@agent-operations/error-envelope"
import { Clock, Effect } from "effect"
import { hintOf } from "../../content/hints.ts"
import { clip, counted } from "../../content/words.ts"
import type { ContentVisit, Page } from "../../context.ts"
import { actions, buttonLink } from "../../html/form.ts"
import { type Html, html, when } from "../../html/html.ts"
import { notice } from "../../html/notice.ts"
import { empty, nextPage, table, wideTables } from "../../html/table.ts"
import { lineOf } from "../conversation.ts"
import { mayAsk, newSessionPath } from "../../reviews/links.ts"
import { addToDatasetPath, mayAddToDatasets, tracesPath } from "../links.ts"
import {
  costOf,
  durationOf,
  recorded,
  scoresOf,
  sessionLink,
  tokensOf,
  traceLink,
  traceStatus,
  userLink
} from "../parts.ts"
import { listTraces, type ListInput, type Trace, type TracePage } from "../port.ts"
import { second } from "../values.ts"
import { noTraces } from "./empty.ts"
import { askForm, type Views } from "./form.ts"
import { type Asked, askedIn, inputOf, isPlain, queryOf } from "./query.ts"
import { drawChosenView, readViews } from "./views.ts"

const pageSize = 50

const columns = ["Trace", "Status", "Started", "Duration", "Tokens", "Cost", "User", "Session", "Scores"]

const row =
  (visit: ContentVisit) =>
  (trace: Trace): ReadonlyArray<Html | string> => {
    const line = clip(lineOf(trace.input).replace(/\s+/g, " "), 90)
    return [
      html`${traceLink(visit, trace)} ${when(line !== "", () => html`<p class="line">${recorded(line)}</p>`)}`,
      traceStatus(trace),
      second(trace.startedAt),
      durationOf(trace),
      tokensOf(trace),
      costOf(trace),
      userLink(visit, trace.userId),
      sessionLink(visit, trace.sessionId),
      scoresOf(trace.scores)
    ]
  }

const linkOf = (visit: ContentVisit, query: URLSearchParams) =>
  query.size === 0 ? tracesPath(visit) : `${tracesPath(visit)}?${query}`

const captionOf = ({ search }: Asked, { from }: Pick<ListInput, "from">) =>
  search !== "" && from === undefined ? "Traces of the last 7 days, newest first" : "Traces, newest first"

/** What can be done with the traces of the page together: a review session about them, or items of a dataset. */
const together = (visit: ContentVisit, items: TracePage["items"]): Html => {
  const ids = items.map(({ id }) => id)
  const all = counted(ids.length, "trace")
  return actions(
    when(visit.site.hasReviews && mayAsk(visit.access), () =>
      buttonLink(`Ask people about ${all}`, newSessionPath(visit, ids))
    ),
    when(mayAddToDatasets(visit), () => buttonLink(`Add ${all} to a dataset`, addToDatasetPath(visit, ids)))
  )
}

const results = (visit: ContentVisit, asked: Asked, input: ListInput, { items, nextCursor }: TracePage): Html => {
  const goesOn = visit.query("cursor") !== undefined
  if (items.length === 0 && nextCursor === null) {
    if (isPlain(asked) && !goesOn) return noTraces(visit)
    return empty(
      asked.search !== "" && input.from === undefined
        ? "No trace of the last 7 days is as you asked. Choose when it started to look further back."
        : "No trace is as you asked.",
      buttonLink("All traces", tracesPath(visit))
    )
  }
  const next = nextCursor === null ? null : linkOf(visit, queryOf(asked, input, nextCursor))
  return html`${wideTables("Traces", table({ caption: captionOf(asked, input), columns, rows: items.map(row(visit)) }))}
  ${when(goesOn, () => html`<p><a href="${linkOf(visit, queryOf(asked, input))}">Back to the newest</a></p>`)}
  ${when(items.length > 0, () => together(visit, items))} ${nextPage(next)}`
}

const pageWith =
  (visit: ContentVisit, views: Views) =>
  (asked: Asked, content: Html, status = 200, input: object = {}): Page => ({
    api: [{ operation: "list_traces", input: { limit: pageSize, ...input } }],
    title: "Traces",
    wide: true,
    status,
    notices: { deleted: "The trace was deleted, with its spans and scores." },
    body: html`${askForm(tracesPath(visit), asked, views)} ${content}`
  })

const labels: Readonly<Record<string, string>> = { from: "From", to: "Before", search: "Search", cursor: "Page" }

/** What the list was refused for: a time, a condition, or a cursor that is not of this list. */
const refused = (visit: ContentVisit, error: ValidationError): Html => {
  const { issues } = error.details
  return html`${notice(
    "bad",
    html`<p>${error.message} ${hintOf(error)}</p>
      <ul>
        ${issues.map(({ path, message }) => {
          const [, name = "", n] = path.split("/")
          const label = labels[name] ?? (n === undefined ? "Conditions" : `Condition ${Number(n) + 1}`)
          return html`<li>${label}: ${message}</li>`
        })}
      </ul>`
  )}
  ${buttonLink("All traces", tracesPath(visit))}`
}

/** The traces of a project: searched and filtered, newest first, or as a page view shows them, page by page. */
export const tracesPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const asked = askedIn(visit)
  const views = { options: yield* readViews(visit), chosen: visit.query("view") ?? "" }
  const page = pageWith(visit, views)
  const chosen = yield* drawChosenView(visit)
  if (chosen !== undefined) return page(asked, chosen.markup, chosen.status)
  const cursor = visit.query("cursor")
  const input = inputOf(asked, yield* Clock.currentTimeMillis)
  return yield* listTraces({ limit: pageSize, ...input, ...(cursor !== undefined && { cursor }) }).pipe(
    Effect.map((found) => page(asked, results(visit, asked, input, found), 200, input)),
    Effect.catchTags({
      VALIDATION_ERROR: (error) => Effect.succeed(page(asked, refused(visit, error), 400)),
      PAYLOAD_TOO_LARGE: Effect.die
    })
  )
})
