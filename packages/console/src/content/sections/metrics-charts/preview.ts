/** A chart, drawn over a range of time that its reader chooses, with its values in a table. */
import type { MetricsChart } from "@agent-operations/contract/metrics"
import { Clock, Effect } from "effect"
import type { ContentVisit } from "../../../context.ts"
import { selectField } from "../../../html/field.ts"
import { button } from "../../../html/form.ts"
import { bdi, type Html, html, when } from "../../../html/html.ts"
import { empty, facts, table, wideTables } from "../../../html/table.ts"
import { ranges } from "../../../traces/list/query.ts"
import { none, second, visible } from "../../../traces/values.ts"
import { invoke } from "../../port.ts"
import type { Preview, PreviewContent, Shown } from "../../preview.ts"
import { clip } from "../../words.ts"
import { drawChart } from "./draw.ts"
import { groupName, measureName, type Query, type Rows, seriesOf } from "./series.ts"
import { writerOf } from "./units.ts"

const day = 24 * 3_600_000

const steps = { minute: 60_000, hour: 3_600_000, day, week: 7 * day, month: 30 * day } as const

const chartRanges: typeof ranges = { ...ranges, "90d": { label: "Last 90 days", millis: 90 * day } }

const defaultRange = "7d"

const queryOf = ({ source }: PreviewContent) => source["query"] as Query

const settingsOf = ({ settings }: PreviewContent) => ({
  chartType: settings["chartType"] as MetricsChart["settings"]["chartType"],
  unit: typeof settings["unit"] === "string" ? settings["unit"] : null
})

const answer = (shown: Shown, range: { readonly from: string; readonly to: string }) =>
  Effect.map(
    shown.type === "saved"
      ? invoke("query_metrics_chart", ["NOT_FOUND", "TOO_MANY_ROWS"], { id: shown.id, ...range })
      : invoke("query_metrics", ["TOO_MANY_ROWS"], { ...queryOf(shown.content), ...range }),
    (result) => result as { readonly rows: Rows; readonly hasMore: boolean }
  )

const rangeIn = (visit: ContentVisit): string => {
  const asked = visit.query("range") ?? ""
  return Object.hasOwn(chartRanges, asked) ? asked : defaultRange
}

const rangeForm = (visit: ContentVisit): Html =>
  html`<form method="get" action="${visit.url.pathname}" class="inline">
    ${selectField({
      name: "range",
      label: "Range",
      value: rangeIn(visit),
      options: Object.entries(chartRanges).map(([value, { label }]) => ({ value, label }))
    })}
    ${button("Show chart", { kind: "plain" })}
  </form>`

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" })

const date = (iso: string) => html`<time datetime="${iso.slice(0, 10)}">${dates.format(new Date(iso))}</time>`

/** Whether a time of day tells groups of time apart. */
const isFine = (granularity: Query["granularity"]) => granularity === "minute" || granularity === "hour"

const tableOf = (query: Query, unit: string | null, rows: Rows, hasMore: boolean): Html => {
  const { measures, dimensions = [], granularity } = query
  const writers = measures.map((measure) => writerOf(measure, unit))
  return wideTables(
    "Values of the chart",
    table({
      caption: `${rows.length} ${rows.length === 1 ? "row" : "rows"}${hasMore ? ", of more" : ""}. Times are in UTC.`,
      columns: [
        ...(granularity === undefined ? [] : [`By ${granularity}`]),
        ...dimensions.map((name) => visible(clip(name, 60))),
        ...measures.map(measureName)
      ],
      rows: rows.map(({ time, dimensions: values, values: numbers }) => [
        ...(granularity === undefined ? [] : [time === undefined ? none : (isFine(granularity) ? second : date)(time)]),
        ...dimensions.map((name) => bdi(visible(clip(groupName({ [name]: values[name] ?? null }), 120)))),
        ...numbers.map((value, n) => (value === null ? none : writers[n]!(value)))
      ])
    })
  )
}

const numbersOf = ({ measures }: Query, unit: string | null, rows: Rows): Html =>
  html`<div class="numbers">
    ${facts(
      measures.map((measure, n) => {
        const value = rows[0]?.values[n] ?? null
        return [measureName(measure), value === null ? none : writerOf(measure, unit)(value)] as const
      })
    )}
  </div>`

/** Only values of one unit can stand on one axis: those of the first measure, unless all are alike. */
const plotted = (query: Query): Query =>
  query.measures.every(({ measure }) => measure === query.measures[0]!.measure)
    ? query
    : { ...query, measures: query.measures.slice(0, 1) }

/** Whether values of groups add up to something, so that bars may stand on each other. */
const addsUp = ({ measures }: Query): boolean =>
  measures.length === 1 && ["count", "sum"].includes(measures[0]!.aggregation)

/** What a chart is drawn as: over time, bars of averages or percentiles on each other would show a sum that means nothing. */
const typeOf = (chartType: "line" | "bar" | "area", query: Query) =>
  chartType === "bar" && query.granularity !== undefined && !addsUp(query) ? "line" : chartType

/** The range of time that is chosen, up to now. */
const rangeOf = (visit: ContentVisit, now: number) => ({
  from: new Date(now - chartRanges[rangeIn(visit)]!.millis).toISOString(),
  to: new Date(now).toISOString()
})

const draw = Effect.fnUntraced(function* (visit: ContentVisit, shown: Shown) {
  const to = yield* Clock.currentTimeMillis
  const from = to - chartRanges[rangeIn(visit)]!.millis
  const { rows, hasMore } = yield* answer(shown, rangeOf(visit, to))
  const query = queryOf(shown.content)
  const { chartType, unit } = settingsOf(shown.content)
  if (rows.length === 0) return empty("Nothing in this range of time is as the chart asks.")
  if (chartType === "number" && query.granularity === undefined && (query.dimensions ?? []).length === 0) {
    return numbersOf(query, unit, rows)
  }
  const one = plotted(query)
  const named = measureName(one.measures[0]!)
  const chart = when(chartType !== "table" && chartType !== "number", () =>
    drawChart({
      type: typeOf(chartType as "line" | "bar" | "area", one),
      label: `Chart: ${named}`,
      series: seriesOf(
        one,
        rows.map((row) => ({ ...row, values: row.values.slice(0, one.measures.length) }))
      ),
      from,
      to,
      step: steps[query.granularity ?? "day"],
      write: writerOf(one.measures[0]!, unit)
    })
  )
  return html`${when(chart !== "" && one !== query, () => html`<p class="quiet">The chart shows the ${named}; the table has the rest.</p>`)}
    <div class="chart-and-table">${chart} ${tableOf(query, unit, rows, hasMore)}</div>`
})

export const chartPreview: Preview = {
  operation: "query_metrics_chart",
  scopes: ["metrics:read"],
  path: "chart",
  label: "Show chart",
  title: "Chart",
  form: rangeForm,
  input: rangeOf,
  draw
}
