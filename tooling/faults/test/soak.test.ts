import { assert, describe, it } from "vitest"
import { takenOf } from "../src/soak/watch.ts"

describe("memory in a soak", () => {
  const usage = (free: number) => ({ ...process.memoryUsage(), rss: 300 + free, heapUsed: 50, heapTotal: 50 + free })

  it("is what is resident, without what the heap keeps free", () => {
    assert.strictEqual(takenOf(usage(0)), 300)
    assert.strictEqual(takenOf(usage(100)), 300)
  })
})
