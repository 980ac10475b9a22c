import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Worker } from "node:worker_threads"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Logger, Scope } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { analyse } from "../../src/validation/analyse.ts"
import type { Graph } from "../../src/validation/model.ts"
import { Validator, type ValidatorOptions } from "../../src/validation/Validator.ts"
import { modules } from "./generators.ts"
import { codeView, customField, formula, graphOf, pageView, using } from "./graphs.ts"
import { exponential } from "./hostile.ts"

const slow = graphOf(
  pageView({ references: using("a") }),
  customField("a"),
  codeView(exponential["open optional calls"] ?? "")
)
const fine = graphOf(codeView("export default () => <b>fine</b>"))

/** As a host starts the worker that its bundler put somewhere. */
const elsewhere: ValidatorOptions["worker"] = (options) =>
  new Worker(new URL("../../src/validation/validation-worker.ts", import.meta.url), options)

const validate = (graph: Graph) => Effect.flatMap(Validator, (validator) => validator.validate(graph))

const within = <A, E>(options: ValidatorOptions, program: Effect.Effect<A, E, Validator | Scope.Scope>) =>
  program.pipe(Effect.provide(Validator.layer({ deadline: "1 minute", ...options })))

/** A validation that is served, if not before a thread has started within the deadline: beside a load that takes seconds. */
const served = Effect.retry(validate(fine), { times: 20 })

describe("V6: the service", () => {
  it.live("finds what the analysis finds", () =>
    within(
      {},
      Effect.gen(function* () {
        const graphs = [
          ...fc
            .sample(modules, 20)
            .map((code) => graphOf(codeView(`${code}\ncustom.nope`, "cost"), customField("cost"))),
          graphOf(
            formula("custom.a + trace.nope", { references: using("a") }),
            customField("a", { source: { type: "attribute", pointer: "x" } })
          )
        ]
        for (const graph of graphs) expect(yield* validate(graph)).toEqual(analyse(graph))
      })
    )
  )

  it.live("allows the imports that the host allows", () =>
    Effect.gen(function* () {
      const graph = graphOf(codeView('import "recharts"\nexport default () => 1'))
      expect(yield* within({}, validate(graph))).toMatchObject({ valid: false })
      expect(yield* within({ allowedImports: ["recharts"] }, validate(graph))).toMatchObject({ valid: true })
    })
  )

  it.live("names the definition that took too long", () =>
    within(
      { deadline: "2 seconds" },
      Effect.gen(function* () {
        yield* served
        const dependency = { ...codeView(exponential["open optional calls"] ?? ""), id: "pv_slow", revision: 3 }
        const references = { a: { kind: "page_view", id: "pv_slow", revision: null } } as const
        const error = yield* Effect.flip(validate(graphOf(pageView({ references }), dependency)))
        expect(error).toMatchObject({
          _tag: "TIMEOUT",
          message: "Checking page view pv_slow at revision 3 took longer than 2s.",
          hint: expect.stringContaining("takes too long to check")
        })
        expect(yield* served).toMatchObject({ valid: true })
      })
    )
  )

  it.live("answers each of many slow validations, refusing those beyond the queue before any other", () =>
    within(
      { deadline: "2 seconds", queueLimit: 4, poolSize: 1 },
      Effect.gen(function* () {
        const order: Array<number> = []
        const answers = yield* Effect.all(
          Array.from({ length: 10 }, (_, n) =>
            Effect.tap(Effect.exit(validate(slow)), () => Effect.sync(() => order.push(n)))
          ),
          { concurrency: "unbounded" }
        )
        const errors = answers.map((exit) =>
          Exit.isFailure(exit) ? exit.cause.reasons.map((reason) => (reason as { error?: { _tag: string } }).error) : []
        )
        const tags = errors.flat().map((error) => error?._tag)
        expect(tags).toHaveLength(10)
        expect(tags.filter((tag) => tag === "TIMEOUT").length).toBeGreaterThanOrEqual(1)
        expect(order.slice(0, 5).toSorted()).toEqual([5, 6, 7, 8, 9])
        for (const error of errors.flat().slice(5)) expect(error).toMatchObject({ _tag: "UNAVAILABLE", retryAfter: 2 })
        expect(yield* served).toMatchObject({ valid: true })
      })
    )
  )

  it.live("E3: settings nested deeper than can be copied are too complex", () =>
    within(
      {},
      Effect.gen(function* () {
        let value: unknown = "a"
        for (let depth = 0; depth < 200_000; depth++) value = [value]
        const filters = [{ field: "trace.name", operator: "eq", value }] as const
        const result = yield* validate(graphOf(pageView({ settings: { target: "traces", filters } })))
        expect(result).toMatchObject({ valid: false, issues: [{ code: "SYNTAX_ERROR" }] })
        expect(yield* validate(fine)).toMatchObject({ valid: true })
      })
    )
  )

  it.live("a second thread serves others while the first is busy", () =>
    within(
      { poolSize: 2 },
      Effect.gen(function* () {
        const busy = yield* Effect.forkScoped(validate(slow))
        for (let count = 0; count < 5; count++) expect(yield* validate(fine)).toMatchObject({ valid: true })
        expect(busy.pollUnsafe()).toBeUndefined()
        yield* Fiber.interrupt(busy)
      })
    )
  )

  it.live("an interrupted validation gives its thread up at once", () =>
    within(
      // Far beyond the end of the test.
      { deadline: "1 hour" },
      Effect.gen(function* () {
        const gone = yield* Effect.forkScoped(validate(slow))
        // clock: it is to be at work; one that is not is interrupted as well
        yield* Effect.sleep("300 millis")
        yield* Fiber.interrupt(gone)
        expect(yield* validate(fine)).toMatchObject({ valid: true })
      })
    )
  )

  it.live("ends with its scope, whatever it is doing", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(Validator.layer({ deadline: "1 minute" }), scope)
      const running = yield* Effect.forkScoped(validate(slow).pipe(Effect.provide(services)))
      // clock: it is to be at work; one that is not ends as well
      yield* Effect.sleep("300 millis")
      yield* Scope.close(scope, Exit.void)
      expect(yield* Effect.flip(Fiber.join(running))).toMatchObject({ _tag: "UNAVAILABLE" })
    })
  )
})

describe("V6: an idle thread keeps no process alive", () => {
  it("one that was never closed", async () => {
    const script = fileURLToPath(new URL("./fixtures/validate-once.ts", import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, ["--conditions=@agent-operations/source", script], {
      timeout: 120_000
    })
    expect(JSON.parse(stdout)).toEqual({ valid: true, issues: [], checked: { dependencies: 0 } })
  })

  it.live("is ready with a thread, and says so before the first validation where there can be none", () =>
    Effect.gen(function* () {
      const ready = Effect.flatMap(Validator, (validator) => validator.ready)
      yield* within({}, ready)
      const nowhere = new URL("./no-such-worker.js", import.meta.url)
      let started = 0
      const worker: ValidatorOptions["worker"] = (options) => {
        started++
        return new Worker(nowhere, options)
      }
      yield* within(
        { worker },
        Effect.gen(function* () {
          expect(yield* Effect.flip(Effect.raceAll([ready, ready, ready]))).toMatchObject({ _tag: "UNAVAILABLE" })
          expect(yield* Effect.flip(ready)).toMatchObject({ message: expect.stringContaining("can't be started") })
          expect(started).toBe(1)
          expect(yield* Effect.flip(validate(fine))).toMatchObject({ _tag: "UNAVAILABLE" })
        })
      )
      const throws: ValidatorOptions["worker"] = () => {
        throw new TypeError("Invalid URL")
      }
      expect(yield* Effect.flip(within({ worker: throws }, validate(fine)))).toMatchObject({ _tag: "UNAVAILABLE" })
      expect(yield* within({ worker: elsewhere }, validate(fine))).toMatchObject({ valid: true })
    })
  )

  it.effect("is not ready while a thread is slow to start, says just that, and tries again", () => {
    let started = 0
    const worker: ValidatorOptions["worker"] = (options) => {
      started++
      return new Worker("setTimeout(() => {}, 60_000)", { ...options, eval: true })
    }
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    return within(
      { worker, deadline: "100 millis" },
      Effect.gen(function* () {
        const { ready } = yield* Validator
        const asked = Effect.gen(function* () {
          const asking = yield* Effect.forkChild(Effect.flip(ready))
          yield* TestClock.adjust("100 millis")
          return yield* Fiber.join(asking)
        })
        const failure = yield* asked
        expect(failure).toMatchObject({ _tag: "UNAVAILABLE", message: expect.stringContaining("within 100ms") })
        expect(logged.join()).toContain("took longer than 100ms to start")
        expect(`${logged.join()}${failure.message}`).not.toContain("can't be started")
        yield* TestClock.adjust("5 seconds")
        yield* asked
        expect(started).toBe(2)
      })
    ).pipe(Effect.provide(Logger.layer([logger])))
  })
})
