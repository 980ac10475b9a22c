import { metrics, MetricsChart, metricsCharts } from "@agent-operations/contract/metrics"
import { makeDecoder } from "@agent-operations/contract/decode"
import { isAgentError } from "@agent-operations/error-envelope"
import { Result } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { defaults, limits } from "../../tooling/readme/src/limits.ts"
import { assertLimit, databases } from "../kit.ts"
import { type Calls, type Host, startHost } from "./host.ts"

const day = { from: "2015-11-20T00:00:00.000Z", to: "2015-11-21T00:00:00.000Z" }
const count = { measure: "count", aggregation: "count" } as const
const { id: _, ...chart } = MetricsChart.example

const span = (model: string, cost: number, more: object = {}) => ({
  name: "chat",
  type: "generation" as const,
  startedAt: "2015-11-20T10:00:00.000Z",
  endedAt: "2015-11-20T10:00:01.500Z",
  model,
  cost,
  ...more
})

/** The error that a call ends in. */
const refused = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error
  )
  assert.isTrue(isAgentError(error), String(error))
  return error as { readonly _tag: string; readonly hint?: string; readonly details?: Record<string, unknown> }
}

describe.each(databases)("metrics charts of a host on $name", (database) => {
  let host: Host
  beforeAll(async () => void (host = await startHost(database)))
  afterAll(() => host?.close())

  const costs = async (calls: Calls, id: string, revision?: number) => {
    const answer = await calls.metricsCharts.query({ id, ...day, ...(revision === undefined ? {} : { revision }) })
    const decoded = makeDecoder(metricsCharts.operations.query.result)(answer)
    assert.isTrue(Result.isSuccess(decoded), JSON.stringify(decoded))
    return { ...answer.chart, rows: answer.rows.map(({ dimensions, values }) => [dimensions, ...values]) }
  }

  it("R2, T17: a chart answers its query, at its current revision or at one that is named", async () => {
    const calls = host.as("charts")
    await calls.traces.record({
      traces: [{ spans: [span("a", 0.1), span("b", 0.2), span("b", 0.3, { type: "tool" })] }]
    })
    const { id } = await calls.metricsCharts.create(chart)
    assert.deepStrictEqual(await costs(calls, id), {
      id,
      revision: 1,
      name: "Cost by model and day",
      rows: [
        [{ model: "a" }, 0.1, 1500],
        [{ model: "b" }, 0.2, 1500]
      ]
    })
    const query = { over: "spans", measures: [{ measure: "cost", aggregation: "sum" }] } as const
    await calls.metricsCharts.update({ id, expectedRevision: 1, source: { type: "query", query }, name: "Cost" })
    assert.deepStrictEqual(await costs(calls, id), { id, revision: 2, name: "Cost", rows: [[{}, 0.6]] })
    assert.lengthOf((await costs(calls, id, 1)).rows, 2)
    const asked = await calls.metrics.query({ ...chart.source.query, ...day })
    const { chart: _, ...same } = await calls.metricsCharts.query({ id, ...day, revision: 1 })
    assert.deepStrictEqual(same, asked)
    assert.deepStrictEqual(asked.rows[0]?.time, day.from)

    assert.strictEqual((await refused(host.as("elsewhere").metricsCharts.query({ id, ...day })))._tag, "NOT_FOUND")
    assert.strictEqual((await refused(calls.metricsCharts.query({ id, ...day, revision: 3 })))._tag, "NOT_FOUND")
    await calls.metricsCharts.delete({ id, expectedRevision: 2 })
    assert.strictEqual((await refused(calls.metricsCharts.query({ id, ...day })))._tag, "NOT_FOUND")
  })

  it("T17: spans that come hours after others of the same week are counted from then on", async () => {
    const calls = host.as("later")
    const at = (hour: number) => new Date(Date.UTC(2015, 10, 18, hour)).toISOString()
    const countOf = async (hour: number) => {
      const { rows } = await calls.metrics.query({ over: "spans", measures: [count], from: at(hour), to: at(hour + 1) })
      return rows[0]?.values
    }
    for (const hour of [20, 44, 3]) {
      const times = { startedAt: at(hour), endedAt: at(hour) }
      await calls.traces.record({ traces: [{ spans: [span("a", 0.1, times)] }] })
      assert.deepStrictEqual(await countOf(hour), [1], `${hour}`)
      // What begins at the end of a range is of the next.
      assert.isUndefined(await countOf(hour - 1), `${hour - 1}`)
    }
  })

  it("T17: each period of a range of any length is told, with what began in it", async () => {
    const calls = host.as("long range")
    const firstOf = (month: number) => new Date(Date.UTC(2014, month)).toISOString()
    const months = Array.from({ length: 31 }, (_, month) => firstOf(month))
    for (const at of months)
      await calls.traces.record({ traces: [{ spans: [span("a", 0.1, { startedAt: at, endedAt: at })] }] })
    // From the middle of a month to the middle of that of the next year, which are 13 months.
    const middleOf = (month: number) => new Date(Date.UTC(2014, month, 15)).toISOString()
    const mondayOf = (at: string) => {
      const time = new Date(at)
      time.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7))
      return time.toISOString()
    }
    for (const first of [0, 7, 18]) {
      const counted = async (granularity: "month" | "week" | "day") => {
        const range = { from: middleOf(first), to: middleOf(first + 12) }
        const query = { over: "spans", measures: [count], granularity, limit: 400 } as const
        const { rows } = await calls.metrics.query({ ...query, ...range })
        return rows.filter(({ values }) => values[0] === 1).map(({ time }) => time)
      }
      const year = months.slice(first + 1, first + 13)
      assert.deepStrictEqual([await counted("month"), await counted("day")], [year, year])
      assert.deepStrictEqual(await counted("week"), year.map(mondayOf))
    }
  })

  it("T17: numbers of scores are added up with all of their digits", async () => {
    const calls = host.as("digits")
    const { traces: recorded } = await calls.traces.record({ traces: [{ spans: [span("a", 0.1)] }] })
    const traceId = recorded[0]!.id
    for (const value of [0.12345678901234566, 0.1234567890123457]) {
      await calls.traces.createScore({ traceId, name: "exact", identifier: `${value}`, value })
    }
    const sum = { measure: "value", aggregation: "sum" } as const
    const { rows } = await calls.metrics.query({ ...day, over: "scores", measures: [sum] })
    assert.deepStrictEqual(rows[0]?.values, [Number("0.24691357802469136")])
  })

  it("A2: reading takes metrics:read, and writing views:write too", async () => {
    const { id } = await host.as("scopes").metricsCharts.create(chart)
    const [reader, writer] = [host.as("scopes", ["metrics:read"]), host.as("scopes", ["views:write"])]
    await reader.metricsCharts.get({ id })
    await reader.metricsCharts.query({ id, ...day })
    await reader.metrics.query({ over: "traces", measures: [count], ...day })
    for (const call of [
      reader.metricsCharts.create({ ...chart, name: "another" }),
      reader.metricsCharts.delete({ id, expectedRevision: 1 }),
      writer.metricsCharts.update({ id, expectedRevision: 1, name: "another" }),
      writer.metricsCharts.get({ id }),
      writer.metricsCharts.query({ id, ...day })
    ]) {
      assert.strictEqual((await refused(call))._tag, "MISSING_SCOPE")
    }
  })

  it("takes as many measures, dimensions, rows and days as it says", async () => {
    const calls = host.as("limits")
    const ask = (more: object) => calls.metrics.query({ over: "traces", measures: [count], ...day, ...more })
    const aggregations = ["count", "sum", "avg", "min", "max", "p50", "p90", "p95", "p99"]
    await assertLimit(limits.metrics["measures of a query"], (measures) =>
      ask({ measures: aggregations.slice(0, measures).map((aggregation) => ({ measure: "cost", aggregation })) })
    )
    const dimensions = ["name", "userId", "sessionId", "release"]
    await assertLimit(limits.metrics["dimensions of a query"], (count) =>
      ask({ dimensions: dimensions.slice(0, count) })
    )
    await assertLimit(limits.metrics["rows of an answer"], (limit) => ask({ limit }))
    await assertLimit(limits.metrics["range of a query"], (days) =>
      ask({ to: new Date(Date.parse(day.from) + days * 86_400_000).toISOString() })
    )
    const { most } = limits.metrics["time of a query"]
    const { query } = metrics.operations
    // The deadline of an operation has tests of its own.
    assert.deepStrictEqual(
      [query, metricsCharts.operations.query].map((one) => one.limits?.deadlineMillis),
      [most * 1000, most * 1000]
    )
  })

  it("T17: more groups than are told, and values too long to group by, are refused with what to do", async () => {
    const calls = host.as("many")
    const tags = (n: number) => Array.from({ length: 50 }, (_, m) => `${n}-${m}`)
    const trace = (n: number) => ({ tags: tags(n), spans: [span("a", 1)] })
    const byTag = { over: "traces", measures: [count], dimensions: ["tags"], limit: 1, ...day } as const
    const { most, beyond } = limits.metrics["groups of a query"]
    await calls.traces.record({ traces: Array.from({ length: most / 50 }, (_, n) => trace(n)) })
    assert.deepStrictEqual(await calls.metrics.query(byTag), {
      rows: [{ dimensions: { tags: "0-0" }, values: [1] }],
      hasMore: true
    })
    const { limit: _, ...usual } = byTag
    assert.lengthOf((await calls.metrics.query(usual)).rows, defaults["rows of an answer"])
    await calls.traces.record({ traces: [{ ...trace(most / 50), tags: ["one more"] }] })
    const tooMany = await refused(calls.metrics.query(byTag))
    assert.deepStrictEqual([tooMany._tag, tooMany.details], [beyond, { limit: most }])
    assert.match(tooMany.hint!, /^Narrow the range/)

    await calls.traces.record({ traces: [{ spans: [span("a", 1, { attributes: { long: "x".repeat(2000) } })] }] })
    const query = { over: "traces", measures: [count], dimensions: ["name", "attributes.long"] } as const
    const long = await refused(calls.metrics.query({ ...query, ...day }))
    const { id } = await calls.metricsCharts.create({ ...chart, source: { type: "query", query } })
    const ofChart = await refused(calls.metricsCharts.query({ id, ...day }))
    for (const [{ _tag, details }, path] of [
      [long, "/dimensions/1"],
      [ofChart, "/id"]
    ] as const) {
      assert.strictEqual(_tag, "VALIDATION_ERROR")
      const [issue] = details!["issues"] as [{ path: string; message: string }]
      assert.strictEqual(issue.path, path)
      assert.match(issue.message, /^attributes\.long has values of more than 1024 bytes/)
    }
  })
})
