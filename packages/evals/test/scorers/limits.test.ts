import { manyTurns, silentWorkers } from "@agent-operations/testing/silent-workers"
import { describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { assert } from "vitest"
import { limits } from "../../../../tooling/readme/src/limits.ts"
import { makeEngine } from "../../src/scorers/sandbox/engine.ts"
import { Scorers } from "../../src/scorers/index.ts"
import { calls, code, scoring } from "./support.ts"

const promised = limits.scorers
const MiB = 1024 * 1024

/** How deep a function calls itself before it is out of stack. */
const depth = "let deep = 0; const go = () => { deep++; go() }; try { go() } catch {}"

/** An array in an array, so many levels of them. */
const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels)) as unknown

describe("the limits of scorers", () => {
  it.layer(Scorers.layer({ threads: 1 }), { excludeTestServices: true })((it) => {
    const run = (body: string, given = {}) =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const { value, detail } = yield* scorers.score(scoring(code(`export default () => { ${body} }`), given))
        const { error, ...rest } = JSON.parse(detail) as { error?: { code: string }; [part: string]: unknown }
        return { ...rest, value, code: error?.code } as { readonly [part: string]: unknown }
      })

    it.effect("a scorer has its memory, and no more", () =>
      Effect.gen(function* () {
        const { most, beyond } = promised["memory of a scorer's code"]
        const take = (bytes: number) => run(`return new ArrayBuffer(${bytes}).byteLength`)
        // The engine's own is in it.
        assert.deepInclude(yield* take(most - 2 * MiB), { value: most - 2 * MiB })
        assert.deepInclude(yield* take(most), { code: beyond })
      })
    )

    it.effect("a scorer has its stack, and no more", () =>
      Effect.gen(function* () {
        const { most, beyond } = promised["stack of a scorer's code"]
        const quickjs = yield* Effect.promise(makeEngine().quickjs)
        const runtime = quickjs.newRuntime()
        runtime.setMaxStackSize(most)
        const context = runtime.newContext()
        const deep = context.getNumber(context.unwrapResult(context.evalCode(`${depth}; deep`)))
        const { value } = yield* run(`${depth}; return deep`)
        // What calls the scorer is on its stack.
        assert.isAtMost(value as number, deep)
        assert.isAbove(value as number, 0.95 * deep)
        assert.deepInclude(yield* run("const go = () => go() + 1; return go()"), { code: beyond })
        context.dispose()
        runtime.dispose()
      })
    )

    it.effect("E3: what is nested too deeply for the compiler of types is told, and the next is scored", () =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const score = (text: string) => scorers.score(scoring({ ...code(text), language: "typescript" }, {}))
        const { detail } = yield* score("[".repeat(64 * 1024))
        assert.include(detail, "nested too deeply")
        assert.deepInclude(yield* score("export default (): number => 7"), { value: 7 })
      })
    )

    it.effect("what a scorer answers is refused beyond its limit", () =>
      Effect.gen(function* () {
        const { most, beyond } = promised["what a scorer answers, as JSON"]
        const answer = (bytes: number) => {
          const rest = bytes - JSON.stringify({ value: 1, explanation: "" }).length
          const explanation = `"é".repeat(${rest >> 1}) + "x".repeat(${rest % 2})`
          return run(`return { value: 1, explanation: ${explanation} }`)
        }
        assert.deepInclude(yield* answer(most), { value: 1, code: undefined })
        assert.deepInclude(yield* answer(most + 1), { code: beyond })
      })
    )

    it.effect("metadata of a score is refused beyond its limit, and texts are cut", () =>
      Effect.gen(function* () {
        const { most, beyond } = promised["metadata of a score, as JSON"]
        const metadata = (bytes: number) => run(`return { value: 1, metadata: "x".repeat(${bytes - 2}) }`)
        assert.deepInclude(yield* metadata(most), { value: 1, metadata: "x".repeat(most - 2) })
        assert.deepInclude(yield* metadata(most + 1), { code: beyond })

        const explained = promised["explanation of a score, as JSON"].most - 2
        const explain = (length: number) => run(`return { value: 1, explanation: "x".repeat(${length}) }`)
        assert.deepInclude(yield* explain(explained), { explanation: "x".repeat(explained) })
        const explanation = (yield* explain(explained + 1))["explanation"] as string
        assert.match(explanation, /^x+…$/)
        assert.isAtMost(Buffer.byteLength(explanation), explained)

        // A line break is two characters there.
        const logged = promised["logs of a scorer, as JSON"].most - 4
        const log = (length: number) => run(`console.log("x".repeat(${length})); return 1`)
        assert.deepInclude(yield* log(logged), { logs: `${"x".repeat(logged)}\n` })
        const logs = (yield* log(logged + 1))["logs"] as string
        assert.match(logs, /^x+…$/)
        assert.isAtMost(Buffer.byteLength(logs), logged + 2)
      })
    )

    it.effect("values nest as deep as their limit, and no deeper", () =>
      Effect.gen(function* () {
        const { most, beyond } = promised["how deep values nest"]
        // What holds them all is the first level.
        const score = (levels: number) => run("return 1", { output: nested(levels - 1) })
        assert.deepInclude(yield* score(most), { value: 1 })
        assert.deepInclude(yield* score(most + 1), { code: beyond })
      })
    )
  })

  it.effect("only so many scorers run at once", () => {
    const { started, worker } = silentWorkers()
    return Effect.gen(function* () {
      const scorers = yield* Scorers
      const { most } = promised["scorers that run at once, per process"]
      const running = yield* Effect.forEach(Array.from({ length: most + 1 }), () =>
        Effect.forkChild(scorers.score(scoring(calls("1"))), { startImmediately: true })
      )
      yield* Effect.promise(manyTurns)
      assert.lengthOf(started, most)
      yield* Fiber.interruptAll(running)
    }).pipe(Effect.provide(Scorers.layer({ worker })))
  })
})
