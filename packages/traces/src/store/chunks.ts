import { hash } from "node:crypto"
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib"
import type { Span } from "../span.ts"

/** Bodies of spans of one trace in one request, compressed together. */
export interface Chunk {
  readonly id: bigint
  readonly body: Uint8Array
}

/** A span, and where its body is. */
export interface Placed {
  readonly span: Span
  readonly chunkId: bigint
  readonly chunkIndex: number
}

/** A chunk is closed at so many bytes of JSON. */
const chunkBytes = 256 * 1024

/** It is closed before a span with which it would have more than so many: reading a small span decompresses no more. */
const mostSharedBytes = 2 * chunkBytes

const parameters = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** What all bodies of a chunk decompress to, at most: the last of them may be as large as a span can be. */
const maxOutputLength = 8 * 1024 * 1024

// A rank holds a hash of its span's content, so these name a chunk by what is in it.
const idOf = (spans: ReadonlyArray<Span>): bigint => {
  const named = Buffer.concat(spans.flatMap(({ sent, rank }) => [Buffer.from(sent.spanId), rank]))
  return hash("sha256", named, "buffer").readBigInt64BE(0)
}

/** What stands between bodies: JSON has it between its tokens alone, where `JSON.stringify` writes none. */
const lineBreak = 10

const groupsOf = (spans: ReadonlyArray<Span>): ReadonlyArray<ReadonlyArray<Span>> => {
  const groups: Array<Array<Span>> = []
  let bytes = Infinity
  for (const span of spans) {
    if (bytes >= chunkBytes || bytes + span.body.length > mostSharedBytes) {
      groups.push([])
      bytes = 0
    }
    groups.at(-1)!.push(span)
    bytes += span.body.length
  }
  return groups
}

const joined = (spans: ReadonlyArray<Span>): Buffer => {
  const bytes = Buffer.allocUnsafe(spans.reduce((sum, { body }) => sum + body.length + 1, 0))
  let at = 0
  for (const { body } of spans) {
    bytes.set(body, at)
    at += body.length
    bytes[at++] = lineBreak
  }
  return bytes
}

/** Bodies that were compressed together, and the spans that they are of. */
export interface Made {
  readonly chunk: Chunk
  readonly placed: ReadonlyArray<Placed>
}

const packed = new WeakMap<ReadonlyArray<Span>, ReadonlyArray<Made>>()

/**
 * Compresses the bodies of spans of one trace, a chunk at a step, and one list once, however often it is written. It waits for
 * none of Node's threads: handing bodies of some kilobytes to one takes five times the CPU.
 */
export function* pack(spans: ReadonlyArray<Span>): Generator<void, ReadonlyArray<Made>> {
  const known = packed.get(spans)
  if (known !== undefined) return known
  const all: Array<Made> = []
  for (const group of groupsOf(spans)) {
    const id = idOf(group)
    const placed = group.map((span, chunkIndex) => ({ span, chunkId: id, chunkIndex }))
    all.push({ chunk: { id, body: zstdCompressSync(joined(group), parameters) }, placed })
    yield
  }
  packed.set(spans, all)
  return all
}

/** Some bodies of a chunk by their index, each a copy: what is wanted of a chunk keeps none of the rest in memory. */
export const bodiesAt = (chunk: Uint8Array, indexes: ReadonlySet<number>): ReadonlyMap<number, Uint8Array> => {
  const bytes = zstdDecompressSync(chunk, { maxOutputLength })
  const bodies = new Map<number, Uint8Array>()
  for (let start = 0, index = 0; bodies.size < indexes.size && start < bytes.length; index++) {
    const end = bytes.indexOf(lineBreak, start)
    if (indexes.has(index)) bodies.set(index, new Uint8Array(bytes.subarray(start, end)))
    start = end + 1
  }
  return bodies
}

/** Where a body is, with its chunk or null. */
interface BodyRow {
  readonly chunk: Uint8Array | null
  readonly chunk_id: bigint
  readonly chunk_index: number
}

/**
 * Finds the bodies of rows that are asked for in their order, of which each chunk comes with its first: a chunk is decompressed
 * when that is asked for, and only what some row wants of it is kept.
 */
export const bodyFinder = (rows: ReadonlyArray<BodyRow>) => {
  const wanted = new Map<bigint, Set<number>>()
  for (const { chunk_id, chunk_index } of rows) {
    const indexes = wanted.get(chunk_id)
    if (indexes === undefined) wanted.set(chunk_id, new Set([chunk_index]))
    else indexes.add(chunk_index)
  }
  const found = new Map<bigint, ReadonlyMap<number, Uint8Array>>()
  return ({ chunk, chunk_id, chunk_index }: BodyRow): Uint8Array | null => {
    if (chunk !== null) found.set(chunk_id, bodiesAt(chunk, wanted.get(chunk_id)!))
    return found.get(chunk_id)?.get(chunk_index) ?? null
  }
}
