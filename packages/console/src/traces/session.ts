import { NotFound } from "@agent-operations/error-envelope"
import { Effect } from "effect"
import { clip, counted } from "../content/words.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit } from "../context.ts"
import { type Html, html, when } from "../html/html.ts"
import { facts } from "../html/table.ts"
import { lineOf } from "./conversation.ts"
import { tracesPath, withQuery } from "./links.ts"
import { durationOf, scoresOf, traceLink, traceStatus, userLink } from "./parts.ts"
import { listTraces, type Trace } from "./port.ts"
import { count, dollars, elapsed, none, second, visible } from "./values.ts"

/** How many traces a session's page shows. */
const mostTraces = 200

/** How much of an input or output stands in a session. */
const mostShown = 600

const sum = (values: ReadonlyArray<number | null>): number | undefined => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? undefined : known.reduce((total, value) => total + value, 0)
}

const totals = (visit: ContentVisit, traces: ReadonlyArray<Trace>, total: number): Html => {
  const [tokens, cost, busy] = [
    sum(traces.map(({ totalTokens }) => totalTokens)),
    sum(traces.map(({ cost }) => cost)),
    sum(traces.map(({ durationMs }) => durationMs))
  ]
  const failed = traces.filter(({ status }) => status === "error").length
  const users = [...new Set(traces.flatMap(({ userId }) => (userId === null ? [] : [userId])))]
  const [first, last] = [traces[0]!, traces.at(-1)!]
  return html`<div class="header">
    ${facts([
      ["Traces", count(total)],
      ["Failed", count(failed)],
      ["First", second(first.startedAt)],
      ["Last", second(last.startedAt)],
      ["Total duration", busy === undefined ? none : elapsed(busy)],
      ["Tokens", tokens === undefined ? none : count(tokens)],
      ["Cost", cost === undefined ? none : dollars(cost)],
      ["User", users.length === 0 ? none : html`${users.slice(0, 5).map((user) => html`${userLink(visit, user)} `)}`]
    ])}
  </div>`
}

const side = (label: string, value: Trace["input"]): Html | "" => {
  const line = clip(lineOf(value), mostShown)
  return when(
    line !== "",
    () =>
      html`<p class="role">${label}</p>
        <div class="said" dir="auto">${visible(line)}</div>`
  )
}

const turn = (visit: ContentVisit) => (trace: Trace) =>
  html`<li class="turn">
    <h2>${traceLink(visit, trace)}</h2>
    <p class="quiet">${traceStatus(trace)} ${second(trace.startedAt)}, ${durationOf(trace)}</p>
    ${side("Input", trace.input)} ${side("Output", trace.output)}
    ${when(Object.keys(trace.scores).length > 0, () => scoresOf(trace.scores))}
  </li>`

/** The traces of a session in the order in which they began, with their totals. */
export const sessionPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const id = visit.query("id") ?? ""
  const filters = [{ field: "trace.sessionId", operator: "eq" as const, value: id }]
  const { items, total = 0 } = yield* readOnly(listTraces({ limit: mostTraces, filters, includeTotal: true }))
  if (items.length === 0) return yield* new NotFound({ message: "There is no such session." })
  const traces = items.toReversed()
  const more = total - traces.length
  return {
    api: [{ operation: "list_traces", input: { limit: mostTraces, filters } }],
    title: `Session ${visible(clip(id, 100))}`,
    wide: true,
    body: html`${totals(visit, traces, total)}
      ${when(more > 0, () => html`<p class="quiet">The totals are those of the newest ${counted(traces.length, "trace")}, which are shown. <a href="${withQuery(tracesPath(visit), { field: "trace.sessionId", operator: "eq", value: id })}">All ${total} in a list</a></p>`)}
      <ol class="turns">
        ${traces.map(turn(visit))}
      </ol>`
  }
})
