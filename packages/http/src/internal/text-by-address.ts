import { promisify } from "node:util"
import { constants, crc32, deflateRaw } from "node:zlib"
import { inTurn } from "@agent-operations/operations"
import { Effect } from "effect"
import { compress, fileOf, madeOnce, type StaticFile, versionOf } from "./static-file.ts"

/** How many addresses have the text kept, in each encoding. */
const keptAddresses = 8

const deflate = promisify(deflateRaw)

/** A compressed part of a text, to the last byte: another can come behind it. */
const deflatePart = (part: Buffer) => deflate(part, { finishFlush: constants.Z_SYNC_FLUSH })

const bytesOfStored = 0xffff

/** A part of a text as it is, as it can stand between compressed ones. Source: RFC 1951, 3.2.4. */
function* stored(part: Buffer): Generator<Buffer> {
  for (let start = 0; start < part.length; start += bytesOfStored) {
    const block = part.subarray(start, start + bytesOfStored)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(block.length, 1)
    head.writeUInt16LE(~block.length & bytesOfStored, 3)
    yield head
    yield block
  }
}

/** Source: RFC 1952, 2.3: deflated, without a name and a time, by an unknown system. */
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** An empty block that is the last. */
const lastBlock = Buffer.from([3, 0])

/** Parts with something between each and the next. */
const joined = <A>(parts: ReadonlyArray<A>, between: ReadonlyArray<A>): ReadonlyArray<A> =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [...between, part]))

/** What gzip makes of a text, of its parts that were compressed before. */
const gzipped = (deflated: ReadonlyArray<Buffer>, between: Buffer, text: ReadonlyArray<Buffer>): Buffer => {
  const end = Buffer.alloc(8)
  end.writeUInt32LE(text.reduce((sum, part) => crc32(part, sum), 0))
  // By the format, of a length only what is left of 2 to the power of 32 is told.
  end.writeUInt32LE(text.reduce((bytes, part) => bytes + part.length, 0) >>> 0, 4)
  return Buffer.concat([gzipHead, ...joined(deflated, [...stored(between)]), lastBlock, end])
}

/**
 * A text that is the same at every address but for the address in it: a mount with parameters, such as `/:tenant/ops`, has
 * any number of them, and whoever makes some up costs nothing worth telling. The parts are hashed and compressed once; an
 * address is put between them. It is kept, and compressed better, for the first few addresses alone. Law: K3.
 *
 * @example
 * const at = textByAddress(['{"url":', "}"], { "content-type": "application/json" })
 * const file = yield* at('"/ops"')
 */
export const textByAddress = (texts: ReadonlyArray<string>, headers: Readonly<Record<string, string>>) => {
  const parts = texts.map((text) => Buffer.from(text))
  const versionOfParts = versionOf(...parts.map((part) => versionOf(part)))
  const deflated = madeOnce(() => Promise.all(parts.map(deflatePart)))
  const kept = new Map<string, StaticFile>()

  const fileAt = Effect.fnUntraced(function* (address: string) {
    const between = Buffer.from(address)
    const text = joined(parts, [between])
    const version = versionOf(versionOfParts, address)
    const identity = inTurn(() => Buffer.concat(text))
    const gzip = Effect.flatMap(deflated, (deflated) => inTurn(() => gzipped(deflated, between, text)))
    if (kept.size >= keptAddresses) return fileOf(version, headers, { identity, gzip })
    const plain = yield* Effect.cached(identity)
    const br = madeOnce(() => compress.br(Buffer.concat(text)))
    const file = fileOf(version, headers, { identity: plain, gzip: yield* Effect.cached(gzip), br })
    kept.set(address, file)
    return file
  })

  return (server: string): Effect.Effect<StaticFile> => {
    // Where it is in no place, the text is the same at every address.
    const address = parts.length === 1 ? "" : server
    return Effect.suspend(() => {
      const file = kept.get(address)
      return file === undefined ? fileAt(address) : Effect.succeed(file)
    })
  }
}
