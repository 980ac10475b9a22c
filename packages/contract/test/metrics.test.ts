import { contractOf, viewFamilies } from "@agent-operations/contract"
import { makeDecoder } from "@agent-operations/contract/decode"
import {
  aggregations,
  aggregationsOf,
  dimensionsOf,
  measuresOf,
  metrics,
  MetricsChart,
  metricsCharts
} from "@agent-operations/contract/metrics"
import { openApiDocument } from "@agent-operations/contract/openapi"
import { traces } from "@agent-operations/contract/traces"
import { Result } from "effect"
import { assert, describe, it } from "vitest"

const { input, example } = metrics.operations.query
const decode = makeDecoder(input)

const day = { from: "2015-11-20T00:00:00Z", to: "2015-11-21T00:00:00Z" }
const count = { measure: "count", aggregation: "count" }

/** The places that a query is refused at, with what is said of each. */
const refused = (query: object) => {
  const decoded = decode({ over: "spans", measures: [count], ...day, ...query })
  return Result.isSuccess(decoded) ? [] : decoded.failure.map(({ path, message }) => `/${path.join("/")}: ${message}`)
}

describe("metrics", () => {
  it("C1: are served beside traces and page views", () => {
    const contract = contractOf([...viewFamilies, traces, metrics, metricsCharts])
    const paths = Object.keys(openApiDocument(contract.families).paths ?? {})
    for (const { id } of [...Object.values(metrics.operations), ...Object.values(metricsCharts.operations)]) {
      assert.isTrue(
        paths.some((path) => path.endsWith(`/${id}`)),
        id
      )
    }
  })

  it("A2: whoever reads needs metrics:read, and whoever writes views:write too", () => {
    const scopes = Object.values(metricsCharts.operations).map(
      ({ effect, scopes }) => [effect === "read", scopes] as const
    )
    for (const [reads, needed] of scopes) {
      assert.deepStrictEqual(needed, reads ? ["metrics:read"] : ["metrics:read", "views:write"])
    }
  })

  it("E3: a measure goes with what it has, and else is told what it goes with", () => {
    for (const over of ["traces", "spans", "scores"] as const) {
      for (const measure of measuresOf[over]) {
        const fitting = aggregationsOf(over, measure)
        for (const aggregation of aggregations) {
          const found = refused({ over, measures: [count, { measure, aggregation }] })
          if (fitting.includes(aggregation)) assert.deepStrictEqual(found, [], `${over} ${measure} ${aggregation}`)
          else {
            assert.deepStrictEqual(found, [
              `/measures/1/aggregation: ${aggregation} does not go with ${measure} over ${over}: use one of ${fitting.join(", ")}`
            ])
          }
        }
      }
    }
    assert.match(
      refused({ over: "scores", measures: [{ measure: "cost", aggregation: "sum" }] }).join(),
      /^\/measures\/0\/measure: scores have no cost: use one of count, value$/
    )
  })

  it("E3: a dimension is one of what is counted, and there once", () => {
    for (const over of ["traces", "spans", "scores"] as const) {
      for (const dimension of new Set(Object.values(dimensionsOf).flat())) {
        const found = refused({ over, dimensions: [dimension] })
        assert.lengthOf(found, dimensionsOf[over].includes(dimension) ? 0 : 1, `${over} ${dimension}`)
        for (const told of found) assert.match(told, /^\/dimensions\/0: \w+ have no \w+: use one of name, /)
      }
    }
    assert.deepStrictEqual(refused({ over: "traces", dimensions: ["attributes.customer.tier", "tags", "name"] }), [])
    assert.match(refused({ dimensions: ["attributes.customer.tier"] }).join(), /^\/dimensions\/0: /)
    assert.match(refused({ dimensions: ["name", "name"] }).join(), /^\/dimensions\/1: name is there twice/)
    assert.match(refused({ dimensions: ["constructor"] }).join(), /^\/dimensions\/0: Expected name, /)
    assert.match(refused({ dimensions: ["name", "type", "status", "model"] }).join(), /^\/dimensions: /)
  })

  it("E3: a filter names a field that is at hand", () => {
    const filter = (field: string, value: unknown = "a") => ({ filters: [{ field, operator: "eq", value }] })
    for (const field of ["span.model", "trace.attributes.customer.tier", "trace.input.a.0"]) {
      assert.deepStrictEqual(refused(filter(field)), [], field)
    }
    assert.deepStrictEqual(refused(filter("span.scores.good", 1)), [])
    assert.match(refused(filter("span.scores.good")).join(), /^\/filters\/0\/value: /)
    for (const field of [
      "span.input",
      "span.attributes.a",
      "trace.constructor",
      "trace.name.a",
      "custom.cost",
      "name"
    ]) {
      assert.match(refused(filter(field)).join(), /^\/filters\/0\/field: Expected a field of /, field)
    }
    assert.match(refused({ over: "traces", ...filter("span.model") }).join(), /such as trace\.name$/)
    assert.match(refused({ over: "scores", ...filter("span.model") }).join(), /such as score\.name$/)
    assert.deepStrictEqual(refused({ over: "scores", ...filter("score.name") }), [])
    assert.match(refused(filter("span.model", "a".repeat(1023))).join(), /^\/filters\/0\/value: /)
    assert.match(refused({ filters: Array(21).fill(filter("span.model").filters[0]) }).join(), /^\/filters: /)
  })

  it("E3: an order names a measure that is there, or the time that is cut", () => {
    const by = (by: unknown) => ({ orderBy: { by, direction: "asc" } })
    assert.deepStrictEqual(refused(by(0)), [])
    assert.match(refused(by(1)).join(), /^\/orderBy\/by: there is no measure 1/)
    assert.match(refused(by("time")).join(), /^\/orderBy\/by: there is no time without a granularity/)
    assert.deepStrictEqual(refused({ ...by("time"), granularity: "week" }), [])
  })

  it("E3: a range ends after it begins, and within 400 days", () => {
    const to = (to: string) => refused({ from: "2015-01-01T00:00:00Z", to })
    assert.deepStrictEqual(to("2016-02-05T00:00:00Z"), [])
    assert.match(to("2016-02-05T00:00:00.001Z").join(), /^\/from: .*400 days apart/)
    assert.match(to("2015-01-01T00:00:00Z").join(), /^\/to: to must be later than from$/)
    assert.match(to("2015-02-30T25:00:00Z").join(), /^\/to: /)
  })

  it("E3: a chart keeps a query that can be asked", () => {
    const create = makeDecoder(metricsCharts.operations.create.input)
    const { id: _, ...body } = MetricsChart.example
    assert.isTrue(Result.isSuccess(create(body)))
    const query = { ...body.source.query, over: "scores" }
    const decoded = create({ ...body, source: { type: "query", query } })
    assert.deepStrictEqual(Result.isFailure(decoded) && decoded.failure.map(({ path }) => path.join("/")), [
      "source/query/measures/0/measure",
      "source/query/measures/1/measure",
      "source/query/dimensions/0",
      "source/query/filters/0/field"
    ])
    assert.deepStrictEqual(
      Object.keys(example.input).toSorted(),
      [...Object.keys(body.source.query), "from", "to"].toSorted()
    )
  })
})
