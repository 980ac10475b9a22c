const pageSize = 4096
const sectorSize = 512

/** Something in a directory, as its attributes tell. Files have content, directories have entries. */
export interface Inode {
  readonly id: number
  mode: number
  uid: number
  gid: number
  links: number
  modified: number
  readonly entries: Map<string, Inode> | undefined
  /** The content, in a buffer that is longer than it. */
  bytes: Buffer
  size: number
  /** What pages that were changed since the last sync were before, and the size of then. */
  readonly before: Map<number, Buffer>
  syncedSize: number
}

const kindMask = 0o170000
const directoryMode = 0o040000

/** What a loss of power took. */
export interface Loss {
  /** Pages of files that are not, or not wholly, as they were written last. */
  readonly pages: number
  /** Files and directories that were created, moved or deleted, and are not. */
  readonly entries: number
}

/**
 * Files in memory that know what of them was synced, as a disk with a file system that keeps a journal does:
 *
 * - the content of a file is safe from its `fsync` or `fdatasync` on;
 * - what was created, moved or deleted is safe, in its order, from the next sync of anything on.
 *
 * A loss of power takes the rest, wholly or in part. Permissions, owners and times are kept whatever happens.
 */
export class Files {
  #lastId = 1
  #inodes = new Map<number, Inode>()
  /** Takes back what was done to directories since the last sync, the last first. */
  readonly #undo: Array<() => void> = []
  readonly root: Inode

  constructor() {
    this.root = this.#make(directoryMode | 0o755, 0, 0)
  }

  #make(mode: number, uid: number, gid: number): Inode {
    const isDirectory = (mode & kindMask) === directoryMode
    const inode: Inode = {
      ...{ id: this.#lastId++, mode, uid, gid, links: 1, modified: Date.now(), size: 0, syncedSize: 0 },
      ...{ entries: isDirectory ? new Map() : undefined, bytes: Buffer.alloc(0), before: new Map() }
    }
    this.#inodes.set(inode.id, inode)
    return inode
  }

  get = (id: number): Inode | undefined => this.#inodes.get(id)

  forget = (id: number): void => {
    if (this.#inodes.get(id)?.links === 0) this.#inodes.delete(id)
  }

  /** Puts an entry into a directory, or takes it away, until a loss of power undoes it. */
  #set(directory: Inode, name: string, inode: Inode | undefined): void {
    const entries = directory.entries!
    const earlier = entries.get(name)
    const put = (next: Inode | undefined, last: Inode | undefined) => {
      if (last !== undefined) last.links--
      if (next === undefined) entries.delete(name)
      else {
        entries.set(name, next)
        next.links++
      }
    }
    put(inode, earlier)
    this.#undo.push(() => put(earlier, inode))
    directory.modified = Date.now()
  }

  create(directory: Inode, name: string, mode: number, uid: number, gid: number): Inode {
    const inode = this.#make(mode, uid, gid)
    inode.links = 0
    this.#set(directory, name, inode)
    return inode
  }

  link = (directory: Inode, name: string, inode: Inode): void => this.#set(directory, name, inode)

  unlink = (directory: Inode, name: string): void => this.#set(directory, name, undefined)

  /** A rename is one step, also where it is undone. */
  rename(from: Inode, name: string, to: Inode, newName: string): void {
    const inode = from.entries!.get(name)!
    const begun = this.#undo.length
    this.#set(to, newName, inode)
    this.#set(from, name, undefined)
    const steps = this.#undo.splice(begun)
    this.#undo.push(() => steps.toReversed().forEach((step) => step()))
  }

  read = (inode: Inode, offset: number, length: number): Buffer =>
    inode.bytes.subarray(Math.min(offset, inode.size), Math.min(offset + length, inode.size))

  write(inode: Inode, offset: number, bytes: Buffer): void {
    const end = offset + bytes.length
    this.#reserve(inode, end)
    this.#remember(inode, offset, end)
    bytes.copy(inode.bytes, offset)
    inode.size = Math.max(inode.size, end)
    inode.modified = Date.now()
  }

  truncate(inode: Inode, size: number): void {
    this.#reserve(inode, size)
    this.#remember(inode, size, inode.size)
    if (size < inode.size) inode.bytes.fill(0, size, inode.size)
    inode.size = size
    inode.modified = Date.now()
  }

  #reserve(inode: Inode, size: number): void {
    if (size <= inode.bytes.length) return
    const bytes = Buffer.alloc(Math.ceil((size * 1.5) / pageSize) * pageSize)
    inode.bytes.copy(bytes)
    inode.bytes = bytes
  }

  #remember(inode: Inode, from: number, to: number): void {
    for (let page = Math.floor(from / pageSize); page * pageSize < to; page++) {
      if (inode.before.has(page)) continue
      inode.before.set(page, Buffer.from(inode.bytes.subarray(page * pageSize, (page + 1) * pageSize)))
    }
  }

  /** A sync of a file or a directory. */
  sync(inode: Inode): void {
    inode.before.clear()
    inode.syncedSize = inode.size
    this.#undo.length = 0
  }

  /** As after a sync of everything. */
  syncAll(): void {
    for (const inode of this.#inodes.values()) this.sync(inode)
  }

  /**
   * What is there after a loss of power. `random` gives what of the unsynced is kept: of the changes of directories the
   * first ones, of each changed page all, nothing, or some sectors, and either size. Without it, all of that is lost.
   */
  losePower(random: (() => number) | undefined): Loss {
    const kept = random === undefined ? 0 : Math.floor(random() * (this.#undo.length + 1))
    const undone = this.#undo.splice(kept).toReversed()
    for (const step of undone) step()
    this.#undo.length = 0
    this.#inodes = new Map()
    let pages = 0
    const visit = (inode: Inode) => {
      if (this.#inodes.has(inode.id)) return
      this.#inodes.set(inode.id, inode)
      pages += this.#loseContent(inode, random)
      inode.entries?.forEach(visit)
    }
    visit(this.root)
    return { pages, entries: undone.length }
  }

  #loseContent(inode: Inode, random: (() => number) | undefined): number {
    let lost = 0
    for (const [page, before] of inode.before) {
      const fate = random === undefined ? 0 : random()
      if (fate > 2 / 3) continue
      lost++
      for (let sector = 0; sector < pageSize; sector += sectorSize) {
        if (fate > 1 / 3 && random!() < 0.5) continue
        before.copy(inode.bytes, page * pageSize + sector, sector, sector + sectorSize)
      }
    }
    if (random === undefined || random() < 0.5) inode.size = inode.syncedSize
    // What is behind the end reads as zeros where the file grows again.
    this.#reserve(inode, inode.size)
    inode.bytes.fill(0, inode.size)
    this.sync(inode)
    return lost
  }
}
