import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { FormulaRunner, type Rows } from "../src/formulas/FormulaRunner.ts"
import { formula, raw } from "./rows.ts"

/** What compares two values of 100 KB 250,000 times: no step of it is long, but what it compares is. */
const runaway = formula("trace.input.n.all(a, trace.input.n.all(b, trace.input.x == trace.input.y))", "boolean")

const large = Array.from({ length: 3000 }, (_, n) => ({ n, text: `text ${n}` }))
const hostile = raw({ name: "a", input: { n: Array.from({ length: 500 }, (_, n) => n), x: large, y: large } })

const rowsOf = (fields: Rows["fields"], columns: Rows["columns"]["trace"]): Rows => ({
  fields,
  wanted: fields.map((_, place) => place),
  count: 1,
  columns: { trace: columns ?? {} },
  shared: null
})

describe("T15: what nothing else bounds ends with its thread", () => {
  it.live("its cells are TOO_EXPENSIVE, others have their values, and other pages are answered meanwhile", () =>
    Effect.gen(function* () {
      const { run } = yield* FormulaRunner
      const fine = rowsOf([formula("trace.name")], hostile)
      // So that both threads are there.
      yield* Effect.all([run(fine, new Set()), run(fine, new Set())], { concurrency: 2 })
      const excluded = new Set<number>()
      const fiber = yield* Effect.forkChild(run(rowsOf([formula("trace.name"), runaway], hostile), excluded))
      for (let n = 0; n < 5; n++) expect((yield* run(fine, new Set())).cells[0]).toEqual([{ value: "a" }])
      // They did not wait for it.
      expect(fiber.pollUnsafe()).toBeUndefined()
      const { cells } = yield* Fiber.join(fiber)
      expect(cells).toMatchObject([[{ value: "a" }], [{ value: null, error: { code: "TOO_EXPENSIVE" } }]])
      expect([...excluded]).toEqual([1])
    }).pipe(Effect.provide(FormulaRunner.layer({ deadline: "3 seconds" })))
  )
})
