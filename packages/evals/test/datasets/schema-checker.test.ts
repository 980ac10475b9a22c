import { Worker } from "node:worker_threads"
import { describe, expect, it } from "@effect/vitest"
import { vi } from "vitest"
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

/** A thread that goes on for ever with a job that has items, once it has told of as many as it is given. */
const stubborn = (items: number) => {
  const told = new Int32Array(new SharedArrayBuffer(4))
  const code = `
    const { workerData } = require("node:worker_threads")
    import(${JSON.stringify(import.meta.resolve("@agent-operations/operations/threads/serve"))}).then(({ serve }) =>
      serve(({ pages }, reached) => {
        if (pages.length === 0) return []
        reached(${items})
        Atomics.store(workerData, 0, 1)
        Atomics.notify(workerData, 0)
        for (;;);
      })
    )`
  const worker: SchemaCheckerOptions["worker"] = (options) =>
    new Worker(code, { ...options, eval: true, workerData: told })
  const isThere = Effect.promise(async () => Atomics.waitAsync(told, 0, 0).value)
  return { worker, isThere }
}

describe("a check that does not end", () => {
  it.effect.each([
    [0, { index: -1, pointer: "" }],
    [1, { index: 0, pointer: "" }],
    [3, { index: 2, pointer: "" }]
  ] as const)(
    "is told at the schema before the first item, and then at the item that it is at: %i",
    ([items, place]) => {
      const { worker, isThere } = stubborn(items)
      return Effect.gen(function* () {
        const { check } = yield* SchemaChecker
        const checking = yield* Effect.forkChild(check({ schemas, items: [{}, {}, {}, {}] }), {
          startImmediately: true
        })
        yield* isThere
        yield* TestClock.adjust("5 seconds")
        const message = "The schema takes too long to check it. Make the schema simpler."
        expect(yield* Fiber.join(checking)).toEqual([{ ...place, message }])
      }).pipe(Effect.provide(SchemaChecker.layer({ worker })))
    }
  )
})

describe("the schemas of a dataset", () => {
  const none = { input: null, expected: null, metadata: null }

  it.effect.each(["input", "expected", "metadata"] as const)("are checked where %s alone has one", (part) =>
    Effect.gen(function* () {
      const { check } = yield* SchemaChecker
      const found = yield* check({ schemas: { ...none, [part]: schemas.input }, items: [{ [part]: "1" }] })
      expect(found).toEqual([{ index: 0, pointer: `/${part}`, message: "must be string" }])
    }).pipe(Effect.provide(SchemaChecker.layer()))
  )

  it.effect("need no thread where there are none", () => {
    const worker = vi.fn<NonNullable<SchemaCheckerOptions["worker"]>>()
    return Effect.gen(function* () {
      const { check } = yield* SchemaChecker
      expect(yield* check({ schemas: none, items: [{ input: "1" }] })).toEqual([])
      expect(worker).not.toHaveBeenCalled()
    }).pipe(Effect.provide(SchemaChecker.layer({ worker })))
  })
})
