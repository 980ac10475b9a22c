import { assert, describe, it } from "vitest"
import { drawChart } from "../src/content/sections/metrics-charts/draw.ts"
import { seriesOf } from "../src/content/sections/metrics-charts/series.ts"

describe("charts", () => {
  it("show markup in names as it is, and any numbers", () => {
    const markup = "<script>alert(1)</script>"
    const rows = [-5, 0, 1e-12, 1e300].map((value, n) => ({
      time: new Date(n * 86_400_000).toISOString(),
      dimensions: { name: `${markup}${n}` },
      values: [value]
    }))
    const series = seriesOf({ measures: [{ measure: "value", aggregation: "sum" }] }, rows)
    for (const type of ["line", "bar", "area"] as const) {
      for (const times of [true, false]) {
        const given = times
          ? series
          : series.map((one) => ({ ...one, points: one.points.map((point) => ({ ...point, time: undefined })) }))
        const drawn = String(
          drawChart({ type, label: "x", series: given, from: 0, to: 4 * 86_400_000, step: 86_400_000, write: String })
        )
        assert.notMatch(drawn, /<script|NaN|Infinity|undefined/)
        assert.notMatch(drawn, /(?:width|height)="-/)
      }
    }
  })

  const day = 86_400_000
  const of = (name: string, ...points: ReadonlyArray<readonly [day: number, value: number]>) => ({
    name,
    points: points.map(([n, value]) => ({ time: n * day, value })),
    total: points.reduce((sum, [, value]) => sum + value, 0)
  })

  it("stack the bars of one time on each other, and no others", () => {
    const series = [of("a", [0, 3], [1, 1]), of("b", [0, 2], [2, 4]), of("c", [0, 1], [1, 2], [2, 0])]
    const drawn = String(drawChart({ type: "bar", label: "x", series, from: 0, to: 3 * day, step: day, write: String }))
    const bars = [
      ...drawn.matchAll(/<rect class="fill s(\d)" x="([\d.]+)" width="[\d.]+" y="([\d.]+)" height="([\d.]+)"/g)
    ]
    const byTime = Map.groupBy(
      bars.map(([, , x, y, height]) => ({ x, top: Number(y), height: Number(height) })),
      ({ x }) => x
    )
    // The scale goes to 6, from 12 at the top to 272 at the bottom.
    const unit = (272 - 12) / 6
    const places = [...byTime.values()].map((some) =>
      some.map(({ top, height }) => [Math.round((272 - top) / unit), Math.round(height / unit)])
    )
    assert.deepStrictEqual(places, [
      [
        [3, 3],
        [5, 2],
        [6, 1]
      ],
      [
        [1, 1],
        [3, 2]
      ],
      [
        [4, 4],
        [4, 0]
      ]
    ])
  })

  it("have a series for each measure of each group, the largest first", () => {
    const measures = [
      { measure: "durationMs", aggregation: "avg" },
      { measure: "durationMs", aggregation: "p95" }
    ] as const
    const rows = [
      { dimensions: { model: "small" }, values: [1, 10] },
      { dimensions: { model: "large" }, values: [2, null] },
      { dimensions: { model: "small" }, values: [3, 20] }
    ]
    const seen = seriesOf({ measures }, rows).map(({ name, points, total }) => [
      name,
      points.map(({ value }) => value),
      total
    ])
    assert.deepStrictEqual(seen, [
      ["small, p95 of durationMs", [10, 20], 30],
      ["small, avg of durationMs", [1, 3], 4],
      ["large, avg of durationMs", [2], 2]
    ])
  })
})
