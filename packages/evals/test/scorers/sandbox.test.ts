import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as fc from "fast-check"
import { afterAll, beforeAll } from "vitest"
import { Scorers, type Score } from "../../src/scorers/index.ts"
import { scripts } from "./hostile.ts"
import { calls, code, scoring } from "./support.ts"

/** What a scorer sees of the world around it. */
const world = code(`
const own = Object.getOwnPropertyNames
const names = own(globalThis).filter((name) => name !== "default")
export default ({ input }) => ({
  value: Math.random(),
  metadata: {
    names, left: globalThis.left, input,
    prototypes: names.flatMap((name) => globalThis[name]?.prototype ? [name + own(globalThis[name].prototype).length] : []),
    zero: [][0], text: String(1) + JSON.stringify([1]), then: typeof ({}).then,
    now: Date.now(), date: new Date().toString(), hours: new Date(0).getHours(), more: [Math.random(), Math.random()]
  }
})`)

const errorOf = ({ detail }: Score) => (JSON.parse(detail) as { error?: { code: string; message: string } }).error

const timeoutMs = 200

describe("code in the sandbox", () => {
  it.layer(Scorers.layer({ threads: 1 }), { excludeTestServices: true })((it) => {
    it.effect.each(scripts)(
      "S1, S2: a scorer that $name is ended, and the next sees nothing of it",
      ({ code: text, comesTo }) =>
        Effect.gen(function* () {
          const scorers = yield* Scorers
          const before = yield* scorers.score(scoring(world))
          // What ends by itself is not hurried: a load may hold it up.
          const limit = comesTo.includes("TIMEOUT") ? { timeoutMs } : {}
          const score = yield* scorers.score(scoring(code(text), {}, limit))
          expect(comesTo).toContain(errorOf(score)?.code ?? score.value)
          expect(yield* scorers.score(scoring(world))).toEqual(before)
        })
    )

    it.effect("S1: a thread that does not answer is ended, and holds up nothing meanwhile", () =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const schema = { pattern: "^(a+)+$" }
        const source = { type: "builtin", name: "jsonSchema", options: { schema } }
        let ticks = 0
        const ticking = yield* Effect.forkChild(
          Effect.forever(
            Effect.andThen(
              // clock: it counts the turns of others, of which load leaves some
              Effect.sleep(10),
              Effect.sync(() => ticks++)
            )
          )
        )
        const stuck = scoring(source, { output: `${"a".repeat(60)}b` }, { timeoutMs })
        const score = yield* scorers.score(stuck)
        yield* Fiber.interrupt(ticking)
        expect(errorOf(score)?.code).toBe("TIMEOUT")
        expect(ticks).toBeGreaterThan(5)
        expect((yield* scorers.score(scoring(calls("2")))).value).toBe(2)
      })
    )

    it.effect("S2: whatever ran before in whatever order, a call sees the same world", () =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const fresh = yield* scorers.score(scoring(world))
        const quick = scripts.filter(({ comesTo }) => !comesTo.includes("TIMEOUT"))
        const run = (order: ReadonlyArray<number>) =>
          Effect.gen(function* () {
            for (const index of order) {
              yield* scorers.score(scoring(code(quick[index]!.code)))
            }
            expect(yield* scorers.score(scoring(world))).toEqual(fresh)
          })
        const orders = fc.array(fc.nat(quick.length - 1), { minLength: 1, maxLength: 5 })
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(orders, (order) => Effect.runPromise(run(order))),
            { numRuns: 20 }
          )
        )
      })
    )

    it.effect("what code answers, says and throws is told", () =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const typed = code(
          "interface Given { output: string }\n" +
            "export default async ({ output, words }: Given & { words: string[] }) => {\n" +
            '  console.log("looked at", output, words)\n' +
            "  return { value: words.length as number, explanation: `has ${words.length}`, metadata: { output } }\n" +
            "}\n",
          "typescript"
        )
        const given = { output: "b", metadata: { tags: ["x", "y"] } }
        const score = yield* scorers.score(scoring(typed, given, { inputs: { words: "/metadata/tags" } }))
        expect(score).toMatchObject({ status: "scored", value: 2 })
        expect(JSON.parse(score.detail)).toEqual({
          explanation: "has 2",
          metadata: { output: "b" },
          logs: 'looked at b ["x","y"]\n'
        })
        const threw = yield* scorers.score(
          scoring(
            code(
              "type T = 1\n\nexport default () => {\n  console.log(1)\n  throw new RangeError('no')\n}",
              "typescript"
            )
          )
        )
        expect(JSON.parse(threw.detail)).toMatchObject({
          error: { code: "THREW", message: expect.stringMatching(/^RangeError: no \(line 5/u) as string },
          logs: "1\n"
        })
        for (const [body, message] of [
          ["undefined", "return null for no score"],
          ["NaN", "no number"],
          ["({ value: 1 / 0 })", "no number"],
          ["1n", "BigInt"],
          ["[1]", "no number"]
        ] as const) {
          expect(errorOf(yield* scorers.score(scoring(calls(body))))?.message).toContain(message)
        }
        expect((yield* scorers.score(scoring(calls("null")))).status).toBe("unscored")
        const enumerated = yield* scorers.score(scoring(code("enum A { B }\nexport default () => 1", "typescript")))
        expect(errorOf(enumerated)?.code).toBe("INVALID_CODE")
      })
    )

    it.effect("what nests more than 256 deep is refused before a thread sees it", () =>
      Effect.gen(function* () {
        const scorers = yield* Scorers
        const nested = JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) as unknown
        const score = yield* scorers.score(scoring(calls("1"), { output: nested }))
        expect(errorOf(score)?.code).toBe("INPUT_TOO_DEEP")
      })
    )
  })

  describe("S3: on every machine", () => {
    const zone = process.env["TZ"]
    beforeAll(() => {
      process.env["TZ"] = "Asia/Tokyo"
    })
    afterAll(() => {
      if (zone === undefined) delete process.env["TZ"]
      else process.env["TZ"] = zone
    })

    it.effect(
      "S3: the same scorer with the same input has the same score, at any time, in any zone, on any thread",
      () =>
        Effect.gen(function* () {
          const scorers = yield* Scorers
          expect(new Date(0).getHours()).toBe(9)
          const zoned = yield* scorers.score(scoring(world))
          expect(JSON.parse(zoned.detail)).toMatchObject({
            metadata: { now: 1_447_844_800_000, hours: 0, date: expect.stringContaining("GMT+0000") as string }
          })
          const same = (input: unknown, seed: string) =>
            Effect.gen(function* () {
              const job = scoring(world, { input }, {}, seed)
              const first = yield* scorers.score(job)
              // clock: it is another moment, whichever
              yield* Effect.sleep(2)
              const again = yield* Effect.all([scorers.score(job), scorers.score(job)], { concurrency: 2 })
              for (const score of again) expect(score).toEqual(first)
              expect((yield* scorers.score({ ...job, seed: `${seed}.` })).value).not.toBe(first.value)
            })
          const property = fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), fc.string(), (input, seed) =>
            Effect.runPromise(same(input, seed))
          )
          yield* Effect.promise(() => fc.assert(property, { numRuns: 20 }))
        }).pipe(Effect.provide(Scorers.layer({ threads: 2 })))
    )
  })
})
