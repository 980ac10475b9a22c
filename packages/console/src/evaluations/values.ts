/** How the figures of runs are written for people. */
import type { Run, Statistics, Target } from "./port.ts"
import { type BadgeRole, badge } from "../html/badge.ts"
import { bdi, type Html, html } from "../html/html.ts"
import { none, number } from "../traces/values.ts"

const amounts = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** Micro-units as an amount of the organization's currency, which has no name here: `money(1500)` is "0.0015". */
export const money = (micros: number): string => amounts.format(micros / 1_000_000)

/** `percent(0.9305)` is "93.1 %". */
export const percent = (share: number): string => `${number(Math.round(share * 1000) / 10)} %`

const rounded = (value: number): string => number(Math.round(value * 10_000) / 10_000)

/** A figure with four digits behind the point, or "none" where there is none. */
export const figure = (value: number | null): Html | string => (value === null ? none : rounded(value))

/** The same with its sign: what was gained or lost. */
export const signed = (value: number): string => `${value > 0 ? "+" : ""}${rounded(value).replace("-", "−")}`

/** A 95 % interval in running text; nothing where nothing can be said. */
export const interval = (ci95: Statistics["ci95"], write: (value: number) => string = rounded): Html | "" =>
  ci95 === null ? "" : html`<span class="quiet">(${write(ci95[0])} to ${write(ci95[1])})</span>`

const runRoles = {
  queued: "neutral",
  running: "accent",
  paused: "warning",
  cancelling: "warning",
  cancelled: "neutral",
  completed: "good",
  failed: "bad"
} as const satisfies Record<Run["status"], BadgeRole>

const targetRoles = {
  queued: "neutral",
  invoking: "accent",
  scoring: "accent",
  succeeded: "good",
  failed: "bad",
  cancelled: "neutral"
} as const satisfies Record<Target["status"], BadgeRole>

/** How a run goes on. */
export const runBadge = ({ status }: Pick<Run, "status">): Html => badge(status, runRoles[status])

/** How a target goes on. */
export const targetBadge = ({ status }: Pick<Target, "status">): Html => badge(status, targetRoles[status])

/** How many of a run's targets have ended, whichever way. */
export const endedOf = ({ counts }: Pick<Run, "counts">): number => counts.succeeded + counts.failed + counts.cancelled

/** Whether a run goes on by itself, so that its figures are others soon. */
export const goesOn = ({ status }: Pick<Run, "status">): boolean => ["queued", "running", "cancelling"].includes(status)

type Score = Target["scores"][string]

/** What a scorer made of a target: a label, yes or no, or a number; a failed or missing score is no zero. */
export const scoreOf = ({ status, value, label, passed }: Omit<Score, "detail">): Html | string => {
  if (status === "failed") return badge("failed", "bad")
  if (status === "unscored") return html`<span class="quiet">unscored</span>`
  const said = label === null ? figure(value) : html`${bdi(label)} <span class="quiet">${figure(value)}</span>`
  return passed === null ? said : html`${said} ${passed ? "passed" : badge("not passed", "warning")}`
}

/** The scores of a target, by alias. */
export const scoresOf = (scores: Target["scores"]): Html => {
  const entries = Object.entries(scores)
  return entries.length === 0
    ? none
    : html`<ul class="scores">
        ${entries.map(([alias, score]) => html`<li>${bdi(alias)} ${scoreOf(score)}</li>`)}
      </ul>`
}
