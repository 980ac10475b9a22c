import { Scorer } from "@agent-operations/contract/scorers"
import { Scorers } from "@agent-operations/evals/scorers"
import { Effect, Schema } from "effect"
import { quantile } from "../quantile.ts"

/** What a scorer of code takes, in milliseconds. */
export interface Scoring {
  /** The first score, with all that is loaded and started for it. */
  readonly first: number
  /** Each of those that follow. */
  readonly p50: number
  readonly p99: number
}

const settings = Schema.decodeSync(Scorer.settings)({ output: { type: "number", min: 0, max: 1 } })

const code = `export default ({ output, expected }) => {
  const words = (text) => new Set(text.toLowerCase().split(/\\W+/))
  const [one, other] = [words(output), words(expected)]
  return [...one].filter((word) => other.has(word)).length / Math.max(one.size, other.size)
}`

/** An output of 1 KB. */
const output = Array.from({ length: 120 }, (_, n) => `word${n}`).join(" ")

/** Scores one output after the other, on this process. */
export const measureScoring = (count: number): Promise<Scoring> =>
  Effect.gen(function* () {
    const { score } = yield* Scorers
    const one = Effect.gen(function* () {
      const began = performance.now()
      const { status } = yield* score({
        definition: { source: { type: "code", language: "javascript", code }, settings },
        inputs: JSON.stringify({ input: "?", output, expected: output, metadata: {}, trace: null }),
        seed: "evt_1",
        now: 0
      })
      if (status !== "scored") return yield* Effect.die(new Error(`The score is ${status}`))
      return performance.now() - began
    })
    const first = yield* one
    const millis = yield* Effect.forEach(Array.from({ length: count }), () => one)
    return { first, p50: quantile(millis, 0.5), p99: quantile(millis, 0.99) }
  }).pipe(Effect.provide(Scorers.layer()), Effect.runPromise)
