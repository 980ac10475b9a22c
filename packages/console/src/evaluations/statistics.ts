import type { ContentVisit } from "../context.ts"
import { definitionLink } from "../content/parts/links.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { table, wideTables } from "../html/table.ts"
import { count, none } from "../traces/values.ts"
import type { Run, Statistics } from "./port.ts"
import { figure, interval, percent } from "./values.ts"

const share = (value: number | null): Html | string => (value === null ? none : percent(value))

/** How often at least one of so many repetitions passes, where there are several. */
const passAtK = ({ passAtK }: Statistics): Html | string =>
  passAtK.length < 2
    ? none
    : html`<ul class="scores">
        ${passAtK.map(({ k, value }) => html`<li>${k}: ${percent(value)}</li>`)}
      </ul>`

const scoredOf = ({ scored, unscored, failed }: Statistics): Html =>
  html`${count(scored)} ${when(unscored > 0, () => html`<span class="quiet">${count(unscored)} unscored</span>`)}
  ${when(failed > 0, () => html`<span class="quiet">${count(failed)} failed</span>`)}`

const row =
  (visit: ContentVisit, { pins }: Run) =>
  ([alias, figures]: readonly [string, Statistics]): ReadonlyArray<Html | string> => {
    const scorer = pins.scorers[alias]
    return [
      html`${bdi(alias)}
      ${when(scorer, (pinned) => html`<span class="quiet">${definitionLink(visit, { kind: "scorer", ...pinned }, pinned.revision)}</span>`)}`,
      count(figures.items),
      scoredOf(figures),
      html`${figure(figures.mean)} ${interval(figures.ci95)}`,
      figure(figures.stdDev),
      share(figures.passRate),
      share(figures.passAll),
      passAtK(figures)
    ]
  }

const columns = [
  "Scorer",
  "Items",
  "Scored",
  "Mean (95 %)",
  "Deviation",
  "Passed",
  "Passed each time",
  "Passed in one of"
]

/** The figures of each scorer over a run. Laws: N1, N2. */
export const statisticsTable = (visit: ContentVisit, run: Run): Html => {
  const entries = Object.entries(run.statistics)
  if (entries.length === 0) return html`<p class="quiet">The run has no scorers.</p>`
  return html`${wideTables(
      "Figures of the scorers",
      table({ caption: "Figures of the scorers", columns, rows: entries.map(row(visit, run)) })
    )}
    <p class="hint">
      Repetitions are averaged per item, and the interval is over items.
      ${when(
        entries.some(([, { small }]) => small),
        () => html`Fewer than 30 items are scored: the interval is a rough one.`
      )}
    </p>`
}
