import { Clock, Effect } from "effect"
import { drawChart } from "../content/sections/metrics-charts/draw.ts"
import { readOnly } from "../content/verbs.ts"
import type { ContentVisit } from "../context.ts"
import { listed } from "../evaluations/choices.ts"
import { runsPath } from "../evaluations/links.ts"
import { listRuns } from "../evaluations/port.ts"
import { money } from "../evaluations/values.ts"
import { selectField } from "../html/field.ts"
import { button, buttonLink } from "../html/form.ts"
import { bdi, type Html, html, when } from "../html/html.ts"
import { definitionLink } from "../content/parts/links.ts"
import { empty, nextPage, table } from "../html/table.ts"
import { withQuery } from "../traces/links.ts"
import { second } from "../traces/values.ts"
import { manages } from "../roles.ts"
import { budgetsPath, usagePath } from "./links.ts"
import { type Account, type Asked, type Entry, readUsage } from "./port.ts"
import { daysOf, defaultRange, ranges } from "./range.ts"

const groups = { day: "Day", run: "Run", app: "App", scorer: "Scorer" } as const satisfies Record<
  Asked["groupBy"],
  string
>

type Group = keyof typeof groups

/** What the page shows, as its query has it. */
interface Shown {
  readonly range: string
  readonly group: Group
}

const shownOf = ({ query }: ContentVisit): Shown => {
  const range = query("range") ?? ""
  const group = query("by") ?? ""
  return {
    range: Object.hasOwn(ranges, range) ? range : defaultRange,
    group: Object.hasOwn(groups, group) ? (group as Group) : "day"
  }
}

const accountRow = ({
  account,
  limitMicros,
  spentMicros,
  heldMicros,
  resetsAt
}: Account): ReadonlyArray<Html | string> => [
  account === "organization" ? "Organization" : "Project",
  limitMicros === null ? "no limit" : money(limitMicros),
  money(spentMicros),
  money(heldMicros),
  limitMicros === null ? "no limit" : money(Math.max(0, limitMicros - spentMicros - heldMicros)),
  resetsAt === null ? "never" : second(resetsAt)
]

const accountsPart = (accounts: ReadonlyArray<Account>): Html =>
  html`<h2>Budgets</h2>
    ${table({
      caption: "What may be spent, in the organization's currency",
      columns: ["Budget", "Limit", "Spent", "Held", "Left", "Begins anew"],
      rows: accounts.map(accountRow)
    })}
    <p class="hint">Held is what calls in flight may cost at most. Owners and admins set limits.</p>`

const chartPart = (entries: ReadonlyArray<Entry>, days: ReadonlyArray<string>): Html => {
  const spent = new Map(entries.map(({ key, spentMicros }) => [key, spentMicros]))
  const points = days.map((day) => ({ time: Date.parse(day), value: (spent.get(day) ?? 0) / 1_000_000 }))
  const total = points.reduce((sum, { value }) => sum + value, 0)
  const step = 24 * 3_600_000
  return drawChart({
    type: "bar",
    label: `Spent on evaluations by day: ${money(total * 1_000_000)} in all`,
    series: [{ name: "Spent by day", points, total }],
    from: points[0]!.time,
    to: points.at(-1)!.time + step,
    step,
    write: (value) => money(value * 1_000_000)
  })
}

const form = (visit: ContentVisit, { range, group }: Shown): Html =>
  html`<form method="get" action="${visit.url.pathname}" class="inline">
    ${selectField({
      name: "range",
      label: "Range",
      value: range,
      options: Object.entries(ranges).map(([value, { label }]) => ({ value, label }))
    })}
    ${selectField({
      name: "by",
      label: "By",
      value: group,
      options: Object.entries(groups).map(([value, label]) => ({ value, label }))
    })}
    ${button("Show usage", { kind: "plain" })}
  </form>`

/** How many runs are known by name: the newest. */
const namedRuns = 100

/** The names of what the entries are of; those that were deleted, and runs of long ago, have none. */
const namesOf = Effect.fnUntraced(function* (visit: ContentVisit, group: Group) {
  if (group === "day") return new Map<string, string>()
  const found = group === "run" ? (yield* readOnly(listRuns({ limit: namedRuns }))).items : yield* listed(visit, group)
  return new Map(found.map(({ id, name }) => [id, name]))
})

const nameOf = (visit: ContentVisit, group: Group, names: ReadonlyMap<string, string>, key: string): Html | string => {
  if (group === "day") return html`<time datetime="${key}">${key}</time>`
  const name = names.get(key)
  if (group === "run") return html`<a href="${runsPath(visit, key)}">${bdi(name ?? key)}</a>`
  return name === undefined ? bdi(key) : definitionLink(visit, { kind: group, id: key, name })
}

/** What evaluations cost, and what may be spent on them. Law: U3. */
export const usagePage = Effect.fnUntraced(function* (visit: ContentVisit) {
  const shown = shownOf(visit)
  const { from, to, days } = daysOf(shown.range, yield* Clock.currentTimeMillis)
  const cursor = visit.query("cursor")
  const input = { from, to, groupBy: shown.group, ...(cursor === undefined ? {} : { cursor }) }
  const byDay = yield* readOnly(readUsage({ from, to, groupBy: "day", limit: days.length }))
  const { items, nextCursor } = yield* readOnly(readUsage(input))
  const names = yield* namesOf(visit, shown.group)
  const here = usagePath(visit)
  const next = nextCursor === null ? null : withQuery(here, { range: shown.range, by: shown.group, cursor: nextCursor })
  return {
    api: [{ operation: "get_usage", input: { from, to, groupBy: shown.group } }],
    title: "Usage",
    primary: when(visit.site.hasBudgets === true && manages(visit.membership ?? {}), () =>
      buttonLink("Set budgets", budgetsPath(visit))
    ),
    body: html`${accountsPart(byDay.accounts)}
      <h2>Spent on evaluations</h2>
      ${form(visit, shown)} ${chartPart(byDay.items, days)}
      ${
        items.length === 0
          ? empty("Nothing was spent in this range.")
          : table({
              caption: "Days are in UTC. Attempts count when they ended.",
              columns: [groups[shown.group], "Spent"],
              rows: items.map(({ key, spentMicros }) => [nameOf(visit, shown.group, names, key), money(spentMicros)])
            })
      }
      ${nextPage(next, "Later")}`
  }
})
