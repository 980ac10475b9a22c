import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer } from "effect"
import * as RateLimiter from "effect/persistence/RateLimiter"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { forgettingStore, TokenBuckets } from "../src/access/token-buckets.ts"

const minute = 60_000
const limit = 4
const storeOf = (layer: Layer.Layer<RateLimiter.RateLimiterStore>) =>
  Effect.map(Layer.build(layer), (services) => Context.get(services, RateLimiter.RateLimiterStore))

describe("buckets that are forgotten", () => {
  it("are those of two windows at most, whoever calls", () => {
    const buckets = new TokenBuckets()
    let most = 0
    for (let now = 0; now < 20 * minute; now += 100) {
      buckets.get(`actor ${now}`, limit, now, minute)
      most = Math.max(most, buckets.size)
    }
    assert.isAtMost(most, (2 * minute) / 100)
    assert.isAbove(most, minute / 100)
    buckets.get("after a long time", limit, 60 * minute, minute)
    assert.strictEqual(buckets.size, 1)
    buckets.get("after a long time", limit, 61 * minute, minute)
    assert.strictEqual(buckets.size, 1)
  })

  const calls = fc.array(fc.record({ key: fc.constantFrom("a", "b"), wait: fc.nat(1.5 * minute) }), {
    minLength: 1,
    maxLength: 60
  })

  const countsAlike = Effect.fnUntraced(function* (
    calls: ReadonlyArray<{ readonly key: string; readonly wait: number }>
  ) {
    const [kept, forgotten] = [yield* storeOf(RateLimiter.layerStoreMemory), yield* storeOf(forgettingStore)]
    for (const { key, wait } of calls) {
      // Mostly short, so that buckets are used up.
      yield* TestClock.adjust(wait > minute / 2 ? wait : wait % 500)
      const options = { key, tokens: 1, limit, refillRate: Duration.millis(minute / limit), allowOverflow: false }
      assert.deepStrictEqual(yield* forgotten.tokenBucket(options), yield* kept.tokenBucket(options))
    }
  }, Effect.scoped)

  it("count as those that are kept for ever", () =>
    fc.assert(
      fc.asyncProperty(calls, (calls) => Effect.runPromise(Effect.provide(countsAlike(calls), TestClock.layer())))
    ))
})
