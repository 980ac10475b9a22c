import { runSteps } from "@agent-operations/operations"
import { assert, expect, it } from "@effect/vitest"
import { zstdDecompressSync } from "node:zlib"
import { bodiesAt, bodyFinder, pack } from "../../src/store/chunks.ts"
import { spanOf } from "./traces.ts"

const kibibyte = 1024

const sized = (id: number, bytes: number) => spanOf({ trace: 1, id, attributes: { text: "a".repeat(bytes) } })

it("K3: a small span is compressed with no large one, however they come", () => {
  const sizes = [1, 3000, 1, 1, 3000, 400, 200, 1, 500, 1]
  const made = runSteps(pack(sizes.map((size, id) => sized(id, size * kibibyte))))
  assert.deepStrictEqual(
    made.map(({ placed }) => placed.map(({ span }) => sizes[Number(span.sent.spanId)])),
    [[1], [3000], [1, 1], [3000], [400], [200, 1], [500], [1]]
  )
})

it("spans that are no larger than a chunk are compressed together until it is full", () => {
  const made = runSteps(pack(Array.from({ length: 12 }, (_, id) => sized(id, 100 * kibibyte))))
  assert.deepStrictEqual(
    made.map(({ placed }) => placed.length),
    [3, 3, 3, 3]
  )
})

it("T10, K3: what is wanted of a chunk keeps none of the rest in memory", () => {
  const spans = [sized(1, 200 * kibibyte), sized(2, 10), sized(3, 10)]
  const { chunk } = runSteps(pack(spans))[0]!
  assert.isAbove(zstdDecompressSync(chunk.body).length, 200 * kibibyte)
  const bodies = bodiesAt(chunk.body, new Set([1, 2]))
  assert.deepStrictEqual([...bodies.keys()], [1, 2])
  expect([1, 2].map((n) => Buffer.from(bodies.get(n)!))).toEqual([1, 2].map((n) => Buffer.from(spans[n]!.body)))
  assert.deepStrictEqual(
    [1, 2].map((n) => bodies.get(n)!.buffer.byteLength),
    [1, 2].map((n) => spans[n]!.body.length)
  )
})

it("K3: a chunk is decompressed when the first of its rows is asked for", () => {
  const spans = [sized(1, 10), sized(2, 10), sized(3, 10)]
  const { chunk } = runSteps(pack(spans))[0]!
  const rows = [
    { chunk: chunk.body, chunk_id: 1n, chunk_index: 2 },
    { chunk: null, chunk_id: 1n, chunk_index: 0 },
    { chunk: Buffer.from("none"), chunk_id: 2n, chunk_index: 0 }
  ]
  const bodyOf = bodyFinder(rows)
  const asked = rows.slice(0, 2).map((row) => Buffer.from(bodyOf(row)!))
  expect(asked).toEqual([2, 0].map((n) => Buffer.from(spans[n]!.body)))
  assert.throws(() => bodyOf(rows[2]!))
})
