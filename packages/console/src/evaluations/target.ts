import { Effect } from "effect"
import { definitionLink } from "../content/parts/links.ts"
import { type Room, roomOf } from "../content/render/room.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit } from "../context.ts"
import { badge } from "../html/badge.ts"
import { buttonLink } from "../html/form.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { empty, facts, table } from "../html/table.ts"
import { mayPlay, playgroundPath } from "../playground/links.ts"
import { drawContent, drawJson } from "../traces/content.ts"
import { tracesPath } from "../traces/links.ts"
import { recorded } from "../traces/parts.ts"
import { count, elapsed, instant, none } from "../traces/values.ts"
import { runsPath } from "./links.ts"
import { type Evidence, readRun, readTarget, type Run } from "./port.ts"
import { targetName } from "./targets.ts"
import { money, scoreOf, targetBadge } from "./values.ts"

type Attempt = Evidence["attempts"][number]

const outcomes = {
  succeeded: "good",
  failed: "bad",
  lost: "warning",
  released: "neutral",
  cancelled: "neutral"
} as const

const between = ({ startedAt, endedAt }: Attempt) => Date.parse(endedAt) - Date.parse(startedAt)

const attemptRow = (attempt: Attempt): ReadonlyArray<Html | string> => [
  String(attempt.number),
  html`${badge(attempt.outcome, outcomes[attempt.outcome])}
  ${when(attempt.errorCode, (code) => html`<code>${code}</code>`)}
  ${when(attempt.httpStatus, (status) => html`<span class="quiet">HTTP ${status}</span>`)}`,
  attempt.message === null ? none : recorded(attempt.message),
  instant(attempt.startedAt),
  elapsed(between(attempt)),
  html`${money(attempt.spentMicros)} ${when(attempt.assumed, () => html`<span class="quiet">assumed</span>`)}`
]

const attemptsPart = ({ attempts, carriedFrom }: Evidence): Html =>
  html`<h2>Attempts</h2>
    ${
      attempts.length === 0
        ? empty(carriedFrom === null ? "There was no attempt yet." : "Its results are carried over from another run.")
        : table({
            caption: "Attempts, the first one first",
            columns: ["Attempt", "Outcome", "Message", "Started", "Duration", "Cost"],
            rows: attempts.map(attemptRow)
          })
    }`

const explanationOf = ({ explanation }: Evidence["scores"][string]["detail"]): string | undefined =>
  typeof explanation === "string" && explanation !== "" ? explanation : undefined

/** A score with why it is so; the rest of what its scorer said is JSON. */
const scorePart =
  (room: Room) =>
  ([alias, score]: readonly [string, Evidence["scores"][string]], n: number): Html => {
    const { explanation: _, ...rest } = score.detail
    const said = explanationOf(score.detail)
    const detail = said === undefined ? score.detail : rest
    return html`<li>
      <p>
        <b>${bdi(alias)}</b> ${scoreOf(score)}
        ${when(score.spentMicros > 0, () => html`<span class="quiet">cost ${money(score.spentMicros)}</span>`)}
      </p>
      ${when(said, (text) => html`<div class="said" dir="auto">${recorded(text, 20_000)}</div>`)}
      ${when(
        Object.keys(detail).length > 0,
        () =>
          html`<details class="span-said">
            <summary>What the scorer of ${bdi(alias)} said</summary>
            ${drawJson(room, { id: `score-${n}`, label: "Detail", value: detail })}
          </details>`
      )}
    </li>`
  }

const scoresPart = (room: Room, { scores }: Evidence): Html => {
  const entries = Object.entries(scores)
  return html`<h2>Scores</h2>
    ${
      entries.length === 0
        ? empty("There are no scores of it.")
        : html`<ul class="reviews">
            ${entries.map(scorePart(room))}
          </ul>`
    }`
}

const header = (visit: ContentVisit, run: Run, evidence: Evidence): Html =>
  html`<div class="header">
    ${facts([
      ["Status", html`${targetBadge(evidence)} ${when(evidence.errorCode, (code) => html`<code>${code}</code>`)}`],
      ["Item", html`${recorded(evidence.externalId ?? evidence.itemId ?? "none", 200)}`],
      ["Repetition", `${evidence.repetition} of ${run.repetitions}`],
      ["Duration", evidence.durationMs === null ? none : elapsed(evidence.durationMs)],
      ["Cost", money(evidence.spentMicros)],
      ["Trace", html`<a href="${tracesPath(visit, evidence.traceId)}"><code>${evidence.traceId}</code></a>`],
      ...(evidence.carriedFrom === null
        ? []
        : ([["Carried over from", html`<code>${evidence.carriedFrom}</code>`]] as const)),
      [
        "Works with",
        html`<ul class="scores">
          ${evidence.definitions.map(
            (one) =>
              html`<li>
                ${definitionLink(visit, one, one.revision)} <span class="quiet">revision ${count(one.revision)}</span>
              </li>`
          )}
        </ul>`
      ],
      [
        "Evidence",
        evidence.evidenceHash === null ? "not frozen yet" : html`<code class="hash">${evidence.evidenceHash}</code>`
      ]
    ])}
  </div>`

/** How much of the evidence a page shows, in bytes of markup. */
const mostShown = 600_000

/** What a target was given, what it answered, and what became of both. */
const contentPart = (room: Room, { input, output, expected, metadata }: Evidence): Html =>
  html`<div class="pair">
      ${drawContent(room, { id: "input", label: "Input", value: input })}
      ${drawContent(room, { id: "output", label: "Output", value: output })}
      ${drawContent(room, { id: "expected", label: "Expected", value: expected })}
    </div>
    ${drawJson(room, { id: "metadata", label: "Metadata", value: metadata })}`

const goesOnWith = ({ status }: Evidence): boolean => ["queued", "invoking", "scoring"].includes(status)

/** The frozen evidence of a target. Laws: F1, F2, F3. */
export const targetPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const evidence = yield* readOnly(readTarget(visit.param("target")))
  const { run } = yield* readOnly(readRun({ id: evidence.runId, limit: 1 }))
  const room = roomOf(mostShown)
  const body = html`${contentPart(room, evidence)} ${scoresPart(room, evidence)} ${attemptsPart(evidence)}
  ${drawJson(room, { id: "exchange", label: "Beside the output", value: evidence.exchange })}`
  return {
    api: [{ operation: "get_eval_target", input: { id: evidence.id } }],
    title: targetName(run, evidence),
    trail: [
      { label: "Evaluations", href: runsPath(visit) },
      { label: run.name, href: runsPath(visit, run.id) }
    ],
    primary: when(!evidence.purged && mayPlay(visit.access), () =>
      buttonLink("Try in the playground", playgroundPath(visit, { target: evidence.id }))
    ),
    wide: true,
    body: html`${when(evidence.purged, () =>
      notice("warning", "The content of the item was taken away for good. The hash of the evidence stays.")
    )}
    ${when(goesOnWith(evidence), () =>
      notice("plain", html`<p>This has not ended yet. <a href="${visit.url.pathname}">Look again</a></p>`)
    )}
    ${header(visit, run, evidence)} ${body}
    ${when(room.isCut, () => html`<p class="quiet">The evidence is long: this is the beginning of it.</p>`)}`
  }
})
