import { runStatuses } from "@agent-operations/contract/evaluations"
import { Effect } from "effect"
import { holds } from "../content/may.ts"
import { definitionLink } from "../content/parts/links.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit } from "../context.ts"
import { selectField, textField } from "../html/field.ts"
import { button, buttonLink } from "../html/form.ts"
import { bdi, type Html, html, time, when } from "../html/html.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { withQuery } from "../traces/links.ts"
import { count, none } from "../traces/values.ts"
import { listed, optionsOf } from "./choices.ts"
import { runsPath } from "./links.ts"
import { type Given, listRuns, type Run } from "./port.ts"
import { endedOf, figure, money, runBadge } from "./values.ts"

/** What the list can be narrowed by, as the query has it. */
const filters = ["status", "series", "appId", "datasetId"] as const

type Asked = { readonly [F in (typeof filters)[number]]?: string }

const askedOf = ({ query }: ContentVisit): Asked =>
  Object.fromEntries(filters.flatMap((name) => (query(name) ? [[name, query(name)!]] : [])))

/** How many targets have ended, of how many, and which of them failed. */
const targetsOf = (run: Run): Html =>
  html`${count(endedOf(run))} of ${count(run.counts.total)}
  ${when(run.counts.failed > 0, () => html`<span class="quiet">${count(run.counts.failed)} failed</span>`)}`

const meansOf = ({ statistics }: Run): Html => {
  const entries = Object.entries(statistics)
  return entries.length === 0
    ? none
    : html`<ul class="scores">
        ${entries.map(([alias, { mean }]) => html`<li>${bdi(alias)} ${figure(mean)}</li>`)}
      </ul>`
}

const row =
  (visit: ContentVisit) =>
  (run: Run): ReadonlyArray<Html | string> => [
    html`<a href="${runsPath(visit, run.id)}">${bdi(run.name)}</a>`,
    runBadge(run),
    run.series === null
      ? none
      : html`<a href="${withQuery(runsPath(visit), { series: run.series })}">${bdi(run.series)}</a>`,
    run.pins.app === null ? none : definitionLink(visit, { kind: "app", ...run.pins.app }, run.pins.app.revision),
    targetsOf(run),
    meansOf(run),
    money(run.usage.spentMicros),
    time(run.createdAt)
  ]

const any = { value: "", label: "Any" }

const filterForm = Effect.fnUntraced(function* (visit: ContentVisit, asked: Asked) {
  const apps = yield* listed(visit, "app")
  const datasets = yield* listed(visit, "dataset")
  const choice = (name: "appId" | "datasetId", label: string, items: typeof apps) =>
    when(items.length > 0, () =>
      selectField({ name, label, value: asked[name] ?? "", options: [any, ...optionsOf(items, asked[name])] })
    )
  return html`<form method="get" action="${runsPath(visit)}" role="search" class="ask">
    <div class="asked">
      ${selectField({
        name: "status",
        label: "Status",
        value: asked.status ?? "",
        options: [any, ...runStatuses.map((status) => ({ value: status, label: status }))]
      })}
      ${textField({ name: "series", label: "Series", value: asked.series ?? "", maxlength: 120 })}
      ${choice("appId", "App", apps)} ${choice("datasetId", "Dataset", datasets)}
      ${button("Show runs", { kind: "plain" })}
    </div>
  </form>`
})

const startLink = (visit: ContentVisit) =>
  when(holds(visit.access, "evals:write"), () =>
    buttonLink("Start run", runsPath(visit, "new"), { kind: "primary", shortcut: "create" })
  )

/** The evaluation runs of a project, newest first. */
export const runsPage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const asked = askedOf(visit)
  const cursor = visit.query("cursor")
  const input = asked as Given<"list_eval_runs">
  const { items, nextCursor } = yield* readOnly(listRuns({ ...input, ...(cursor === undefined ? {} : { cursor }) }))
  const isNarrowed = cursor !== undefined || Object.keys(asked).length > 0
  const rows = items.map(row(visit))
  const runs =
    rows.length === 0
      ? empty("There are no such runs.", buttonLink("Show all runs", runsPath(visit)))
      : table({
          caption: "Evaluation runs, newest first",
          columns: ["Run", "Status", "Series", "App", "Targets", "Mean scores", "Cost", "Created"],
          rows
        })
  return {
    api: [{ operation: "list_eval_runs", input: asked }],
    title: "Evaluations",
    wide: true,
    primary: startLink(visit),
    notices: { deleted: "The run was deleted, with its targets and their evidence." },
    body:
      rows.length === 0 && !isNarrowed
        ? empty(
            "There are no evaluation runs in this project yet. A run has an app answer each item of a dataset, and scorers judge what it answers.",
            startLink(visit)
          )
        : html`${yield* filterForm(visit, asked)} ${runs}
          ${nextPage(nextCursor === null ? null : withQuery(runsPath(visit), { ...asked, cursor: nextCursor }))}`
  }
})
