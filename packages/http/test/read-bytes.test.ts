import { Effect, Fiber } from "effect"
import { afterEach, assert, describe, it, vi } from "vitest"
import { lingerMillis } from "../src/internal/linger.ts"
import { readStream } from "../src/internal/read-bytes.ts"

describe("reading a web body", () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ["is silent", false],
    ["trickles", true]
  ])("is ended a while after it was given up, where it %s", async (_, trickles) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    let cancelled = false
    let pulls = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulls += 1
        if (!trickles) return new Promise(() => {})
        controller.enqueue(new Uint8Array(1))
        return new Promise((resolve) => void setImmediate(resolve))
      },
      cancel: () => {
        cancelled = true
      }
    })
    const turns = async () => {
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => void setImmediate(resolve))
    }
    const fiber = Effect.runFork(readStream(body, 1024 * 1024))
    await turns()
    await Effect.runPromise(Fiber.interrupt(fiber))
    await turns()
    assert.isFalse(cancelled, "who still sends can read the answer")
    vi.advanceTimersByTime(lingerMillis)
    await turns()
    assert.isTrue(cancelled)
    const before = pulls
    await turns()
    assert.strictEqual(pulls, before)
  })
})
