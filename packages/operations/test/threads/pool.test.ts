import { execFile, execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Worker } from "node:worker_threads"
import { WorkFor } from "@agent-operations/database"
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import {
  type Answer,
  Busy,
  conditionsOf,
  makePool,
  makeThread,
  NotStarted,
  OutOfMemory,
  Stopped,
  type Thread,
  TooLarge,
  TooSlow
} from "../../src/threads/index.ts"
import type { Job } from "./worker.ts"

interface Result {
  readonly length: number
}

const answer: Answer<Result> = { result: { length: 3 }, spent: false }

/** Threads whose jobs end when the test says so. */
const fakeThreads = () => {
  const jobs: Array<{ readonly job: string; readonly end: Deferred.Deferred<Answer<Result>, OutOfMemory | Stopped> }> =
    []
  const threads: Array<{ stopped: boolean; dead: boolean }> = []
  const start = (): Thread<string, Result> => {
    const thread = { stopped: false, dead: false }
    threads.push(thread)
    return {
      load: Effect.void,
      run: (job) =>
        Effect.suspend(() => {
          const end = Deferred.makeUnsafe<Answer<Result>, OutOfMemory | Stopped>()
          jobs.push({ job, end })
          return Deferred.await(end)
        }),
      reached: () => 2,
      alive: () => !thread.dead,
      stop: Effect.sync(() => {
        thread.stopped = true
      })
    }
  }
  const end = (job: number, exit: Exit.Exit<Answer<Result>, OutOfMemory | Stopped>) =>
    Effect.suspend(() => Deferred.done(jobs[job]!.end, exit))
  return { jobs, threads, start, end }
}

const settle = TestClock.adjust(0)

const setUp = (size: number, queueLimit: number) =>
  Effect.gen(function* () {
    const fake = fakeThreads()
    const pool = yield* makePool({ size, queueLimit, deadline: Duration.seconds(5), start: fake.start })
    const submit = Effect.forkScoped(pool.run("job").pipe(Effect.tap(settle)), { startImmediately: true })
    return { ...fake, pool, submit }
  })

describe("V6: the pool", () => {
  it.effect("starts a thread for the first job, and uses it again", () =>
    Effect.gen(function* () {
      const { threads, jobs, end, submit } = yield* setUp(1, 8)
      expect(threads).toHaveLength(0)
      for (const job of [0, 1, 2]) {
        const fiber = yield* submit
        expect(jobs).toHaveLength(job + 1)
        yield* end(job, Exit.succeed(answer))
        expect(yield* Fiber.join(fiber)).toBe(answer.result)
      }
      expect(threads).toEqual([{ stopped: false, dead: false }])
    })
  )

  it.effect("runs as many jobs at once as it has threads, the rest in turn, and refuses those beyond the queue", () =>
    Effect.gen(function* () {
      const { jobs, end, submit, threads } = yield* setUp(2, 3)
      const fibers = yield* Effect.all([submit, submit, submit, submit, submit])
      expect(jobs).toHaveLength(2)
      const refused = yield* submit
      expect(yield* Effect.flip(Fiber.join(refused))).toBeInstanceOf(Busy)
      for (const job of fibers.keys()) {
        yield* end(job, Exit.succeed(answer))
        yield* settle
      }
      for (const fiber of fibers) expect(yield* Fiber.join(fiber)).toBe(answer.result)
      expect(threads).toHaveLength(2)
      const after = yield* submit
      yield* end(5, Exit.succeed(answer))
      expect(yield* Fiber.join(after)).toBe(answer.result)
    })
  )

  it.effect("gives up a job at the deadline, stops its thread and starts another", () =>
    Effect.gen(function* () {
      const { threads, end, submit } = yield* setUp(1, 8)
      const slow = yield* submit
      yield* TestClock.adjust("4999 millis")
      expect(threads).toEqual([{ stopped: false, dead: false }])
      yield* TestClock.adjust("1 millis")
      expect(yield* Effect.flip(Fiber.join(slow))).toEqual(new TooSlow({ reached: 2 }))
      expect(threads).toEqual([{ stopped: true, dead: false }])
      const next = yield* submit
      yield* end(1, Exit.succeed(answer))
      expect(yield* Fiber.join(next)).toBe(answer.result)
      expect(threads[1]).toEqual({ stopped: false, dead: false })
    })
  )

  it.effect(
    "gives up a job that waited as long as the deadline, so that each is answered within twice the deadline",
    () =>
      Effect.gen(function* () {
        const { jobs, submit } = yield* setUp(1, 8)
        const fibers = yield* Effect.all([submit, submit, submit])
        yield* TestClock.adjust("5 seconds")
        expect(yield* Effect.flip(Fiber.join(fibers[2]))).toBeInstanceOf(Busy)
        yield* TestClock.adjust("5 seconds")
        expect(yield* Effect.flip(Fiber.join(fibers[0]))).toBeInstanceOf(TooSlow)
        expect(Exit.isFailure(yield* Fiber.await(fibers[1]))).toBe(true)
        expect(jobs.length).toBeLessThanOrEqual(2)
      })
  )

  it.effect("gives each job a deadline of its own, once the thread has warmed up", () =>
    Effect.gen(function* () {
      const fake = fakeThreads()
      const pool = yield* makePool({
        size: 1,
        queueLimit: 8,
        deadline: (job: string) => Duration.seconds(job === "long" ? 5 : 1),
        patience: Duration.infinity,
        warmUp: "ready",
        start: fake.start
      })
      const submit = (job: string) => Effect.forkScoped(pool.run(job), { startImmediately: true })
      const first = yield* submit("short")
      const second = yield* submit("long")
      yield* TestClock.adjust("29900 millis")
      expect(fake.jobs.map(({ job }) => job)).toEqual(["ready"])
      yield* Effect.andThen(fake.end(0, Exit.succeed(answer)), settle)
      yield* TestClock.adjust("1 seconds")
      expect(yield* Effect.flip(Fiber.join(first))).toBeInstanceOf(TooSlow)
      yield* Effect.andThen(fake.end(2, Exit.succeed(answer)), settle)
      expect(fake.jobs.map(({ job }) => job)).toEqual(["ready", "short", "ready", "long"])
      yield* TestClock.adjust("4900 millis")
      yield* Effect.andThen(fake.end(3, Exit.succeed(answer)), settle)
      expect(yield* Fiber.join(second)).toBe(answer.result)
    })
  )

  it.effect("a thread that never warms up was not started", () =>
    Effect.gen(function* () {
      const fake = fakeThreads()
      const pool = yield* makePool({
        size: 1,
        queueLimit: 8,
        deadline: Duration.seconds(1),
        warmUp: "ready",
        start: fake.start
      })
      const fiber = yield* Effect.forkScoped(pool.run("job"), { startImmediately: true })
      yield* TestClock.adjust("30 seconds")
      const failure = yield* Effect.flip(Fiber.join(fiber))
      expect(failure).toBeInstanceOf(NotStarted)
      expect(failure).toHaveProperty("cause", new Error("It took longer than 30s."))
      expect(fake.threads).toEqual([{ stopped: true, dead: false }])
    })
  )

  it.effect("gives a job its deadline once its thread is loaded", () =>
    Effect.gen(function* () {
      const fake = fakeThreads()
      const loading = yield* Deferred.make<void>()
      const start = () => ({ ...fake.start(), load: Deferred.await(loading) })
      const pool = yield* makePool({ size: 1, queueLimit: 8, deadline: Duration.seconds(1), start })
      const slow = yield* Effect.forkScoped(pool.run("job"), { startImmediately: true })
      yield* TestClock.adjust("29900 millis")
      expect(fake.jobs).toEqual([])
      yield* Effect.andThen(Deferred.succeed(loading, undefined), settle)
      yield* TestClock.adjust("999 millis")
      expect(slow.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      expect(yield* Effect.flip(Fiber.join(slow))).toBeInstanceOf(TooSlow)
    })
  )

  it.effect("an interrupted job leaves its place in the queue, or its thread", () =>
    Effect.gen(function* () {
      const { jobs, threads, end, submit } = yield* setUp(1, 1)
      const running = yield* submit
      const queued = yield* submit
      yield* Fiber.interrupt(queued)
      const other = yield* submit
      expect(jobs).toHaveLength(1)
      yield* Fiber.interrupt(running)
      yield* settle
      expect(threads[0]?.stopped).toBe(true)
      yield* end(1, Exit.succeed(answer))
      expect(yield* Fiber.join(other)).toBe(answer.result)
      expect(jobs).toHaveLength(2)
    })
  )

  it.effect("a thread without memory, stopped, spent or dead is not used again", () =>
    Effect.gen(function* () {
      const { threads, end, submit } = yield* setUp(1, 8)
      const first = yield* submit
      yield* end(0, Exit.fail(new OutOfMemory()))
      expect(yield* Effect.flip(Fiber.join(first))).toEqual(new TooLarge({ reached: 2 }))
      const second = yield* submit
      yield* end(1, Exit.fail(new Stopped()))
      expect(yield* Effect.flip(Fiber.join(second))).toBeInstanceOf(Busy)
      const third = yield* submit
      yield* end(2, Exit.succeed({ ...answer, spent: true }))
      yield* Fiber.join(third)
      const fourth = yield* submit
      yield* end(3, Exit.succeed(answer))
      yield* Fiber.join(fourth)
      threads[3]!.dead = true
      const fifth = yield* submit
      yield* end(4, Exit.succeed(answer))
      yield* Fiber.join(fifth)
      expect(threads.map(({ stopped }) => stopped)).toEqual([true, true, true, false, false])
    })
  )

  it.effect("stops its threads when its scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { threads, end, submit } = yield* setUp(2, 8).pipe(Scope.provide(scope))
      const job = yield* submit.pipe(Scope.provide(scope))
      yield* end(0, Exit.succeed(answer))
      yield* Fiber.join(job)
      yield* Scope.close(scope, Exit.void)
      expect(threads).toEqual([{ stopped: true, dead: false }])
    })
  )

  it.effect("stops each of its threads once, and all at once at the end, but those that are gone already", () =>
    Effect.gen(function* () {
      const stops: Array<number> = []
      const alive = [true, true, true, true]
      const together = yield* Deferred.make<void>()
      const start = (): Thread<"fails" | "answers", Result> => {
        const index = stops.push(0) - 1
        return {
          load: Effect.void,
          run: (job) =>
            // clock: of the test
            Effect.delay(job === "fails" ? Effect.fail(new Stopped()) : Effect.succeed(answer), Duration.seconds(1)),
          reached: () => 0,
          alive: () => alive[index]!,
          stop: Effect.suspend(() => {
            stops[index]!++
            if (index === 4) Deferred.doneUnsafe(together, Exit.void)
            return index === 0 ? Effect.void : Deferred.await(together)
          })
        }
      }
      const scope = yield* Scope.make()
      const pool = yield* Scope.provide(
        makePool({ size: 3, queueLimit: 0, deadline: Duration.seconds(5), start }),
        scope
      )
      const during = <A, E>(jobs: ReadonlyArray<Effect.Effect<A, E>>) =>
        Effect.forkChild(Effect.exit(Effect.all(jobs, { concurrency: "unbounded" })), { startImmediately: true }).pipe(
          Effect.tap(TestClock.adjust("1 second")),
          Effect.flatMap(Fiber.join)
        )
      yield* during([pool.run("fails")])
      yield* during([pool.run("answers"), pool.run("answers")])
      expect(stops).toEqual([1, 0, 0])
      alive[1] = false
      alive[2] = false
      yield* during([pool.run("answers"), pool.run("answers")])
      yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* settle
      expect(stops).toEqual([1, 0, 0, 1, 1])
    })
  )

  it.effect("tells why a thread could not be started, and starts one for the next job", () =>
    Effect.gen(function* () {
      const cause = new Error("no worker")
      const { start, end } = fakeThreads()
      let starts = 0
      const startOnce = () => {
        if (starts++ === 0) throw cause
        return start()
      }
      const pool = yield* makePool({ size: 1, queueLimit: 0, deadline: Duration.seconds(5), start: startOnce })
      const error = yield* Effect.flip(pool.run("job"))
      expect(error).toBeInstanceOf(NotStarted)
      expect(error).toHaveProperty("cause", cause)
      const next = yield* Effect.forkChild(pool.run("job"), { startImmediately: true })
      yield* end(0, Exit.succeed(answer))
      expect(yield* Fiber.join(next)).toBe(answer.result)
    })
  )

  it.live("K3: stops the thread of a job that others wait for, and begins it again until it ends", () =>
    Effect.gen(function* () {
      let stopped = 0
      const begun: Array<string> = []
      const start = (): Thread<string, Result> => ({
        load: Effect.void,
        run: (job) =>
          Effect.suspend(() => {
            begun.push(job)
            // clock: the job is longer than the quantum of a pool, and is ended the first time in any case
            return Effect.delay(Effect.succeed(answer), job === "long" ? 1200 : 0)
          }),
        reached: () => 0,
        alive: () => true,
        stop: Effect.sync(() => void stopped++)
      })
      const deadline = Duration.seconds(5)
      const pool = yield* makePool({ size: 1, queueLimit: 8, deadline, start })
      const runFor = (party: string, job: string) => Effect.provideService(pool.run(job), WorkFor, party)
      const long = yield* Effect.forkChild(runFor("a", "long"), { startImmediately: true })
      expect(yield* runFor("b", "short")).toBe(answer.result)
      expect(yield* Fiber.join(long)).toBe(answer.result)
      expect(begun).toEqual(["long", "short", "long"])
      expect(stopped).toBe(1)
    })
  )

  it.effect("K3: a thread that is slow to end holds no turn, but where as many others are", () => {
    const ends: Array<Deferred.Deferred<void>> = []
    const endAll = Effect.sync(() => {
      for (const end of ends) Deferred.doneUnsafe(end, Exit.void)
    })
    return Effect.gen(function* () {
      const start = (): Thread<string, Result> => {
        const end = Deferred.makeUnsafe<void>()
        ends.push(end)
        return {
          load: Effect.void,
          run: (job) => (job === "short" ? Effect.succeed(answer) : Effect.never),
          reached: () => 0,
          alive: () => true,
          stop: Deferred.await(end)
        }
      }
      const scope = yield* Scope.make()
      const deadline = Duration.seconds(5)
      const pool = yield* Scope.provide(makePool({ size: 2, queueLimit: 8, deadline, start }), scope)
      const submit = (job: string) => Effect.forkScoped(pool.run(job), { startImmediately: true })
      const tooSlow = Exit.fail(new TooSlow({ reached: 0 }))
      const deadlines = Effect.andThen(TestClock.adjust("5 seconds"), settle)
      const long = yield* Effect.all([submit("long"), submit("long")])
      yield* deadlines
      expect(long.map((fiber) => fiber.pollUnsafe())).toEqual([tooSlow, tooSlow])
      expect(yield* pool.run("short")).toBe(answer.result)
      expect(ends).toHaveLength(3)

      const third = yield* submit("long")
      const fourth = yield* submit("long")
      const waits = yield* submit("short")
      yield* deadlines
      expect([third, fourth].map((fiber) => fiber.pollUnsafe())).toEqual([undefined, undefined])
      expect(ends).toHaveLength(4)
      yield* Deferred.succeed(ends[0]!, undefined)
      yield* Deferred.succeed(ends[1]!, undefined)
      yield* settle
      expect([third, fourth].map((fiber) => fiber.pollUnsafe())).toEqual([tooSlow, tooSlow])
      yield* Fiber.await(waits)

      const closed = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
      yield* settle
      expect(closed.pollUnsafe()).toBeUndefined()
      yield* endAll
      yield* Fiber.join(closed)
    }).pipe(Effect.ensuring(endAll))
  })

  it.live("K3: the next job gets its turn while Node does natively what the last began", () =>
    Effect.gen(function* () {
      const directory = mkdtempSync(join(tmpdir(), "agent-operations-pool-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(directory, { recursive: true })))
      const pipe = join(directory, "pipe")
      execFileSync("mkfifo", [pipe])
      const workers: Array<Worker> = []
      let ended = 0
      const start = () => {
        const worker = new Worker(new URL("./worker.ts", import.meta.url), { execArgv: conditionsOf(import.meta.url) })
        worker.on("exit", () => void ended++)
        workers.push(worker)
        return makeThread<Job, number>(worker)
      }
      const scope = yield* Scope.make()
      const deadline = ({ do: what }: Job) => Duration.seconds(what === "read" ? 1 : 60)
      const options = { size: 1, queueLimit: 8, deadline, start }
      const pool = yield* Scope.provide(makePool({ ...options, warmUp: { do: "count", text: "" } as Job }), scope)
      expect(yield* Effect.flip(pool.run({ do: "read", text: pipe }))).toBeInstanceOf(TooSlow)
      expect(yield* pool.run({ do: "count", text: "abc" })).toBe(3)
      expect([workers.length, ended]).toEqual([2, 0])
      // What the first reads has come to its end.
      writeFileSync(pipe, "")
      yield* Scope.close(scope, Exit.void)
      expect(ended).toBe(2)
    })
  )

  it.effect("K3: refuses the last of whom most wait for, where another's job finds the queue full", () =>
    Effect.gen(function* () {
      const { pool, end } = yield* setUp(1, 2)
      const runFor = (party: string) =>
        Effect.forkScoped(Effect.provideService(pool.run("job"), WorkFor, party), { startImmediately: true })
      const [, , last] = yield* Effect.all([runFor("a"), runFor("a"), runFor("a")])
      const other = yield* runFor("b")
      expect(yield* Effect.flip(Fiber.join(last))).toBeInstanceOf(Busy)
      yield* Effect.andThen(end(0, Exit.succeed(answer)), settle)
      yield* end(1, Exit.succeed(answer))
      expect(yield* Fiber.join(other)).toBe(answer.result)
    })
  )

  it("tells its failures apart by their tags", () => {
    const failures = [
      new Busy(),
      new TooSlow({ reached: 0 }),
      new TooLarge({ reached: 0 }),
      new NotStarted({ cause: 0 })
    ]
    expect(failures.map(({ _tag }) => _tag)).toEqual(["Busy", "TooSlow", "TooLarge", "NotStarted"])
  })
})

it("V6: a thread without memory ends alone, however much the flags of its process would have it keep young", async () => {
  const flags = ["--min-semi-space-size=16", "--max-semi-space-size=64", ...conditionsOf(import.meta.url)]
  const program = fileURLToPath(new URL("./process.ts", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program])
  expect(JSON.parse(stdout)).toEqual(["TooLarge", 3])
})
