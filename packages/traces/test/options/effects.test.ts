import { runSteps } from "@agent-operations/operations"
import { describeOptions, givenTo, shownBy } from "@agent-operations/testing/options"
import { Duration } from "effect"
import { assert } from "vitest"
import { settingOf, type TracesOptions } from "../../src/family/setting.ts"
import { TraceHandlers } from "../../src/family/TraceHandlers.ts"
import { headSpanOf } from "../../src/head-span.ts"
import { traces } from "../../src/index.ts"
import { TraceStore } from "../../src/store/index.ts"
import { headOf } from "../../src/trace-head.ts"
import { callOf, sentSpan, spanOf } from "../spans.ts"
import { described } from "./described.ts"

/** That handlers and store are given an option, and without it none. */
const assertHandedOn = (options: TracesOptions) => {
  const none = { retention: undefined, idle: undefined }
  assert.deepStrictEqual(givenTo(TraceHandlers, "layer", traces, options), [options, {}])
  assert.deepStrictEqual(givenTo(TraceStore, "layerWith", traces, options), [{ ...none, ...options }, none])
}

describeOptions<TracesOptions>("traces", described, {
  retention: () => {
    assertHandedOn({ retention: "90 days" })
    shownBy(
      "packages/traces/test/setting.test.ts",
      "are from the retention on",
      "are from the year 2000 on, where there is no retention"
    )()
    shownBy("packages/traces/test/store/ages.test.ts", "a trace is read up to the retention")()
  },
  idle: () => {
    assertHandedOn({ idle: "1 minute" })
    const { headSpan, ...summary } = headOf([spanOf({ endNano: null })])
    const statusAfter = (millis: number, options: TracesOptions) => {
      const trace = { traceId: "", summary, headSpan: headSpanOf(headSpan), scores: {} }
      const read = { touchedNano: 0n, nowNano: BigInt(millis) * 1_000_000n }
      return settingOf(options).answer({ ...trace, ...read } as never, "prj_a").status
    }
    for (const [options, idle] of [
      [{ idle: "1 minute" }, 60_000],
      [{}, Duration.toMillis(described.idle.default)]
    ] as const)
      assert.deepStrictEqual(
        [idle, idle + 1].map((millis) => statusAfter(millis, options)),
        ["running", "incomplete"]
      )
    shownBy("packages/traces/test/store/ages.test.ts", `is running for ${described.idle.default}`)()
    shownBy("packages/traces/test/store/metrics.test.ts", '{ idle: "1 millis" }')()
  },
  prices: () => {
    const attributes = { ...callOf("gpt-4o-mini"), "gen_ai.usage.input_tokens": 1_000_000 }
    const prices = { models: [{ model: "gpt-4o-mini", input: 7 }] }
    const costs = [{ prices }, {}].map(
      (options) => runSteps(settingOf(options).make(sentSpan({ attributes }))).facts.cost
    )
    assert.deepStrictEqual(costs, [7, 0.15])
    assert.deepStrictEqual(givenTo(TraceHandlers, "layer", traces, { prices }), [{ prices }, {}])
  }
})
