/** Draws charts as SVG, whose attributes say all: no style, no script. */
import { scaleBand, scaleLinear, scaleUtc } from "d3-scale"
import { area, line } from "d3-shape"
import { clip } from "../../words.ts"
import { type Html, html, when } from "../../../html/html.ts"
import { visible } from "../../../traces/values.ts"
import type { Series } from "./series.ts"
import type { WriteValue } from "./units.ts"

/** More cannot be told apart. */
const mostSeries = 8

const width = 760
const height = 300
const margin = { top: 12, right: 16, bottom: 28, left: 76 }
const inner = { right: width - margin.right, bottom: height - margin.bottom }

export interface Plot {
  readonly type: "line" | "bar" | "area"
  readonly label: string
  readonly series: ReadonlyArray<Series>
  /** The range of time in milliseconds. */
  readonly from: number
  readonly to: number
  /** How long one group of time is, in milliseconds. */
  readonly step: number
  readonly write: WriteValue
}

const short = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })
const shortTime = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" })

const timeLabel = (time: Date) =>
  time.getUTCHours() === 0 && time.getUTCMinutes() === 0 ? short.format(time) : shortTime.format(time)

const axes = (y: ReturnType<typeof scaleLinear<number, number>>, write: WriteValue, ticks: Html) =>
  html`<g class="axes">
    ${y.ticks(5).map((tick) => html`<line class="grid" x1="${margin.left}" x2="${inner.right}" y1="${y(tick)}" y2="${y(tick)}" /><text x="${margin.left - 8}" y="${y(tick) + 4}" text-anchor="end">${write(tick)}</text>`)}
    ${ticks}
  </g>`

const valueScale = (values: ReadonlyArray<number>) => {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  return scaleLinear()
    .domain([least, most > least ? most : 1])
    .nice(5)
    .range([inner.bottom, margin.top])
}

const round = (value: number) => Math.round(value * 10) / 10

/** The values of a series at times, with a gap wherever a group of time has none. */
const withGaps = ({ points }: Series, step: number) => {
  const sorted = points
    .flatMap(({ time, value }) => (time === undefined ? [] : [{ time, value }]))
    .sort((a, b) => a.time - b.time)
  return sorted.flatMap((point, n) => {
    const before = sorted[n - 1]
    const gap = before !== undefined && point.time - before.time > step * 1.6
    return gap ? [{ time: point.time, value: Number.NaN }, point] : [point]
  })
}

const title = (name: string, value: string) => html`<title>${visible(clip(name, 80))}: ${value}</title>`

const lines = ({ type, series, from, to, step, write }: Plot): Html => {
  const x = scaleUtc().domain([from, to]).range([margin.left, inner.right])
  const y = valueScale(series.flatMap(({ points }) => points.map(({ value }) => value)))
  const ticks = html`${x.ticks(7).map((tick) => html`<text x="${round(x(tick))}" y="${inner.bottom + 20}" text-anchor="middle">${timeLabel(tick)}</text>`)}`
  type At = { readonly time: number; readonly value: number }
  const path = line<At>(
    ({ time }) => round(x(time)),
    ({ value }) => round(y(value))
  ).defined(({ value }) => !Number.isNaN(value))
  const ground = area<At>(
    ({ time }) => round(x(time)),
    inner.bottom,
    ({ value }) => round(y(value))
  ).defined(({ value }) => !Number.isNaN(value))
  return html`${axes(y, write, ticks)}
  ${series.map((each, n) => {
    const points = withGaps(each, step)
    return html`${when(type === "area", () => html`<path class="ground s${n}" d="${ground(points) ?? ""}" />`)}
      <path class="stroke s${n}" d="${path(points) ?? ""}" />
      ${points.filter(({ value }) => !Number.isNaN(value)).map(({ time, value }) => html`<circle class="dot s${n}" cx="${round(x(time))}" cy="${round(y(value))}" r="2.5">${title(each.name, write(value))}</circle>`)}`
  })}`
}

/** Bars over time: those of one time stand on each other. */
const columns = ({ series, from, to, step, write }: Plot): Html => {
  const x = scaleUtc().domain([from, to]).range([margin.left, inner.right])
  const sums = new Map<number, number>()
  const stacked = series.map(({ name, points }) =>
    points.flatMap(({ time, value }) => {
      if (time === undefined) return []
      const below = sums.get(time) ?? 0
      sums.set(time, below + value)
      return [{ name, time, value, below }]
    })
  )
  const y = valueScale([...sums.values()])
  const wide = Math.max(1, (x(from + step) - x(from)) * 0.8)
  const ticks = html`${x.ticks(7).map((tick) => html`<text x="${round(x(tick))}" y="${inner.bottom + 20}" text-anchor="middle">${timeLabel(tick)}</text>`)}`
  return html`${axes(y, write, ticks)}
  ${stacked.map((bars, n) => bars.map(({ name, time, value, below }) => html`<rect class="fill s${n}" x="${round(Math.max(x(time), margin.left))}" width="${round(wide)}" y="${round(y(below + value))}" height="${round(Math.max(0, y(below) - y(below + value)))}">${title(name, write(value))}</rect>`))}`
}

/** A bar for each series, where there are no times. */
const rows = ({ series, write }: Plot): Html => {
  const left = 200
  const x = scaleLinear()
    .domain([0, Math.max(...series.map(({ total }) => total), 0) || 1])
    .range([left, inner.right - 80])
  const y = scaleBand<number>()
    .domain(series.map((_, n) => n))
    .range([margin.top, inner.bottom])
    .padding(0.25)
  return html`${series.map(({ name, total }, n) => {
    const middle = y(n)! + y.bandwidth() / 2 + 4
    return html`<text x="${left - 8}" y="${round(middle)}" text-anchor="end">${visible(clip(name, 28))}</text>
      <rect
        class="fill s${n}"
        x="${left}"
        width="${round(Math.max(1, x(total) - left))}"
        y="${round(y(n)!)}"
        height="${round(y.bandwidth())}"
        >${title(name, write(total))}</rect
      >
      <text x="${round(x(total) + 6)}" y="${round(middle)}">${write(total)}</text>`
  })}`
}

const legend = (series: ReadonlyArray<Series>, more: number): Html =>
  html`<ul class="legend">
    ${series.map(
      ({ name }, n) =>
        html`<li>
          <svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
            <rect class="fill s${n}" width="10" height="10" rx="2" />
          </svg>
          <bdi>${visible(clip(name, 80))}</bdi>
        </li>`
    )}
    ${when(more > 0, () => html`<li class="quiet">and ${more} more in the table</li>`)}
  </ul>`

/** A chart with its legend. It scrolls by itself where it is wider than the page. */
export const drawChart = (given: Plot): Html => {
  const series = given.series.slice(0, mostSeries)
  const times = series.flatMap(({ points }) => points.flatMap(({ time }) => (time === undefined ? [] : [time])))
  const hasTimes = times.length > 0
  // The first group of time may begin before the range.
  const plot = { ...given, series, from: Math.min(given.from, ...times) }
  const drawn = !hasTimes ? rows(plot) : plot.type === "bar" ? columns(plot) : lines(plot)
  return html`<figure class="chart">
    <div class="plot" tabindex="0" role="region" aria-label="${plot.label}">
      <svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${plot.label}">${drawn}</svg>
    </div>
    ${legend(series, given.series.length - series.length)}
  </figure>`
}
