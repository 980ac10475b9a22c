import { bdi, type Html, html } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { table } from "../html/table.ts"
import { none, number } from "../traces/values.ts"
import type { Session, Statistics } from "./port.ts"

type Figures = Statistics[string]

const percent = (share: number): string => `${number(Math.round(share * 1000) / 10)} %`

const figure = (value: number | null): Html | string => (value === null ? none : number(value))

const meanOf = ({ mean, ci95 }: Figures): Html | string =>
  mean === null
    ? none
    : html`${number(mean)}
      ${ci95 === null ? "" : html`<span class="quiet">(${number(ci95[0])} to ${number(ci95[1])})</span>`}`

const labelsOf = ({ labels }: Figures): Html | string =>
  labels === null
    ? none
    : html`<ul class="scores">
        ${Object.entries(labels).map(([label, times]) => html`<li>${bdi(label)} ${times}</li>`)}
      </ul>`

/** What people said to each question, summed up. */
export const figuresTable = ({ rubric }: Session, statistics: Statistics | null): Html =>
  statistics === null
    ? notice("plain", "The session is blind: its figures are shown when it is closed.")
    : html`${table({
          caption: "Figures",
          columns: ["Question", "Answers", "Mean (95 %)", "Passed", "Labels", "Agreement (α)"],
          rows: Object.entries(statistics).map(([alias, figures]) => [
            bdi(rubric[alias]!.question),
            String(figures.answers),
            meanOf(figures),
            figures.passRate === null ? none : percent(figures.passRate),
            labelsOf(figures),
            figure(figures.alpha)
          ])
        })}
        <p class="hint">
          The interval is over items, not answers. α is 1 where people always agree, and 0 where they agree as chance
          would have it.
        </p>`
