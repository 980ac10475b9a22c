import { itemChanges } from "@agent-operations/contract/evaluations"
import { Effect } from "effect"
import { plain } from "../content/words.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit, Page } from "../context.ts"
import { selectField } from "../html/field.ts"
import { button, buttonLink } from "../html/form.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { withQuery } from "../traces/links.ts"
import { none } from "../traces/values.ts"
import { runsPath } from "./links.ts"
import { type ComparedItem, compareRuns, type Comparison, type Given, listRuns, readRun, type Run } from "./port.ts"
import { changeOf, changes, verdictsTable } from "./verdicts.ts"

/** Two runs of which the base is what the other is compared with. */
interface Pair {
  readonly base: Run
  readonly run: Run
}

/** The page of a comparison, or of an item in both runs. */
export const comparePath = (visit: ContentVisit, { base, run }: Pair, ...rest: ReadonlyArray<string>): string =>
  withQuery(runsPath(visit, run.id, "compare", ...rest), { base: base.id })

/** An item by the name that its makers gave it, else by its ID. */
const itemName = ({ externalId, itemId }: Pick<ComparedItem, "externalId" | "itemId">): string => externalId ?? itemId

const itemRow =
  (visit: ContentVisit, pair: Pair, aliases: ReadonlyArray<string>) =>
  (item: ComparedItem): ReadonlyArray<Html | string> => [
    html`<a href="${comparePath(visit, pair, item.itemId)}">${bdi(itemName(item))}</a>`,
    ...aliases.map((alias) => {
      const score = item.scores[alias]
      return score === undefined ? none : changeOf(score)
    })
  ]

interface Asked {
  readonly scorer: string
  readonly change: string
}

const itemsForm = (visit: ContentVisit, { base, run }: Pair, asked: Asked): Html =>
  html`<form method="get" action="${runsPath(visit, run.id, "compare")}#items" role="search" class="ask">
    <input type="hidden" name="base" value="${base.id}" />
    <div class="asked">
      ${selectField({
        name: "change",
        label: "Items that are",
        value: asked.change,
        options: [
          { value: "", label: "anything" },
          ...itemChanges.map((change) => ({ value: change, label: changes[change][0] }))
        ]
      })}
      ${selectField({
        name: "scorer",
        label: "By",
        value: asked.scorer,
        options: [
          { value: "", label: "any scorer" },
          ...Object.keys(run.statistics).map((alias) => ({ value: alias, label: plain(alias) }))
        ]
      })}
      ${button("Show items", { kind: "plain" })}
    </div>
  </form>`

const itemsPart = (visit: ContentVisit, pair: Pair, asked: Asked, { items, scorers, nextCursor }: Comparison): Html => {
  const aliases = Object.keys(scorers)
  const narrowing = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""))
  const here = { base: pair.base.id, ...narrowing }
  const path = runsPath(visit, pair.run.id, "compare")
  return html`<h2 id="items">Items</h2>
    ${itemsForm(visit, pair, asked)}
    ${
      items.length === 0
        ? empty("There are no such items.", buttonLink("Show all items", `${comparePath(visit, pair)}#items`))
        : table({
            caption: "Items of both runs",
            columns: ["Item", ...aliases],
            rows: items.map(itemRow(visit, pair, aliases))
          })
    }
    ${nextPage(nextCursor === null ? null : `${withQuery(path, { ...here, cursor: nextCursor })}#items`, "Later")}`
}

const runLink = (visit: ContentVisit, run: Run): Html => html`<a href="${runsPath(visit, run.id)}">${bdi(run.name)}</a>`

/** How many of the newest runs a base is chosen from. */
const mostOffered = 50

/** Chooses the base: of the run's series first, as these are meant to be compared. */
const baseForm = Effect.fnUntraced(function* (visit: ContentVisit, run: Run, chosen: string) {
  const series =
    run.series === null ? [] : (yield* readOnly(listRuns({ series: run.series, limit: mostOffered }))).items
  const others = (yield* readOnly(listRuns({ limit: mostOffered }))).items
  const options = (group: string, runs: ReadonlyArray<Run>) => ({
    group,
    options: runs
      .filter(({ id }) => id !== run.id)
      .map(({ id, name, createdAt }) => ({
        value: id,
        label: `${name}, ${createdAt.slice(0, 16).replace("T", " ")} UTC`
      }))
  })
  const known = new Set(series.map(({ id }) => id))
  const groups = [
    options("Of the same series", series),
    options(
      "Others",
      others.filter(({ id }) => !known.has(id))
    )
  ].filter((group) => group.options.length > 0)
  if (groups.length === 0) {
    return empty("There is no other run in this project yet.", buttonLink("Back to the run", runsPath(visit, run.id)))
  }
  return html`<form method="get" action="${runsPath(visit, run.id, "compare")}" class="ask">
    <div class="asked">
      ${selectField({ name: "base", label: "Base", value: chosen, options: groups })}
      ${button("Compare", { kind: chosen === "" ? "primary" : "plain" })}
    </div>
  </form>`
})

const trailOf = (visit: ContentVisit, run: Run) => [
  { label: "Evaluations", href: runsPath(visit) },
  { label: run.name, href: runsPath(visit, run.id) }
]

const readFirst = (id: string) => Effect.map(readOnly(readRun({ id, limit: 1 })), ({ run }) => run)

/** Reads both runs of a comparison, as a page's path and query name them. */
export const readPair = Effect.fnUntraced(function* (visit: ContentVisit) {
  const run = yield* readFirst(visit.param("run"))
  const base = yield* readFirst(visit.query("base") ?? "")
  return { base, run } satisfies Pair
})

/** A run against a base: the verdict of each scorer, and what became of each item. Laws: N1, N2. */
export const comparePage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const baseId = visit.query("base") ?? ""
  if (baseId === "") {
    const run = yield* readFirst(visit.param("run"))
    const page: Page = {
      title: "Compare with another run",
      trail: trailOf(visit, run),
      body: yield* baseForm(visit, run, "")
    }
    return page
  }
  const pair = yield* readPair(visit)
  const { base, run } = pair
  const asked = { scorer: visit.query("scorer") ?? "", change: visit.query("change") ?? "" }
  const cursor = visit.query("cursor")
  const input = {
    baseId: base.id,
    id: run.id,
    ...(asked.scorer !== "" && { scorer: asked.scorer }),
    ...(asked.change !== "" && { change: asked.change }),
    ...(cursor !== undefined && { cursor })
  } as Given<"compare_eval_runs">
  const compared = yield* readOnly(compareRuns(input))
  const hasNotEnded = base.endedAt === null || run.endedAt === null
  const page: Page = {
    api: [{ operation: "compare_eval_runs", input }],
    title: `${run.name} against ${base.name}`,
    trail: trailOf(visit, run),
    wide: true,
    body: html`<p>Base: ${runLink(visit, base)}. Run: ${runLink(visit, run)}.</p>
      ${when(hasNotEnded, () => notice("warning", "One of the runs has not ended: the figures are of what is there."))}
      <h2>Verdicts</h2>
      ${verdictsTable(compared)} ${itemsPart(visit, pair, asked, compared)}
      <h2>Another base</h2>
      ${yield* baseForm(visit, run, base.id)}`
  }
  return page
})
