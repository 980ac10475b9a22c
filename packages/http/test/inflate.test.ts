import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib"
import type { ContentEncoding } from "@agent-operations/operations"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { inflate } from "../src/internal/inflate.ts"

const MiB = 1024 * 1024
const limit = MiB
const compressors = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const
const encodings = Object.keys(compressors) as ReadonlyArray<ContentEncoding>

/** What becomes of a body, and how many bytes were held of what it decompresses to. */
const inflated = async (body: Uint8Array, encoding: ContentEncoding) => {
  let held = 0
  const take = (bytes: number) => {
    held += bytes
    return true
  }
  const got = await Effect.runPromise(Effect.result(inflate(body, encoding, limit, take)))
  return got._tag === "Success"
    ? { bytes: Buffer.from(got.success), held }
    : { code: got.failure._tag, message: got.failure.message, held }
}

describe.each(encodings)("a body compressed by %s", (encoding) => {
  const compress = compressors[encoding]

  it("E3: is taken whole at its limit, and refused beyond it", async () => {
    const most = Buffer.alloc(limit, "ab")
    const { bytes } = await inflated(compress(most), encoding)
    assert.isTrue(bytes?.equals(most))
    const { code, message } = await inflated(compress(Buffer.alloc(limit + 1)), encoding)
    assert.deepStrictEqual(
      [code, message],
      ["PAYLOAD_TOO_LARGE", `The body is larger than ${limit} bytes once it is decompressed.`]
    )
  })

  it("E3: is made no further than its limit, however much it would become", async () => {
    const bomb = compress(Buffer.alloc(64 * MiB))
    const { code, held } = await inflated(bomb, encoding)
    assert.strictEqual(code, "PAYLOAD_TOO_LARGE")
    assert.isAtMost(held, limit + 64 * 1024)
  })

  it("E3: is decompressed once: what is compressed in it stays so", async () => {
    const inner = compress(Buffer.alloc(16 * MiB))
    const { bytes } = await inflated(compress(inner), encoding)
    assert.isTrue(bytes?.equals(inner))
  })

  it("E3: is refused where it is cut off anywhere, or goes on behind its end", async () => {
    const whole = compress(Buffer.from("spans of a request"))
    const wrong = [
      ...Array.from({ length: whole.length }, (_, end) => whole.subarray(0, end)),
      Buffer.concat([whole, Buffer.from("more")])
    ]
    for (const body of wrong) {
      const { code, message } = await inflated(body, encoding)
      assert.deepStrictEqual([code, body.length], ["VALIDATION_ERROR", body.length])
      assert.include(message, "not whole")
    }
  })
})

describe("members of gzip behind each other", () => {
  it("E3: are one body, which has the limit of one", async () => {
    const { bytes } = await inflated(Buffer.concat([gzipSync("one "), gzipSync(""), gzipSync("two")]), "gzip")
    assert.strictEqual(bytes?.toString(), "one two")
    const half = gzipSync(Buffer.alloc(limit / 2 + 1))
    const { code, held } = await inflated(Buffer.concat([half, half, half]), "gzip")
    assert.strictEqual(code, "PAYLOAD_TOO_LARGE")
    assert.isAtMost(held, limit + 64 * 1024)
  })

  it("E3: are read where they are thousands of nothing", async () => {
    const { bytes } = await inflated(Buffer.concat(Array.from({ length: 5000 }, () => gzipSync(""))), "gzip")
    assert.strictEqual(bytes?.length, 0)
  })

  it("E3: are refused where the last is none", async () => {
    const { code } = await inflated(Buffer.concat([gzipSync("one"), gzipSync("two").subarray(0, -4)]), "gzip")
    assert.strictEqual(code, "VALIDATION_ERROR")
  })
})
