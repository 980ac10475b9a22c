import { assert, describe, it } from "vitest"
import { TokenBuckets } from "../src/access/token-buckets.ts"

const minute = 60_000

describe("buckets that are forgotten", () => {
  it("are those of two minutes at most, whoever calls", () => {
    const buckets = new TokenBuckets(4)
    let most = 0
    for (let now = 0; now < 20 * minute; now += 100) {
      buckets.take(`actor ${now}`, now)
      most = Math.max(most, buckets.size)
    }
    assert.isAtMost(most, (2 * minute) / 100)
    assert.isAbove(most, minute / 100)
    buckets.take("after a long time", 60 * minute)
    assert.strictEqual(buckets.size, 1)
    buckets.take("after a long time", 61 * minute)
    assert.strictEqual(buckets.size, 1)
  })
})
