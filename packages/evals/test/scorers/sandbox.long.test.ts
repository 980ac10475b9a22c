import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { Scorers } from "../../src/scorers/index.ts"
import { scripts } from "./hostile.ts"
import { calls, code, scoring } from "./support.ts"

const timeoutMs = 200

/** What passing a job and its answer on may take. */
const aside = 400

const timeOf = (job: ReturnType<typeof scoring>) =>
  Scorers.use((scorers) => Effect.map(Effect.timed(scorers.score(job)), ([took]) => Duration.toMillis(took)))

describe("code in the sandbox", () => {
  it.layer(Scorers.layer({ threads: 1 }), { excludeTestServices: true })((it) => {
    it.effect.each(scripts)("S1: a scorer that $name has ended within twice its deadline", ({ code: text }) =>
      Effect.gen(function* () {
        yield* timeOf(scoring(calls("1")))
        expect(yield* timeOf(scoring(code(text), {}, { timeoutMs }))).toBeLessThan(2 * timeoutMs + aside)
      })
    )

    it.effect("S1: a thread that does not answer is ended at twice the deadline", () =>
      Effect.gen(function* () {
        yield* timeOf(scoring(calls("1")))
        const source = { type: "builtin", name: "jsonSchema", options: { schema: { pattern: "^(a+)+$" } } }
        const stuck = scoring(source, { output: `${"a".repeat(60)}b` }, { timeoutMs })
        expect(yield* timeOf(stuck)).toBeLessThan(2 * timeoutMs + aside)
      })
    )
  })
})
