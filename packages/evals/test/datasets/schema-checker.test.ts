import { Worker } from "node:worker_threads"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, References } from "effect"
import { TestClock } from "effect/testing"
import { SchemaChecker, type SchemaCheckerOptions } from "../../src/datasets/schemas/SchemaChecker.ts"

const schemas = { input: JSON.stringify({ type: "string" }), expected: null, metadata: null }

const module = new URL("../../src/datasets/schemas/schema-worker.js", import.meta.url)

/** A thread that comes to load its module once it is let, as on a machine that is very busy. */
const late = () => {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const code = `Atomics.wait(require("node:worker_threads").workerData, 0, 0); import(${JSON.stringify(module)})`
  const worker: SchemaCheckerOptions["worker"] = (options) =>
    new Worker(code, { ...options, eval: true, workerData: gate })
  const open = Effect.sync(() => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  })
  return { worker, open }
}

describe("a thread that is late to start", () => {
  it.effect("is told as what comes right by itself, and not as a fault of the schema", () =>
    Effect.gen(function* () {
      const { check } = yield* SchemaChecker
      const checking = yield* Effect.forkChild(Effect.flip(check({ schemas, items: [] })), { startImmediately: true })
      yield* TestClock.adjust("1 minute")
      expect(yield* Fiber.join(checking)).toMatchObject({ _tag: "UNAVAILABLE", retryAfter: 60 })
    }).pipe(
      Effect.provide(SchemaChecker.layer({ worker: late().worker })),
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  )

  it.effect("is waited for longer than a schema may take", () => {
    const { worker, open } = late()
    return Effect.gen(function* () {
      const { check } = yield* SchemaChecker
      const checking = yield* Effect.forkChild(check({ schemas, items: [{ input: "1" }] }), { startImmediately: true })
      yield* TestClock.adjust("20 seconds")
      yield* open
      expect(yield* Fiber.join(checking)).toMatchObject([{ index: 0, message: "must be string" }])
    }).pipe(Effect.provide(SchemaChecker.layer({ worker })))
  })
})
