import { itemChanges } from "@agent-operations/contract/evaluations"
import { Effect } from "effect"
import { plain } from "../content/words.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit, Page } from "../context.ts"
import { type BadgeRole, badge } from "../html/badge.ts"
import { selectField } from "../html/field.ts"
import { button, buttonLink } from "../html/form.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { notice } from "../html/notice.ts"
import { empty, nextPage, table, wideTables } from "../html/table.ts"
import { withQuery } from "../traces/links.ts"
import { count, none } from "../traces/values.ts"
import { runsPath } from "./links.ts"
import {
  type ComparedItem,
  compareRuns,
  type Comparison,
  type Given,
  listRuns,
  readRun,
  type Run,
  type ScorerComparison
} from "./port.ts"
import { figure, interval, signed } from "./values.ts"

/** Two runs of which the base is what the other is compared with. */
interface Pair {
  readonly base: Run
  readonly run: Run
}

const verdicts = {
  better: badge("better", "good"),
  worse: badge("worse", "bad"),
  no_evidence: badge("no evidence")
} satisfies Record<ScorerComparison["verdict"], Html>

/** Items that tell nothing of a difference, in words. */
const leftOut = ({ changed, onlyInBase, onlyInOther, unscored }: ScorerComparison): string => {
  const said = [
    ...(changed > 0 ? [`${count(changed)} changed`] : []),
    ...(onlyInBase > 0 ? [`${count(onlyInBase)} only in the base`] : []),
    ...(onlyInOther > 0 ? [`${count(onlyInOther)} only in the run`] : []),
    ...(unscored > 0 ? [`${count(unscored)} unscored`] : [])
  ]
  return said.length === 0 ? "none" : said.join(", ")
}

const probability = (p: number | null): Html | string => (p === null ? none : p < 0.0001 ? "< 0.0001" : figure(p))

const verdictRow = ([alias, compared]: readonly [string, ScorerComparison]): ReadonlyArray<Html | string> => [
  bdi(alias),
  verdicts[compared.verdict],
  compared.difference === null ? none : html`${signed(compared.difference)} ${interval(compared.ci95, signed)}`,
  probability(compared.p),
  probability(compared.mcnemar),
  count(compared.pairs),
  count(compared.improved),
  count(compared.regressed),
  count(compared.unchanged),
  leftOut(compared)
]

/** What each scorer says of the run against the base. Laws: N1, N2. */
const verdictsTable = ({ scorers }: Comparison): Html => {
  const entries = Object.entries(scorers)
  if (entries.length === 0) return empty("The runs have no scorer in common: there is nothing to compare them by.")
  const columns = [
    "Scorer",
    "Verdict",
    "Difference (95 %)",
    "p",
    "McNemar's p",
    "Pairs",
    "Better",
    "Worse",
    "Unchanged",
    "Left out"
  ]
  return html`${wideTables("Verdicts", table({ caption: "What each scorer says", columns, rows: entries.map(verdictRow) }))}
    <p class="hint">
      The difference is the mean of the run less that of the base, over the items that both scored at the same revision.
      Where its interval holds 0, there is no evidence of one.
      ${when(
        entries.some(([, { small }]) => small),
        () => html`There are fewer than 30 pairs: the interval is a rough one.`
      )}
    </p>`
}

const changes = {
  improved: ["better", "good"],
  regressed: ["worse", "bad"],
  unchanged: ["unchanged", "neutral"],
  changed: ["item changed", "warning"],
  onlyInBase: ["only in the base", "neutral"],
  onlyInOther: ["only in the run", "neutral"],
  unscored: ["unscored", "neutral"]
} as const satisfies Record<(typeof itemChanges)[number], readonly [string, BadgeRole]>

type Change = ComparedItem["scores"][string]

/** What became of an item, from the base to the run. */
const changeOf = ({ change, base, other }: Change): Html => {
  const [words, role] = changes[change]
  return html`${badge(words, role)} ${figure(base)} <span aria-hidden="true">→</span
    ><span class="unseen">to</span> ${figure(other)}`
}

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
