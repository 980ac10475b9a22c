import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Worker, type WorkerOptions } from "node:worker_threads"
import { vi } from "vitest"
import { limits } from "../../../tooling/readme/src/limits.ts"
import { FormulaRunner, type Rows } from "../src/formulas/FormulaRunner.ts"
import { formula, raw } from "./rows.ts"

/** What counts 20,000 keys 250,000 times, for a minute or more: it pays for one step each time. */
const runaway = formula("trace.input.n.all(a, trace.input.n.all(b, size(trace.input.keys) > 0))", "boolean")

const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`k${n}`, n]))
const hostile = raw({ name: "a", input: { n: Array.from({ length: 500 }, (_, n) => n), keys } })

const rowsOf = (fields: Rows["fields"], columns: Rows["columns"]["trace"]): Rows => ({
  fields,
  wanted: fields.map((_, place) => place),
  count: 1,
  columns: { trace: columns ?? {} },
  shared: null
})

it.effect("T15: a formula has its time on a page, and its thread is ended then", () => {
  const { most, beyond } = limits.formulas["time of one formula on a page"]
  // It answers the first job, which loads what it needs, and no other.
  const stuck = new Worker(
    `const { parentPort } = require("node:worker_threads")
    parentPort.once("message", () => parentPort.postMessage({ result: { type: "plan" }, spent: false }))
    parentPort.on("message", () => {})
    parentPort.postMessage("loaded")`,
    { eval: true }
  )
  const [posted, ended] = [vi.spyOn(stuck, "postMessage"), vi.spyOn(stuck, "terminate")]
  const module = new URL("../src/formulas/formula-worker.js", import.meta.url)
  const workers = [() => stuck, (options: WorkerOptions) => new Worker(module, options)]
  return Effect.gen(function* () {
    const { warm, run } = yield* FormulaRunner
    yield* warm
    const fiber = yield* Effect.forkChild(run(rowsOf([formula("trace.name")], hostile), new Set()), {
      startImmediately: true
    })
    // It is in the first formula.
    const { progress } = posted.mock.calls[1]![0] as { readonly progress: SharedArrayBuffer }
    Atomics.store(new Int32Array(progress), 0, 1)
    yield* TestClock.adjust(most * 1000 - 1)
    expect(ended).not.toHaveBeenCalled()
    yield* TestClock.adjust(1)
    expect(ended).toHaveBeenCalledOnce()
    expect((yield* Fiber.join(fiber)).cells).toMatchObject([[{ error: { code: beyond } }]])
  }).pipe(Effect.provide(FormulaRunner.layer({ poolSize: 1, worker: (options) => workers.shift()!(options) })))
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
