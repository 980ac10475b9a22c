import { describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { assert } from "vitest"
import { answeredIn } from "../../src/apps/call/join.ts"
import { linesOf } from "../../src/apps/call/stream-events.ts"

const sse = { streaming: "sse", outputPointer: "/output", timeoutMs: 20_000 } as const
const ndjson = { ...sse, streaming: "ndjson" } as const

/** What comes of an effect, and how often other work had its turn meanwhile. */
const withTurns = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.callback<readonly [A | E, number]>((resume) => {
    let turns = 0
    let ended = false
    const turn = () => {
      turns++
      if (!ended) setImmediate(turn)
    }
    setImmediate(turn)
    Effect.runFork(
      Effect.map(
        Effect.match(effect, { onFailure: (error) => error as A | E, onSuccess: (value) => value }),
        (came) => {
          ended = true
          resume(Effect.succeed([came, turns]))
        }
      )
    )
  })

describe("The events of an answer", () => {
  it("are in the lines that the HTML standard has", () => {
    const text = fc
      .array(fc.constantFrom("\r\n", "\n", "\r", "a", "b: c"), { maxLength: 20 })
      .map((parts) => parts.join(""))
    fc.assert(
      fc.property(text, (text) => {
        const expected = text.split(/\r\n|\n|\r/)
        // What is behind the last end of a line is a line only if there is something.
        if (expected.at(-1) === "") expected.pop()
        assert.deepStrictEqual([...linesOf(text)], expected)
      })
    )
  })

  it.live("are no event without an empty line behind it, and may begin with a mark of byte order", () =>
    Effect.gen(function* () {
      const whole = '\uFEFFdata: {"output":"Par"}\r\rdata: {"output":"is"}\r\n\r\n'
      for (const rest of ["", 'data: {"output":"!"}', 'data: {"output":"!"}\n']) {
        assert.deepInclude(yield* answeredIn(whole + rest, sse), { output: "Paris" }, rest)
      }
      assert.deepInclude(yield* answeredIn('{"output":"Par"}\n\n{"output":"is"}', ndjson), { output: "Paris" })
    })
  )

  it.live("let other work have its turns, and stop where there are too many or one is too large", () =>
    Effect.gen(function* () {
      for (const [what, text] of [
        ["events", 'data: {"output":"a"}\n\n'.repeat(30_000)],
        ["comments", `${":\n".repeat(390_000)}data: {"output":"a"}\n\n`]
      ] as const) {
        const [joined, turns] = yield* withTurns(answeredIn(text, sse))
        assert.property(joined, "output", what)
        assert.isAbove(turns, 20, what)
      }

      const tooMany = [
        ["events", "data: 1\n\n".repeat(200_001), sse],
        ["comments", ":\n".repeat(400_001), sse],
        ["a large record", `"${"x".repeat(4_000_000)}"`, ndjson],
        ["a large event", `data: "${"x".repeat(2_000_000)}\ndata: ${"x".repeat(2_000_000)}"\n\n`, sse]
      ] as const
      for (const [what, text, how] of tooMany) {
        const error = yield* Effect.flip(answeredIn(text, how))
        assert.deepInclude(error, { errorCode: "OUTPUT_TOO_LARGE" }, what)
      }
    })
  )

  it.live("are left where they take longer than they may, and where the call is interrupted", () =>
    Effect.gen(function* () {
      const many = 'data: {"output":"a"}\n\n'.repeat(190_000)
      const late = yield* Effect.flip(answeredIn(many, { ...sse, timeoutMs: 1 }))
      assert.deepInclude(late, { errorCode: "APP_TIMEOUT", retryable: true })
      const interrupted = yield* Effect.timeoutOption(answeredIn(many, sse), "1 millis")
      assert.isTrue(Option.isNone(interrupted))
    })
  )
})
