import { it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import { fewAtOnce } from "../src/few-at-once.ts"

it.effect("K3: few long texts are parsed at a time, and short ones wait for none of them", () =>
  Effect.gen(function* () {
    const mostAtOnce = Effect.fnUntraced(function* (characters: number) {
      let [now, most] = [0, 0]
      const work = Effect.gen(function* () {
        most = Math.max(most, ++now)
        for (let n = 0; n < 5; n++) yield* Effect.yieldNow
        now--
        return yield* Effect.fail("read" as const)
      })
      const ends = yield* Effect.all(
        Array.from({ length: 20 }, () => Effect.flip(fewAtOnce(characters, work))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(ends, Array<"read">(20).fill("read"))
      return most
    })
    assert.strictEqual(yield* mostAtOnce(1024 * 1024), 4)
    assert.strictEqual(yield* mostAtOnce(1024), 20)
  })
)
