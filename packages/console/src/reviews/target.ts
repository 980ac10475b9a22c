/** Shows a target of an evaluation run: what it was given, what was expected, and what came out of it. */
import type { Json } from "@agent-operations/contract"
import type { EvalEvidence } from "@agent-operations/contract/evaluations"
import { roomOf } from "../content/render/room.ts"
import type { ContentVisit } from "../context.ts"
import { badge } from "../html/badge.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { facts } from "../html/table.ts"
import { drawContent } from "../traces/content.ts"
import { tracesPath } from "../traces/links.ts"
import { recorded } from "../traces/parts.ts"
import type { Evidence } from "./port.ts"

type Value = typeof Json.Type

const resultOf = ({ status, label, value }: EvalEvidence["scores"][string]): string =>
  status === "scored" ? (label ?? String(value)) : status

const scoresOf = (scores: EvalEvidence["scores"]): Html =>
  html`<ul class="scores">
    ${Object.entries(scores).map(([alias, score]) => html`<li>${bdi(alias)} ${bdi(resultOf(score))}</li>`)}
  </ul>`

/** The evidence of a target, of which a page holds the beginning where it is long. */
export const targetOf = (visit: ContentVisit, { evidence, blind }: Evidence): Html => {
  const target = evidence as Value & EvalEvidence
  const room = roomOf(600_000)
  const value = (id: string, label: string, value: Value) => drawContent(room, { id, label, value })
  const drawn = html`<div class="pair">
      ${value("input", "Input", target.input)} ${value("output", "Output", target.output)}
    </div>
    ${when(target.expected !== null, () => value("expected", "Expected", target.expected))}`
  const item = recorded(target.externalId ?? target.itemId ?? target.id, 120)
  return html`<div class="header">
      ${facts([
        ["Item", item],
        ["Repetition", String(target.repetition)],
        ["Status", badge(target.status, target.status === "succeeded" ? "good" : "bad")],
        ...(target.errorCode === null ? [] : ([["Error", html`<code>${target.errorCode}</code>`]] as const)),
        ...(blind
          ? []
          : ([
              ["Scores", scoresOf(target.scores)],
              ["Trace", html`<a href="${tracesPath(visit, target.traceId)}">${target.traceId}</a>`]
            ] as const))
      ] as ReadonlyArray<readonly [string, Html | string]>)}
    </div>
    ${drawn} ${when(room.isCut, () => html`<p class="quiet">The evidence is long: this is the beginning of it.</p>`)}`
}
