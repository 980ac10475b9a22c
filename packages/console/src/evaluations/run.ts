import { Effect } from "effect"
import { holds } from "../content/may.ts"
import { definitionLink, who } from "../content/parts/links.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit } from "../context.ts"
import { button, buttonLink, form } from "../html/form.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import type { MenuItem } from "../html/menu.ts"
import { notice } from "../html/notice.ts"
import { facts } from "../html/table.ts"
import { withQuery } from "../traces/links.ts"
import { count, elapsed, none, second } from "../traces/values.ts"
import { runsPath } from "./links.ts"
import { peoplePart } from "./people.ts"
import { readRun, type Run } from "./port.ts"
import { statisticsTable } from "./statistics.ts"
import { askedOf, faultOf, inputOf, targetsPart } from "./targets.ts"
import { endedOf, goesOn, money, runBadge } from "./values.ts"

/** Why a run does not go on, and what to do about it. */
const reasons: Readonly<Record<NonNullable<Run["reason"]>, string>> = {
  budget: "The budget is used up. The run goes on by itself when there is more of it.",
  app_unavailable: "Its app failed 20 times in a row. Resume the run when the app answers again.",
  stop_after: "More targets failed than the run allows.",
  pin_unreadable: "What the run works with cannot be read any more. Start another run."
}

const progress = (visit: ContentVisit, run: Run): Html => {
  const { total, failed, invoking, scoring, carried } = run.counts
  const said = [
    `${count(endedOf(run))} of ${count(total)} targets ended`,
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(invoking + scoring > 0 ? [`${count(invoking + scoring)} in work`] : []),
    ...(carried > 0 ? [`${count(carried)} carried over`] : [])
  ]
  return html`<p>
      <progress max="${Math.max(1, total)}" value="${endedOf(run)}" aria-label="Targets"></progress>
      ${said.join(", ")}
    </p>
    ${when(
      goesOn(run),
      () =>
        html`<p class="quiet">
          As of ${second(new Date().toISOString())}. <a href="${visit.url.pathname}${visit.url.search}">Refresh</a>
        </p>`
    )}
    ${when(run.reason, (reason) => notice(run.status === "failed" ? "bad" : "warning", reasons[reason]))}`
}

const durationsOf = ({ durationMs: { p50, p95 } }: Run): Html | string =>
  p50 === null || p95 === null ? none : `half within ${elapsed(p50)}, 95 % within ${elapsed(p95)}`

const costOf = ({ usage }: Run): string => {
  const more = [
    ...(usage.heldMicros > 0 ? [`${money(usage.heldMicros)} held`] : []),
    ...(usage.assumedMicros > 0 ? [`${money(usage.assumedMicros)} of it assumed`] : [])
  ]
  return [money(usage.spentMicros), ...more].join(", ")
}

const header = (visit: ContentVisit, run: Run): Html => {
  const { app, dataset } = run.pins
  const runLink = (id: string) => html`<a href="${runsPath(visit, id)}">${id}</a>`
  const entries: ReadonlyArray<readonly [string, Html | string] | undefined> = [
    ["Status", runBadge(run)],
    [
      "App",
      app === null
        ? none
        : html`${definitionLink(visit, { kind: "app", ...app }, app.revision)}, revision ${app.revision}`
    ],
    dataset === null
      ? undefined
      : ["Dataset", html`${definitionLink(visit, { kind: "dataset", ...dataset })}, version ${dataset.version}`],
    ["Repetitions", String(run.repetitions)],
    run.series === null
      ? undefined
      : ["Series", html`<a href="${withQuery(runsPath(visit), { series: run.series })}">${bdi(run.series)}</a>`],
    ["Cost", costOf(run)],
    ["Duration", durationsOf(run)],
    run.basis === null ? undefined : ["Carried over from", runLink(run.basis.runId)],
    run.baseRunId === null ? undefined : ["To compare with", runLink(run.baseRunId)],
    ["Started", html`${second(run.startedAt ?? run.createdAt)} by ${who(run.createdBy)}`],
    run.endedAt === null ? undefined : ["Ended", second(run.endedAt)]
  ]
  return html`<div class="header">${facts(entries.filter((entry) => entry !== undefined))}</div>`
}

const compareLink = (visit: ContentVisit, run: Run) =>
  buttonLink(
    "Compare",
    withQuery(runsPath(visit, run.id, "compare"), run.baseRunId === null ? {} : { base: run.baseRunId })
  )

/** What the reader comes for: to go on with a run that is paused, or to compare one. */
const primary = (visit: ContentVisit, run: Run): Html | "" =>
  run.status === "paused" && holds(visit.access, "evals:write")
    ? form({ action: runsPath(visit, run.id, "resume"), inline: true, body: button("Resume run") })
    : when(holds(visit.access, "datasets:read"), () => compareLink(visit, run))

const more = (visit: ContentVisit, run: Run): ReadonlyArray<MenuItem> => {
  if (!holds(visit.access, "evals:write")) return []
  const again: MenuItem = { label: "Start again", href: withQuery(runsPath(visit, "new"), { from: run.id }) }
  return run.endedAt === null
    ? [again, { label: "Cancel run", href: runsPath(visit, run.id, "cancel"), destructive: true }]
    : [again, { label: "Delete run", href: runsPath(visit, run.id, "delete"), destructive: true }]
}

/** A run: how far it is, what its figures are, and its targets. Laws: X2, X3, N1. */
export const runPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const asked = askedOf(visit)
  const input = inputOf(visit.param("run"), asked)
  const shown = yield* readOnly(readRun(input))
  const { run } = shown
  return {
    api: [{ operation: "get_eval_run", input }],
    title: run.name,
    trail: [{ label: "Evaluations", href: runsPath(visit) }],
    status: faultOf(asked) === undefined ? 200 : 400,
    primary: primary(visit, run),
    more: more(visit, run),
    notices: {
      started: "The run was started.",
      cancelled: "Nothing new is called from now on. What is in flight ends within two seconds.",
      resumed: "The run goes on.",
      ended: "The run has ended meanwhile."
    },
    body: html`<div id="live-run" data-live${goesOn(run) ? html`="running"` : ""}>
        ${progress(visit, run)} ${header(visit, run)}
        <h2>Scores</h2>
        ${statisticsTable(visit, run)} ${peoplePart(visit, shown)}
      </div>
      ${targetsPart(visit, shown, asked)}`
  }
})
