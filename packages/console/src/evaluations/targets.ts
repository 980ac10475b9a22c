import { targetStatuses } from "@agent-operations/contract/evaluations"
import type { ContentVisit } from "../context.ts"
import { selectField, textField } from "../html/field.ts"
import { button, buttonLink } from "../html/form.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { withQuery } from "../traces/links.ts"
import { elapsed, none } from "../traces/values.ts"
import { runsPath } from "./links.ts"
import type { Given, Run, RunPage, Target } from "./port.ts"
import { money, scoresOf, targetBadge } from "./values.ts"

/** Which targets of a run are shown, as the query has it. */
export interface Asked {
  readonly status: string
  readonly scorer: string
  readonly below: string
  readonly cursor: string
}

export const askedOf = ({ query }: ContentVisit): Asked => ({
  status: query("status") ?? "",
  scorer: query("scorer") ?? "",
  below: query("below")?.trim() ?? "",
  cursor: query("cursor") ?? ""
})

/** What is wrong with the question, which then is not asked. */
export const faultOf = ({ scorer, below }: Asked): string | undefined => {
  if (below === "") return undefined
  if (scorer === "") return "Choose the scorer whose scores are to be below this."
  return Number.isFinite(Number(below)) ? undefined : `"${below.slice(0, 40)}" is no number: 0.5 is one.`
}

/** What of the question is asked: all but what is left empty. */
const narrowing = (asked: Asked): Readonly<Record<string, string>> => {
  const given = { status: asked.status, scorer: asked.scorer, below: asked.below }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""))
}

/** The same as the operation takes it. */
export const inputOf = (id: string, asked: Asked): Given<"get_eval_run"> => ({
  id,
  ...(faultOf(asked) === undefined && {
    ...narrowing(asked),
    ...(asked.below !== "" && { below: Number(asked.below) })
  }),
  ...(asked.cursor !== "" && { cursor: asked.cursor })
})

const filterForm = (visit: ContentVisit, run: Run, asked: Asked): Html => {
  const aliases = Object.keys(run.statistics)
  const option = (value: string) => ({ value, label: value })
  return html`<form method="get" action="${runsPath(visit, run.id)}#targets" role="search" class="ask">
    <div class="asked">
      ${selectField({
        name: "status",
        label: "Status",
        value: asked.status,
        options: [{ value: "", label: "Any" }, ...targetStatuses.map(option)]
      })}
      ${selectField({
        name: "scorer",
        label: "Scored by",
        value: asked.scorer,
        options: [{ value: "", label: "Any scorer, or none" }, ...aliases.map(option)]
      })}
      ${textField({
        name: "below",
        label: "Below",
        value: asked.below,
        inputmode: "decimal",
        maxlength: 40,
        error: faultOf(asked)
      })}
      ${button("Show targets", { kind: "plain" })}
    </div>
  </form>`
}

/** A target in a word: its item, and which time it is where there are several. */
export const targetName = ({ repetitions }: Pick<Run, "repetitions">, target: Omit<Target, "scores">): string => {
  const item = target.externalId ?? target.itemId ?? "Call"
  return repetitions > 1 ? `${item}, ${target.repetition} of ${repetitions}` : item
}

const row =
  (visit: ContentVisit, run: Run) =>
  (target: Target): ReadonlyArray<Html | string> => [
    html`<a href="${runsPath(visit, run.id, "targets", target.id)}">${bdi(targetName(run, target))}</a>`,
    html`${targetBadge(target)} ${when(target.errorCode, (code) => html`<code>${code}</code>`)}
    ${when(target.carriedFrom, () => html`<span class="quiet">carried over</span>`)}`,
    scoresOf(target.scores),
    target.durationMs === null ? none : elapsed(target.durationMs),
    money(target.spentMicros)
  ]

/** A page of a run's targets, and what narrows them. */
export const targetsPart = (visit: ContentVisit, { run, items, nextCursor }: RunPage, asked: Asked): Html => {
  const here = runsPath(visit, run.id)
  const next = nextCursor === null ? null : `${withQuery(here, { ...narrowing(asked), cursor: nextCursor })}#targets`
  return html`<h2 id="targets">Targets</h2>
    ${filterForm(visit, run, asked)}
    <div id="live-targets" data-live>
      ${
        items.length === 0
          ? empty("There are no such targets.", buttonLink("Show all targets", `${here}#targets`))
          : table({
              caption: "Targets, in the order of the dataset's items",
              columns: ["Item", "Status", "Scores", "Duration", "Cost"],
              rows: items.map(row(visit, run))
            })
      }
      ${nextPage(next, "Later")}
    </div>`
}
