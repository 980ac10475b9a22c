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
})
