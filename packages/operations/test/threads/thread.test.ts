import { EventEmitter } from "node:events"
import { Worker } from "node:worker_threads"
import { describe, expect, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { conditionsOf, makeThread, NotStarted, OutOfMemory, Stopped } from "../../src/threads/index.ts"
import { loaded, type Request } from "../../src/threads/protocol.ts"
import { leaveYoungToLimits } from "../../src/threads/young.ts"
import type { Job } from "./worker.ts"

/** A worker that posts, fails and exits when the test says so. */
class FakeWorker extends EventEmitter {
  readonly posted: Array<Request<string>> = []
  keepsAlive = true
  isTerminated = false
  ref = () => void (this.keepsAlive = true)
  unref = () => void (this.keepsAlive = false)
  postMessage = (message: Request<string>) => void this.posted.push(message)
  terminate = () => Promise.resolve(void (this.isTerminated = true))
}

const setUp = (isLoaded = true) => {
  const worker = new FakeWorker()
  const events: EventEmitter = worker
  const thread = makeThread<string, number>(events as Worker)
  if (isLoaded) worker.emit("message", loaded)
  const listeners = () => ["message", "error", "exit"].map((event) => worker.listenerCount(event))
  const idle = listeners()
  const isIdle = () => !worker.keepsAlive && String(listeners()) === String(idle)
  const run = Effect.forkChild(Effect.exit(Effect.andThen(thread.load, thread.run("job"))), { startImmediately: true })
  return { worker, thread, isIdle, run }
}

const outOfMemory = Object.assign(new Error("heap"), { code: "ERR_WORKER_OUT_OF_MEMORY" })
/** What a job failed with or died of. */
const reasonOf = (exit: Exit.Exit<unknown, unknown>) => (Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined)

const answer = { result: 3, spent: false }

describe("V6: a thread", () => {
  it.effect("keeps the process alive only while it works, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const { worker, thread, isIdle, run } = setUp()
      expect(isIdle()).toBe(true)
      expect(thread.alive()).toBe(true)
      const running = yield* run
      expect(worker.keepsAlive).toBe(true)
      expect(isIdle()).toBe(false)
      expect(running.pollUnsafe()).toBeUndefined()
      worker.emit("message", answer)
      expect(isIdle()).toBe(true)
      expect(yield* Fiber.join(running)).toEqual(Exit.succeed(answer))

      const given = yield* run
      yield* Fiber.interrupt(given)
      expect(isIdle()).toBe(true)
      yield* thread.stop
      expect(worker.isTerminated).toBe(true)
    })
  )

  it.effect("is given its job once its module is loaded, and keeps the process alive until then", () =>
    Effect.gen(function* () {
      const { worker, run } = setUp(false)
      const running = yield* run
      expect(worker.keepsAlive).toBe(true)
      expect(worker.posted).toEqual([])
      worker.emit("message", loaded)
      yield* TestClock.adjust(0)
      expect(worker.posted).toHaveLength(1)
      worker.emit("message", answer)
      expect(worker.keepsAlive).toBe(false)
      expect(yield* Fiber.join(running)).toEqual(Exit.succeed(answer))
    })
  )

  it.effect("tells how far its job has come, from the start anew for each", () =>
    Effect.gen(function* () {
      const { worker, thread, run } = setUp()
      yield* run
      new Int32Array(worker.posted[0]!.progress)[0] = 7
      expect(worker.posted[0]!.job).toBe("job")
      expect(thread.reached()).toBe(7)
      worker.emit("message", answer)
      expect(thread.reached()).toBe(7)
      yield* run
      expect(thread.reached()).toBe(0)
    })
  )

  it.effect.each([
    ["an error before its module was loaded", false, new Error("missing"), NotStarted],
    ["an error without a code", true, new Error("broken"), undefined],
    ["an error with another code", true, Object.assign(new Error("broken"), { code: "ERR_OTHER" }), undefined],
    ["what is no error", true, "broken", undefined],
    ["what is no error, but has the code", true, { code: "ERR_WORKER_OUT_OF_MEMORY" }, undefined],
    ["want of memory before its module was loaded", false, outOfMemory, OutOfMemory],
    ["want of memory", true, outOfMemory, OutOfMemory]
  ] as const)("ends its job by %s", ([, isLoaded, cause, failure]) =>
    Effect.gen(function* () {
      const { worker, isIdle, run } = setUp(isLoaded)
      const running = yield* run
      worker.emit("error", cause)
      expect(isIdle()).toBe(true)
      const exit = yield* Fiber.join(running)
      if (failure === undefined) expect(exit).toEqual(Exit.die(cause))
      else {
        const failed = reasonOf(exit)
        expect(failed).toBeInstanceOf(failure)
        if (failed instanceof NotStarted) expect(failed.cause).toBe(cause)
      }
    })
  )

  it.effect("is stopped by its exit, and no more alive", () =>
    Effect.gen(function* () {
      const { worker, thread, isIdle, run } = setUp()
      const running = yield* run
      worker.emit("exit", 1)
      expect(yield* Fiber.join(running)).toEqual(Exit.fail(new Stopped()))
      expect(isIdle()).toBe(true)
      expect(thread.alive()).toBe(false)
    })
  )

  it.effect("does no job once it has ended", () =>
    Effect.gen(function* () {
      const { worker, isIdle, run } = setUp()
      worker.emit("exit", 1)
      expect(yield* Fiber.join(yield* run)).toEqual(Exit.fail(new Stopped()))
      expect(isIdle()).toBe(true)
    })
  )

  it("survives an error between two jobs, which its exit follows", () => {
    const { worker, thread } = setUp()
    worker.emit("error", new Error("broken"))
    expect(thread.alive()).toBe(true)
    worker.emit("exit", 1)
    expect(thread.alive()).toBe(false)
  })

  it.effect("fails for want of memory where a job can't be copied", () =>
    Effect.gen(function* () {
      const { worker, isIdle, run } = setUp()
      worker.postMessage = () => {
        throw new RangeError("Maximum call stack size exceeded")
      }
      expect(yield* Fiber.join(yield* run)).toEqual(Exit.fail(new OutOfMemory()))
      expect(isIdle()).toBe(true)
    })
  )
})

describe("V6: a thread of Node's", () => {
  const start = (module: string) => {
    leaveYoungToLimits()
    return makeThread<Job, number>(
      new Worker(new URL(module, import.meta.url), {
        execArgv: conditionsOf(import.meta.url),
        resourceLimits: { maxOldGenerationSizeMb: 32 }
      })
    )
  }

  it.effect("does jobs, one after the other", () =>
    Effect.gen(function* () {
      const thread = start("./worker.ts")
      yield* thread.load
      for (const length of [3, 5]) {
        expect(yield* thread.run({ do: "count", text: "x".repeat(length) })).toEqual({ result: length, spent: false })
        expect(thread.reached()).toBe(length)
      }
      yield* thread.stop
      expect(thread.alive()).toBe(false)
    })
  )

  it.effect("ends as its job does", () =>
    Effect.gen(function* () {
      const ended = (job: Job["do"], module = "./worker.ts") => {
        const { load, run } = start(module)
        return Effect.exit(Effect.andThen(load, run({ do: job, text: "" })))
      }
      const [thrown, grown, exited, missing] = yield* Effect.all(
        [ended("throw"), ended("grow"), ended("exit"), ended("count", "./missing.ts")],
        { concurrency: "unbounded" }
      )
      expect(String(reasonOf(thrown))).toContain("broken")
      expect(grown).toEqual(Exit.fail(new OutOfMemory()))
      expect(exited).toEqual(Exit.fail(new Stopped()))
      expect(reasonOf(missing)).toBeInstanceOf(NotStarted)
    })
  )
})

it("a module is found by a thread as by what starts it", () => {
  expect(conditionsOf("file:///src/start.ts")).toEqual(["--conditions=@agent-operations/source"])
  expect(conditionsOf("file:///dist/start.js")).toEqual([])
})
