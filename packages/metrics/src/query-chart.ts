import { Caller } from "@agent-operations/auth"
import type { Operation } from "@agent-operations/contract"
import { MetricsChart, type metricsCharts } from "@agent-operations/contract/metrics"
import { spaceOf } from "@agent-operations/definitions"
import { inTurnsIfLong, parsedJson } from "@agent-operations/operations"
import { EncodedRevisionStore } from "@agent-operations/revision-store"
import { Effect } from "effect"
import { makeAnswerQuery } from "./answer-query.ts"

type Input = Operation.Input<(typeof metricsCharts)["operations"]["query"]>

/** Answers the query that a chart keeps. */
export const queryChart = Effect.gen(function* () {
  const store = yield* EncodedRevisionStore
  const answerQuery = yield* makeAnswerQuery
  return Effect.fnUntraced(function* ({ id, revision, ...range }: Input) {
    const read = yield* store.read(spaceOf(yield* Caller), MetricsChart, id, revision)
    // What was written was decoded by the kind's schemas.
    const source = yield* inTurnsIfLong(read.source.length, parsedJson(read.source))
    const { query } = source as typeof MetricsChart.source.Type
    const chart = { id, revision: read.revision, name: read.name }
    return { chart, ...(yield* answerQuery(query, range, "id")) }
  })
})
