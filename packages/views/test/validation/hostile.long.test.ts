import { monitorEventLoopDelay } from "node:perf_hooks"
import { describe, expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Graph, ValidationResult } from "../../src/validation/model.ts"
import { Validator } from "../../src/validation/Validator.ts"
import { codeView, formula, graphOf } from "./graphs.ts"
import { exponential, formulas, hungry, maxCode, maxFormula, modules } from "./hostile.ts"

const deadline = 2_000

/** What answering in time leaves for stopping a thread, on a machine that does other things too. */
const slack = 1_500

/** How long other requests may wait for the event loop. Were validation run on it, they would wait for all of it. */
const maxDelay = 250

const fine = graphOf(codeView("export default () => <b>fine</b>"))

/** Validates while the event loop is watched; tells how it ended, and how long either took. */
const watched = (graph: Graph) =>
  Effect.gen(function* () {
    const { validate } = yield* Validator
    const delays = monitorEventLoopDelay({ resolution: 5 })
    delays.enable()
    const started = performance.now()
    const exit = yield* Effect.exit(validate(graph))
    const took = performance.now() - started
    delays.disable()
    return { exit, took, delay: delays.max / 1e6 }
  })

/** V6: answered in time, others served meanwhile, and the next validation works. */
const survives = (graph: Graph) =>
  Effect.gen(function* () {
    const { exit, took, delay } = yield* watched(graph)
    expect(took).toBeLessThan(deadline + slack)
    expect(delay).toBeLessThan(maxDelay)
    if (exit._tag === "Failure") {
      expect(exit.cause.reasons).toMatchObject([
        { error: { _tag: "TIMEOUT", hint: expect.stringContaining("too long") } }
      ])
    }
    const { validate } = yield* Validator
    expect(yield* validate(fine)).toMatchObject({ valid: true })
    return exit
  })

const cases = (texts: Readonly<Record<string, string>>) => Object.entries(texts)

const layered = Validator.layer({ deadline })

describe("V6: every validation is answered in time, others are served meanwhile, and no input ends the process", () => {
  layer(layered, { excludeTestServices: true })((it) => {
    it.effect.each(cases(modules))("code: %s", ([, code]) =>
      Effect.gen(function* () {
        expect(code.length).toBeLessThanOrEqual(maxCode)
        yield* survives(graphOf(codeView(code)))
      })
    )

    it.effect.each(cases(exponential))("exponential code: %s", ([, code]) =>
      Effect.gen(function* () {
        const exit = yield* survives(graphOf(codeView(code)))
        if (code.length < 1_000) expect(exit._tag).toBe("Failure")
      })
    )

    it.effect.each(cases(formulas))("formula: %s", ([, expression]) =>
      Effect.gen(function* () {
        expect(expression.length).toBeLessThanOrEqual(maxFormula)
        const exit = yield* survives(graphOf(formula(expression)))
        expect(exit._tag).toBe("Success")
      })
    )
  })

  layer(Validator.layer({ deadline: "20 seconds" }), { excludeTestServices: true })((it) => {
    it.effect("code that needs more memory than a thread has is too complex", () =>
      Effect.gen(function* () {
        const { exit, delay } = yield* watched(graphOf(codeView(hungry)))
        expect(delay).toBeLessThan(maxDelay)
        expect((exit as { readonly value?: ValidationResult }).value).toEqual({
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
        const { validate } = yield* Validator
        expect(yield* validate(fine)).toMatchObject({ valid: true })
      })
    )

    it.effect("a formula that is deep, and fine, is valid", () =>
      Effect.gen(function* () {
        const { validate } = yield* Validator
        for (const name of ["sums", "conjunctions", "comparisons", "signs", "all in all", "lists, as deep as may be"]) {
          expect(yield* validate(graphOf(formula(formulas[name] ?? "")))).toMatchObject({ valid: true })
        }
      })
    )
  })
})
