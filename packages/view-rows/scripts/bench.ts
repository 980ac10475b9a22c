/**
 * Measures how many rows a second formulas look at, on one thread as a page is: values are posted to it, and cells back.
 *
 * @example
 * node --conditions=@agent-operations/source scripts/bench.ts
 */
import { Effect } from "effect"
import { type Rows, FormulaRunner } from "../src/formulas/FormulaRunner.ts"
import type { FieldSpec } from "../src/formulas/protocol.ts"

const formula = (expression: string, aliases: Record<string, number> = {}): FieldSpec => ({
  target: "trace",
  valueType: "json",
  source: { type: "formula", expression },
  aliases
})

const subjects: Readonly<Record<string, ReadonlyArray<FieldSpec>>> = {
  "a number": [formula("trace.durationMs / 1000")],
  "an attribute and a number": [formula('trace.attributes["customer.tier"] != "free" && trace.durationMs > 5000.0')],
  "three fields that use one another": [
    formula("double(trace.totalTokens) * 0.00001"),
    {
      target: "trace",
      valueType: "string",
      source: { type: "attribute", pointer: "/attributes/customer.tier" },
      aliases: {}
    },
    formula('custom.tier != "free" && (trace.durationMs > 5000.0 || custom.cost > 0.5)', { cost: 0, tier: 1 })
  ],
  "a pattern": [formula('trace.name.matches("^(checkout|support)-[0-9]+$")')]
}

const count = 10_000
const range = Array.from({ length: count }, (_, n) => n)
const columns = {
  trace: {
    name: range.map((n) => `support-${n}`),
    durationMs: range.map((n) => (n * 7919) % 20_000),
    totalTokens: range.map((n) => (n % 10 === 0 ? null : n)),
    attributes: range.map(
      (n) =>
        `{"gen_ai.request.model":"large-${n % 5}","customer.tier":"${n % 3 === 0 ? "free" : "gold"}","service.name":"checkout","retries":${n % 4}}`
    )
  }
}

const all = Effect.fnUntraced(function* (fields: ReadonlyArray<FieldSpec>) {
  const runner = yield* FormulaRunner
  const wanted = fields.map((_, place) => place)
  for (let done = 0; done < count;) {
    const left = Object.fromEntries(Object.entries(columns.trace).map(([name, values]) => [name, values.slice(done)]))
    const rows: Rows = { fields, wanted, count: count - done, columns: { trace: left }, shared: null }
    done += (yield* runner.run(rows, new Set())).done
  }
})

const program = Effect.gen(function* () {
  for (const [subject, fields] of Object.entries(subjects)) {
    const rates: Array<number> = []
    for (let round = 0; round < 7; round++) {
      const begun = performance.now()
      yield* all(fields)
      rates.push(count / ((performance.now() - begun) / 1000))
    }
    const median = rates.sort((a, b) => a - b)[3]!
    console.log(`${subject}: ${Math.round(median).toLocaleString("en")} rows a second`)
  }
})

await Effect.runPromise(Effect.provide(program, FormulaRunner.layer()))
