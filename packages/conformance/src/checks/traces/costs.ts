import { expect, expectSame } from "../../Broken.ts"
import { ofTraces, spanIdOf, versionOf } from "./of-traces.ts"

const call = { "openinference.span.kind": "LLM", "llm.token_count.prompt": 1000, "llm.token_count.completion": 100 }

/** Laws of what spans cost. */
export const costs = [
  ofTraces(
    "T22",
    ["T22.reported", "T22.unknown", "T22.estimated"],
    "a cost that is reported is never changed, an estimate says so, and what is unknown is null",
    async ({ traceId, take, read }) => {
      const known = { ...call, "llm.model_name": "gpt-4o-mini", "llm.provider": "openai" }
      const cases: ReadonlyArray<readonly [string, object, number | null | "estimated"]> = [
        ["a reported cost of a known model", { ...known, "llm.cost.total": 123.456 }, 123.456],
        ["a reported cost of nothing", { ...known, "llm.cost.total": 0 }, 0],
        ["a reported cost of an unknown model", { ...call, "llm.model_name": "no-such-model", "llm.cost.total": 2 }, 2],
        ["a model that nobody knows", { ...call, "llm.model_name": "no-such-model", "llm.provider": "no-such" }, null],
        ["no model", call, null],
        ["a known model without tokens", { "openinference.span.kind": "LLM", "llm.model_name": "gpt-4o-mini" }, null],
        ["a known model", known, "estimated"]
      ]
      for (const [what, attributes, wanted] of cases) {
        const id = traceId()
        await take([versionOf({ traceId: id, attributes: attributes as Record<string, unknown> })])
        const { trace, spans } = await read(id)
        const { cost, costSource } = spans[0]!
        const shown = `the cost of ${what} is ${JSON.stringify(cost)}, ${JSON.stringify(costSource)}`
        // A server need not know any price.
        const isEstimate = wanted === "estimated" && cost !== null
        if (isEstimate) expect("T22", costSource === "estimated" && (cost as number) > 0, shown)
        else {
          const source = typeof wanted === "number" ? "reported" : null
          expect("T22", cost === (wanted === "estimated" ? null : wanted) && costSource === source, shown)
        }
        expect("T22", trace["cost"] === cost, `${shown}, and of its trace ${JSON.stringify(trace["cost"])}`)
      }
    },
    { also: ["T5"] }
  ),

  ofTraces(
    "T22",
    ["T22.sum"],
    "costs of a tenth and two tenths are three tenths, in any order, and a trace in which none is known has none",
    async ({ traceId, take, read }) => {
      const parts = [0.1, 0.2, 0.3, 1e-7, 3e-7]
      for (const costs of [parts, parts.toReversed()]) {
        const id = traceId()
        for (const [n, cost] of costs.entries()) {
          const attributes = { ...call, "llm.cost.total": cost }
          await take([versionOf({ traceId: id, spanId: spanIdOf(n), attributes })])
        }
        expectSame("T22", (await read(id)).trace["cost"], 0.6000004, "the sum of costs")
      }
    },
    { also: ["T2", "T5"] }
  )
]
