import { Worker, type WorkerOptions } from "node:worker_threads"
import { it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { assert, vi } from "vitest"
import { limits } from "../../../tooling/readme/src/limits.ts"
import { SchemaChecker } from "../src/datasets/schemas/SchemaChecker.ts"
import { FileReader } from "../src/imports/thread/FileReader.ts"

/** Starts a worker that answers so many jobs, and works on the next one for ever. */
const stuck = (answers: number, result: unknown) => {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads")
    let { answers, result } = workerData
    parentPort.on("message", () => answers-- > 0 && parentPort.postMessage({ result, spent: false }))
    parentPort.postMessage("loaded")`
  const worker = new Worker(code, { eval: true, workerData: { answers, result } })
  return { worker, ended: vi.spyOn(worker, "terminate") }
}

/** Holds work to a deadline: its thread works until then, and is ended at it. */
const assertDeadline = Effect.fnUntraced(function* <A, E, R>(
  { most: seconds }: { readonly most: number },
  { ended }: ReturnType<typeof stuck>,
  work: Effect.Effect<A, E, R>
) {
  const fiber = yield* Effect.forkChild(work, { startImmediately: true })
  yield* TestClock.adjust(seconds * 1000 - 1)
  assert.lengthOf(ended.mock.calls, 0)
  yield* TestClock.adjust(1)
  assert.lengthOf(ended.mock.calls, 1)
  return yield* Fiber.join(fiber)
})

it.effect("checking the items of one write ends at its deadline", () => {
  // The first is the thread's own, to load what it needs.
  const thread = stuck(2, [])
  const check = SchemaChecker.use((checker) =>
    checker.check({ schemas: { input: "true", expected: null, metadata: null }, items: [] })
  )
  return Effect.gen(function* () {
    yield* check
    const findings = yield* assertDeadline(limits.datasets["checking one write by the schemas"], thread, check)
    assert.deepInclude(findings[0], { index: -1, pointer: "" })
  }).pipe(Effect.provide(SchemaChecker.layer({ worker: () => thread.worker })))
})

it.effect("reading the files of an import ends at its deadline, and is given its memory", () => {
  const thread = stuck(1, new TextEncoder().encode('{"datasets":[],"scorers":[],"errors":[]}'))
  let given: WorkerOptions = {}
  const worker = (options: WorkerOptions) => {
    given = options
    return thread.worker
  }
  const read = FileReader.use((reader) => reader.read([{ path: "a.jsonl", content: "" }], undefined))
  return Effect.gen(function* () {
    yield* read
    const { errors } = yield* assertDeadline(limits.imports["reading the files of an import"], thread, read)
    assert.deepInclude(errors[0], { file: "a.jsonl", code: "TOO_EXPENSIVE" })
    assert.strictEqual(given.resourceLimits?.maxOldGenerationSizeMb, limits.imports["memory of that thread"].most)
  }).pipe(Effect.provide(FileReader.layer({ worker })))
})
