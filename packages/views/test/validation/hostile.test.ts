import { Worker } from "node:worker_threads"
import { setImmediate as turn, setTimeout as sleep } from "node:timers/promises"
import { describe, expect, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { Graph } from "../../src/validation/model.ts"
import { Validator, type ValidatorOptions } from "../../src/validation/Validator.ts"
import { codeView, formula, graphOf } from "./graphs.ts"
import { exponential, formulas, hungry, maxCode, maxFormula, modules } from "./hostile.ts"

const deadline = "2 seconds"

const fine = graphOf(codeView("export default () => <b>fine</b>"))

let thread: Worker | undefined

const worker: ValidatorOptions["worker"] = (options) =>
  (thread = new Worker(new URL("../../src/validation/validation-worker.js", import.meta.url), options))

/** Its clock stands, unless a test moves it: what is checked is answered, however long the machine takes. */
const validator = () =>
  Layer.provideMerge(Validator.layer({ deadline, worker }), TestClock.layer({ warningDelay: "1 hour" }))

/** For how many milliseconds the thread has worked. */
const worked = () => thread?.performance.eventLoopUtilization().active ?? 0

/** Resolves once the thread has worked on for a while, with the event loop free meanwhile. */
const worksOn = async (before: number) => {
  // clock: between two looks at how long it has worked
  while (worked() - before < 50) await sleep(5)
  for (let turns = 0; turns < 100; turns++) await turn()
}

/** V6: answered, and the next validation works. */
const survives = (graph: Graph) =>
  Effect.gen(function* () {
    const { validate } = yield* Validator
    const result = yield* validate(graph)
    expect(yield* validate(fine)).toMatchObject({ valid: true })
    return result
  })

/** V6: told to take too long at the deadline, with others served until then, and the next validation works. */
const takesTooLong = (graph: Graph) =>
  Effect.gen(function* () {
    const { validate } = yield* Validator
    const before = worked()
    const answered = yield* Effect.forkChild(Effect.flip(validate(graph)))
    yield* Effect.promise(() => worksOn(before))
    expect(answered.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust(deadline)
    expect(yield* Fiber.join(answered)).toMatchObject({ _tag: "TIMEOUT", hint: expect.stringContaining("too long") })
    expect(yield* validate(fine)).toMatchObject({ valid: true })
  })

const cases = (texts: Readonly<Record<string, string>>) => Object.entries(texts)

const generous = 300_000

describe("V6: every validation is answered, others are served meanwhile, and no input ends the process", () => {
  layer(validator(), { excludeTestServices: true })((it) => {
    it.effect.each(cases(modules))(
      "code: %s",
      ([, code]) =>
        Effect.gen(function* () {
          expect(code.length).toBeLessThanOrEqual(maxCode)
          yield* survives(graphOf(codeView(code)))
        }),
      generous
    )

    it.effect.each(cases(formulas))(
      "formula: %s",
      ([, expression]) =>
        Effect.gen(function* () {
          expect(expression.length).toBeLessThanOrEqual(maxFormula)
          yield* survives(graphOf(formula(expression)))
        }),
      generous
    )

    it.effect.each(cases(exponential).filter(([, code]) => code.length < 1_000))(
      "exponential code: %s",
      ([, code]) => takesTooLong(graphOf(codeView(code))),
      generous
    )

    it.effect(
      "exponential code: 256 KiB of calls",
      () => survives(graphOf(codeView(exponential["256 KiB of calls"]!))),
      generous
    )

    it.effect(
      "code that needs more memory than a thread has is too complex",
      () =>
        Effect.gen(function* () {
          expect(yield* survives(graphOf(codeView(hungry)))).toEqual({
            valid: false,
            issues: [
              {
                severity: "error",
                code: "SYNTAX_ERROR",
                message: "This is too complex to check; nothing after it was checked.",
                path: "/source/code"
              }
            ],
            checked: { dependencies: 0 }
          })
        }),
      generous
    )

    it.effect(
      "a formula that is deep, and fine, is valid",
      () =>
        Effect.gen(function* () {
          const { validate } = yield* Validator
          for (const name of [
            "sums",
            "conjunctions",
            "comparisons",
            "signs",
            "all in all",
            "lists, as deep as may be"
          ]) {
            expect(yield* validate(graphOf(formula(formulas[name] ?? "")))).toMatchObject({ valid: true })
          }
        }),
      generous
    )
  })
})
