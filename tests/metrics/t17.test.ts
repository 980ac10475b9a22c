import {
  aggregationsOf,
  dimensionsOf,
  granularities,
  measuresOf,
  type MetricsSource
} from "@agent-operations/contract/metrics"
import { isLong } from "@agent-operations/testing/long"
import fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { databases } from "../kit.ts"
import { type Host, startHost } from "./host.ts"
import { answerOf, type Query, readAll } from "./reference.ts"
import { range, record, world } from "./world.ts"

const filterOf = (field: string, operator: string, value?: unknown) => ({
  field,
  operator,
  ...(value === undefined ? {} : { value })
})

const ofTraces = [
  filterOf("trace.status", "eq", "error"),
  filterOf("trace.environment", "in", ["production", "a"]),
  filterOf("trace.userId", "exists", false),
  filterOf("trace.attributes.customer.tier", "eq", "gold"),
  filterOf("trace.tags", "contains", "Z"),
  filterOf("trace.durationMs", "gt", 0.001),
  filterOf("trace.scores.helpful", "gte", 0.2)
]

const filters: Readonly<Record<MetricsSource, ReadonlyArray<object>>> = {
  traces: ofTraces,
  spans: [
    ...ofTraces,
    filterOf("span.type", "in", ["generation", "embedding"]),
    filterOf("span.status", "ne", "error"),
    filterOf("span.type", "lt", "e"),
    filterOf("span.model", "ne", "gpt"),
    filterOf("span.name", "lt", "b"),
    filterOf("span.cost", "exists")
  ],
  scores: [
    ...ofTraces,
    filterOf("score.name", "eq", "helpful"),
    filterOf("score.spanId", "exists", false),
    filterOf("score.value", "lte", 1),
    filterOf("score.dataType", "ne", "BOOLEAN")
  ]
}

const queryOver = (over: MetricsSource) => {
  const measure = fc
    .constantFrom(...measuresOf[over])
    .chain((measure) =>
      fc.record({ measure: fc.constant(measure), aggregation: fc.constantFrom(...aggregationsOf(over, measure)) })
    )
  const known = over === "traces" ? [...dimensionsOf.traces, "attributes.customer.tier"] : dimensionsOf[over]
  return fc
    .record({
      measures: fc.array(measure, { minLength: 1, maxLength: 8 }),
      dimensions: fc.subarray([...known], { maxLength: 3 }),
      granularity: fc.option(fc.constantFrom(...granularities)),
      filters: fc.subarray([...filters[over]], { maxLength: 2 }),
      order: fc.option(fc.tuple(fc.nat(8), fc.constantFrom("asc", "desc"))),
      limit: fc.option(fc.integer({ min: 1, max: 20 })),
      range
    })
    .map(({ measures, granularity, order, limit, range, ...rest }) => {
      const by = order === null ? 0 : order[0] % (measures.length + (granularity === null ? 0 : 1))
      return {
        over,
        measures,
        ...rest,
        ...range,
        ...(granularity === null ? {} : { granularity }),
        ...(order === null ? {} : { orderBy: { by: by === measures.length ? "time" : by, direction: order[1] } }),
        ...(limit === null ? {} : { limit })
      } as Query
    })
}

const query = fc.oneof(...(["traces", "spans", "scores"] as const).map(queryOver))

describe.each(isLong ? databases : databases.slice(1))("metrics of a host on $name", (database) => {
  let host: Host
  beforeAll(async () => void (host = await startHost(database)))
  afterAll(() => host?.close())

  it("T17: are what their definition says of the traces, spans and scores that lists yield", async () => {
    let projects = 0
    await fc.assert(
      fc.asyncProperty(world, fc.array(query, { minLength: 40, maxLength: 40 }), async (world, queries) => {
        const calls = host.as(`project-${projects++}`)
        await record(calls, world)
        const all = await readAll(calls)
        for (const query of queries) {
          assert.deepStrictEqual(await calls.metrics.query(query), answerOf(all, query), JSON.stringify(query))
        }
      }),
      // runs: each asks 40 queries of a world of its own
      { numRuns: 4, endOnFailure: true }
    )
  })
})
