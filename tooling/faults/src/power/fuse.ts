import { read, writeSync } from "node:fs"
import { constants } from "node:os"
import type { Files, Inode } from "./files.ts"

const { ENOENT, ENOSYS, EEXIST, ENOTEMPTY, EINVAL, EOPNOTSUPP } = constants.errno

// Source: include/uapi/linux/fuse.h, version 7.31.
const op = {
  ...{ LOOKUP: 1, FORGET: 2, GETATTR: 3, SETATTR: 4, READLINK: 5, SYMLINK: 6, MKNOD: 8, MKDIR: 9, UNLINK: 10 },
  ...{ RMDIR: 11, RENAME: 12, LINK: 13, OPEN: 14, READ: 15, WRITE: 16, STATFS: 17, RELEASE: 18, FSYNC: 20, FLUSH: 25 },
  ...{ INIT: 26, OPENDIR: 27, READDIR: 28, RELEASEDIR: 29, FSYNCDIR: 30, CREATE: 35, INTERRUPT: 36, DESTROY: 38 },
  ...{ BATCH_FORGET: 42, FALLOCATE: 43, RENAME2: 45 }
} as const
const setattr = { MODE: 1, UID: 2, GID: 4, SIZE: 8, MTIME: 32 } as const
const headerBytes = 40
const maxWrite = 2 ** 20
const maxPages = 1 << 22
const keepCache = 2
/** All changes come through the kernel, so that it may remember what it was told. */
const validSeconds = 3600n

class Refusal extends Error {
  readonly errno: number
  constructor(errno: number) {
    super(`errno ${errno}`)
    this.errno = errno
  }
}

const attributes = ({ id, size, mode, uid, gid, links, modified }: Inode): Buffer => {
  const out = Buffer.alloc(88)
  const seconds = BigInt(Math.floor(modified / 1000))
  for (const [n, value] of [
    BigInt(id),
    BigInt(size),
    BigInt(Math.ceil(size / 512)),
    seconds,
    seconds,
    seconds
  ].entries()) {
    out.writeBigUInt64LE(value, n * 8)
  }
  const nanoseconds = (modified % 1000) * 1_000_000
  const rest = [nanoseconds, nanoseconds, nanoseconds, mode, links, uid, gid, 0, 4096]
  for (const [n, value] of rest.entries()) out.writeUInt32LE(Math.floor(value), 48 + n * 4)
  return out
}

const entryOf = (inode: Inode): Buffer => {
  const out = Buffer.alloc(40)
  out.writeBigUInt64LE(BigInt(inode.id), 0)
  out.writeBigUInt64LE(validSeconds, 16)
  out.writeBigUInt64LE(validSeconds, 24)
  return Buffer.concat([out, attributes(inode)])
}

const attributesFor = (inode: Inode): Buffer => {
  const out = Buffer.alloc(16)
  out.writeBigUInt64LE(validSeconds, 0)
  return Buffer.concat([out, attributes(inode)])
}

const opened = (): Buffer => {
  const out = Buffer.alloc(16)
  out.writeUInt32LE(keepCache, 8)
  return out
}

const initialized = (): Buffer => {
  const out = Buffer.alloc(64)
  const words = [7, 31, 2 ** 17, maxPages, 0, maxWrite, 1]
  for (const [n, word] of words.entries()) out.writeUInt32LE(word, n * 4)
  out.writeUInt16LE(maxWrite / 4096, 28)
  return out
}

const statistics = (): Buffer => {
  const out = Buffer.alloc(80)
  for (let n = 0; n < 5; n++) out.writeBigUInt64LE(2n ** 22n, n * 8)
  for (const [n, word] of [4096, 255, 4096].entries()) out.writeUInt32LE(word, 40 + n * 4)
  return out
}

const directoryOf = ({ entries }: Inode, offset: number, limit: number): Buffer => {
  const records: Array<Buffer> = []
  let length = 0
  for (const [n, [name, { id, mode }]] of [...entries!].entries()) {
    if (n < offset) continue
    const text = Buffer.from(name)
    const record = Buffer.alloc(Math.ceil((24 + text.length) / 8) * 8)
    record.writeBigUInt64LE(BigInt(id), 0)
    record.writeBigUInt64LE(BigInt(n + 1), 8)
    record.writeUInt32LE(text.length, 16)
    record.writeUInt32LE((mode & 0o170000) >> 12, 20)
    text.copy(record, 24)
    length += record.length
    if (length > limit) break
    records.push(record)
  }
  return Buffer.concat(records)
}

const wordsOf = (body: Buffer): ReadonlyArray<string> => body.toString().split("\0")
const nothing = Buffer.alloc(0)

/** What a request is answered with. `body` is what follows its header. */
const answer = (files: Files, opcode: number, inode: Inode, uid: number, gid: number, body: Buffer): Buffer => {
  const child = (directory: Inode, name: string): Inode => {
    const found = directory.entries!.get(name)
    if (found === undefined) throw new Refusal(ENOENT)
    return found
  }
  const create = (name: string, mode: number): Inode => {
    if (inode.entries!.has(name)) throw new Refusal(EEXIST)
    return files.create(inode, name, mode, uid, gid)
  }
  const other = (at: number): Inode => files.get(Number(body.readBigUInt64LE(at)))!
  const u32 = (at: number) => body.readUInt32LE(at)
  switch (opcode) {
    case op.LOOKUP:
      return entryOf(child(inode, wordsOf(body)[0]!))
    case op.GETATTR:
      return attributesFor(inode)
    case op.SETATTR: {
      const valid = u32(0)
      if (valid & setattr.MODE) inode.mode = (inode.mode & 0o170000) | (u32(68) & 0o7777)
      if (valid & setattr.UID) inode.uid = u32(76)
      if (valid & setattr.GID) inode.gid = u32(80)
      if (valid & setattr.SIZE) files.truncate(inode, Number(body.readBigUInt64LE(16)))
      if (valid & setattr.MTIME) inode.modified = Number(body.readBigUInt64LE(40)) * 1000 + u32(60) / 1_000_000
      return attributesFor(inode)
    }
    case op.READLINK:
      return Buffer.from(files.read(inode, 0, inode.size))
    case op.SYMLINK: {
      const [name, target] = wordsOf(body)
      const made = create(name!, 0o120777)
      files.write(made, 0, Buffer.from(target!))
      return entryOf(made)
    }
    case op.MKNOD:
      return entryOf(create(wordsOf(body.subarray(16))[0]!, u32(0)))
    case op.MKDIR:
      return entryOf(create(wordsOf(body.subarray(8))[0]!, 0o040000 | u32(0)))
    case op.UNLINK:
    case op.RMDIR: {
      const name = wordsOf(body)[0]!
      if ((child(inode, name).entries?.size ?? 0) > 0) throw new Refusal(ENOTEMPTY)
      files.unlink(inode, name)
      return nothing
    }
    case op.RENAME:
    case op.RENAME2: {
      if (opcode === op.RENAME2 && u32(8) !== 0) throw new Refusal(EINVAL)
      const [from, to] = wordsOf(body.subarray(opcode === op.RENAME ? 8 : 16))
      const [moved, target] = [child(inode, from!), other(0)]
      const replaced = target.entries!.get(to!)
      if (replaced === moved) return nothing
      if ((replaced?.entries?.size ?? 0) > 0) throw new Refusal(ENOTEMPTY)
      files.rename(inode, from!, target, to!)
      return nothing
    }
    case op.LINK: {
      const [name] = wordsOf(body.subarray(8))
      if (inode.entries!.has(name!)) throw new Refusal(EEXIST)
      files.link(inode, name!, other(0))
      return entryOf(other(0))
    }
    case op.OPEN:
    case op.OPENDIR:
      return opened()
    case op.CREATE: {
      const made = create(wordsOf(body.subarray(16))[0]!, 0o100000 | u32(4))
      return Buffer.concat([entryOf(made), opened()])
    }
    case op.READ:
      return Buffer.from(files.read(inode, Number(body.readBigUInt64LE(8)), u32(16)))
    case op.WRITE: {
      const size = u32(16)
      files.write(inode, Number(body.readBigUInt64LE(8)), body.subarray(40, 40 + size))
      const out = Buffer.alloc(8)
      out.writeUInt32LE(size)
      return out
    }
    case op.READDIR:
      return directoryOf(inode, Number(body.readBigUInt64LE(8)), u32(16))
    case op.FSYNC:
    case op.FSYNCDIR:
      files.sync(inode)
      return nothing
    case op.STATFS:
      return statistics()
    case op.RELEASE:
    case op.RELEASEDIR:
    case op.FLUSH:
    case op.DESTROY:
      return nothing
    case op.INIT:
      return initialized()
    case op.FALLOCATE:
      throw new Refusal(EOPNOTSUPP)
    default:
      throw new Refusal(ENOSYS)
  }
}

/**
 * Serves files to the kernel over an open /dev/fuse until it is closed. From `freeze` on, nothing is done or answered any
 * more, as when the power is gone.
 */
export const serve = (files: Files, device: number) => {
  const buffer = Buffer.alloc(maxWrite + 2 ** 16)
  let frozen = false

  const respond = (unique: bigint, error: number, body: Buffer) => {
    const head = Buffer.alloc(16)
    head.writeUInt32LE(16 + body.length, 0)
    head.writeInt32LE(-error, 4)
    head.writeBigUInt64LE(unique, 8)
    try {
      writeSync(device, Buffer.concat([head, body]))
    } catch (error) {
      // Whoever asked may have been killed meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
    }
  }

  const handle = (request: Buffer) => {
    const opcode = request.readUInt32LE(4)
    const unique = request.readBigUInt64LE(8)
    const id = Number(request.readBigUInt64LE(16))
    const body = request.subarray(headerBytes)
    if (opcode === op.FORGET) return files.forget(id)
    if (opcode === op.BATCH_FORGET) {
      for (let n = 0; n < body.readUInt32LE(0); n++) files.forget(Number(body.readBigUInt64LE(8 + n * 16)))
      return
    }
    if (opcode === op.INTERRUPT) return
    try {
      const inode = files.get(id) ?? files.root
      respond(unique, 0, answer(files, opcode, inode, request.readUInt32LE(24), request.readUInt32LE(28), body))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      respond(unique, error.errno, nothing)
    }
  }

  const next = () =>
    read(device, buffer, 0, buffer.length, null, (error, length) => {
      // ENODEV: it was unmounted.
      if (error !== null && error.code !== "EINTR" && error.code !== "ENOENT") return
      if (frozen) return
      if (error === null) handle(buffer.subarray(0, length))
      next()
    })
  next()
  return { freeze: () => void (frozen = true) }
}
