import { readText } from "@agent-operations/identity/http"
import { Effect, Fiber } from "effect"
import { afterEach, assert, describe, it, vi } from "vitest"
import { mostMillis } from "../src/http/late.ts"

const MiB = 1024 * 1024

/** A request of which so many bytes have come, and the rest comes when it is told to. */
const begun = (bytes: number) => {
  let end = () => {}
  let more = (_bytes: number) => {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new Uint8Array(bytes))
      end = () => controller.close()
      more = (bytes) => controller.enqueue(new Uint8Array(bytes))
    }
  })
  return { request: new Request("http://test/", { method: "POST", body, duplex: "half" } as RequestInit), end, more }
}

const read = ({ request }: ReturnType<typeof begun>) =>
  Effect.match(readText(request, 100 * MiB), {
    onSuccess: (text): number | string => text.length,
    onFailure: ({ reason }) => reason
  })

const whole = async (bytes: number) => {
  const one = begun(bytes)
  one.end()
  return Effect.runPromise(read(one))
}

describe("K3: texts that are read at once", () => {
  afterEach(() => void vi.useRealTimers())

  it("come whole within 10 seconds, and what comes of one later is not held", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
    const slow = begun(63 * MiB)
    const reading = Effect.runPromise(read(slow))
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(mostMillis)
    assert.strictEqual(await reading, "late")
    slow.more(1)
    await new Promise((resolve) => setImmediate(resolve))
    assert.strictEqual(await whole(2 * MiB), 2 * MiB)
  })

  it("have 64 MiB together, however slowly they come; the first 16 KiB of each are not counted", async () => {
    const slow = begun(63 * MiB)
    const reading = Effect.runPromise(read(slow))
    await new Promise((resolve) => setImmediate(resolve))
    assert.strictEqual(await whole(2 * MiB), "no room")
    assert.strictEqual(await whole(MiB), MiB)
    assert.strictEqual(await whole(16 * 1024), 16 * 1024)
    slow.end()
    assert.strictEqual(await reading, 63 * MiB)
    assert.strictEqual(await whole(2 * MiB), 2 * MiB)
  })

  it("are not counted any more once nobody waits for them", async () => {
    const given = begun(63 * MiB)
    const fiber = Effect.runFork(read(given))
    await new Promise((resolve) => setImmediate(resolve))
    await Effect.runPromise(Fiber.interrupt(fiber))
    given.end()
    await new Promise((resolve) => setImmediate(resolve))
    assert.strictEqual(await whole(2 * MiB), 2 * MiB)
  })
})
