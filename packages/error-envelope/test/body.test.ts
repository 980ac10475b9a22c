import { Chunks, readAway, takeChunks } from "@agent-operations/error-envelope/body"
import fc from "fast-check"
import { assert, describe, it } from "vitest"

const most = { bytes: 1000, millis: 5000 }

/** A stream of chunks of so many bytes, that remembers what was asked of it; then it ends, fails or stays open. */
const make = (sizes: ReadonlyArray<number>, then: "end" | "fail" | "stay" = "end") => {
  const left = [...sizes]
  const seen = { pulls: 0, cancelled: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        seen.pulls++
        const next = left.shift()
        if (next !== undefined) return controller.enqueue(new Uint8Array(next))
        if (then === "end") return controller.close()
        if (then === "fail") return controller.error(new Error("cut off"))
        return new Promise(() => {})
      },
      cancel: () => void (seen.cancelled = true)
    },
    { highWaterMark: 0 }
  )
  return { reader: stream.getReader(), seen }
}

const sizes = (chunks: ReadonlyArray<Uint8Array> | undefined) => chunks?.map(({ length }) => length)

describe("chunks that are kept", () => {
  it("E3: are all bytes in order, in as few objects as they are large, however they come", () => {
    const sizes = fc.array(fc.oneof(fc.nat({ max: 3 }), fc.constantFrom(100, 5000, 16_383, 16_384, 70_000)), {
      maxLength: 400
    })
    fc.assert(
      fc.property(sizes, (sizes) => {
        const chunks = new Chunks()
        const sent = sizes.map((size, n) => Buffer.alloc(size, n))
        for (const chunk of sent) chunks.add(chunk)
        assert.isTrue(Buffer.concat(chunks.all()).equals(Buffer.concat(sent)))
      })
    )
    const small = new Chunks()
    for (let n = 0; n < 1_000_000; n++) small.add(Buffer.of(n))
    assert.isAtMost(small.all().length, 32)
  })
})

describe("takeChunks", () => {
  it("E3: takes a body up to its last byte, and none that is longer, which it leaves as it is", async () => {
    assert.deepStrictEqual(sizes(await takeChunks(make([4, 6]).reader, 10)), [4, 6])
    assert.deepStrictEqual(sizes(await takeChunks(make([]).reader, 0)), [])
    const { reader, seen } = make([4, 7, 1, 1])
    assert.isUndefined(await takeChunks(reader, 10))
    assert.deepStrictEqual(seen, { pulls: 2, cancelled: false })
    assert.strictEqual((await reader.read()).value?.length, 1)
  })

  it("ends where nobody wants it any more, and rejects where it breaks off", async () => {
    let asked = 0
    assert.isUndefined(await takeChunks(make([1, 1, 1]).reader, 10, () => ++asked < 2))
    assert.strictEqual(asked, 2)
    const broken = await takeChunks(make([1], "fail").reader, 10).catch((error: unknown) => String(error))
    assert.strictEqual(broken, "Error: cut off")
  })
})

describe("readAway", () => {
  it("says whether that was all, and neither rejects nor cancels", async () => {
    assert.isTrue(await readAway(make([10, 10]).reader, most))
    assert.isTrue(await readAway(make([10], "fail").reader, most))
    const long = make([600, 600, 600])
    assert.isFalse(await readAway(long.reader, most))
    assert.deepStrictEqual(long.seen, { pulls: 2, cancelled: false })
  })

  it("waits no longer than it may for what does not come", async () => {
    const { reader, seen } = make([1], "stay")
    assert.isFalse(await readAway(reader, { bytes: 1000, millis: 20 }))
    assert.isFalse(seen.cancelled)
  })
})
